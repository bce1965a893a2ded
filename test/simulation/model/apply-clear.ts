import { AppError } from '../../../src/domain/errors.ts'
import type { Executed } from '../database/simulated-database.ts'
import { addEvent, applyHurried } from './apply-intake.ts'
import { demand } from './broken-promise.ts'
import { clearPushed } from './model-pushed.ts'
import type { Model, ModelAlert } from './model.ts'
import { Written } from './written.ts'

type Clearing = Extract<Executed, { readonly method: 'clearAlert' }>

/** A person can clear an alert after ten minutes without a report, or once its promised time has run out. */
const UNREPORTED_MS = 10 * 60_000

/** An alert that a person clears counts as cleared from that moment on; earlier reports do not raise it. */
export function applyClearByHand(
  model: Model,
  { args: [id, { now }], value, error, isUnanswered, changes }: Clearing,
): void {
  const [name, alert] = [...model.alerts].find(([, known]) => known.id === id) ?? []
  const canBe = alert !== undefined && (alert.state === 'cleared' || now >= silentFrom(alert))
  if (error !== undefined) {
    const code = error instanceof AppError ? error.code : undefined
    const isRight = code === 'unavailable' || (!canBe && (code === 'conflict' || code === 'not_found'))
    demand(isRight, 'a refusal has a reason', () => `clearing alert ${id}: ${String(error)}`)
    if (code === 'conflict') model.saw('a clear by hand is refused')
    return
  }
  demand(
    name !== undefined && alert !== undefined && canBe,
    'a person ends only what nobody speaks of any more',
    () => `alert ${id}: ${JSON.stringify(alert)} at ${now}`,
  )
  const written = new Written(changes)
  if (alert.state !== 'cleared') {
    model.saw('a clear by hand ends an alert')
    model.alerts.set(name, clearedByHand(alert, now))
    const trigger = {
      subject: `alert ${id}`,
      alertId: id,
      oldState: alert.state,
      newState: 'cleared',
      episodeNumber: alert.episodeNumber,
      isExpiry: false,
    } as const
    const { eventId, count } = addEvent(model, written, { trigger, now })
    demand(
      isUnanswered || (value?.eventId === eventId && value.deliveryCount === count),
      'a response says what was done',
      () => `clearing alert ${id}: event ${value?.eventId}, ${value?.deliveryCount} deliveries`,
    )
  }
  applyHurried(model, written, now)
}

function clearedByHand(alert: ModelAlert, now: number): ModelAlert {
  if (alert.pushed) return { ...clearPushed(alert, alert.pushed, now), id: alert.id }
  return { ...alert, state: 'cleared', changedAt: Math.max(now, alert.changedAt), promisedUntil: null }
}

function silentFrom({ reportedAt, promisedUntil }: ModelAlert): number {
  return Math.min(reportedAt + UNREPORTED_MS, promisedUntil ?? Infinity)
}
