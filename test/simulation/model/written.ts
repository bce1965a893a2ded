import type { AlertState } from '../../../src/domain/alert/alert.ts'
import { demand } from './broken-promise.ts'
import type { Change, DeliveryFacts } from './change-log.ts'
import type { ModelEvent } from './model.ts'
import { urgencyOf } from './model-urgency.ts'

/** An event that must have been written now, with a delivery to each webhook that is to be told. */
export interface Cause {
  readonly subject: string
  readonly alertId?: number
  readonly oldState?: AlertState
  readonly newState?: AlertState
  readonly isExpiry: boolean
}

/** The rows that a call of the intake has written, in order. */
export class Written {
  readonly #rest: Change[]
  /** What was done to deliveries that were there already, or are since a moment. */
  readonly changed: readonly Change[]
  /** In which something was added. */
  readonly lines: string[] = []

  constructor(changes: readonly Change[]) {
    this.#rest = changes.filter(({ kind }) => kind !== 'delivery changed')
    this.changed = changes.filter(({ kind }) => kind === 'delivery changed')
  }

  peekAlertId(): number | null | undefined {
    const next = this.#rest[0]
    return next?.kind === 'event added' ? next.body.alertId : undefined
  }

  takeEvent({ subject, alertId, oldState, newState, isExpiry }: Cause): ModelEvent {
    const next = this.#rest.shift()
    demand(
      next?.kind === 'event added' &&
        (alertId === undefined || next.body.alertId === alertId) &&
        (next.body.oldState ?? undefined) === oldState &&
        (next.body.newState ?? undefined) === newState &&
        Boolean(next.body.expired) === isExpiry,
      'every change of state, and every new job run, is an event',
      () => `${subject} from ${oldState} to ${newState}: ${JSON.stringify(next)}`,
    )
    const urgency = urgencyOf({ oldState, newState, status: next.body.status })
    return { id: next.id, subject, oldState, newState, urgency }
  }

  takeDeliveries(eventId: number): readonly DeliveryFacts[] {
    const rows: DeliveryFacts[] = []
    for (;;) {
      const next = this.#rest[0]
      if (next?.kind !== 'delivery added' || next.after.eventId !== eventId) return rows
      rows.push(next.after)
      this.#rest.shift()
    }
  }

  demandNoMore(): void {
    demand(this.#rest.length === 0, 'nothing is written that nobody reported', () =>
      JSON.stringify(this.#rest),
    )
  }
}
