import type { Alert } from '../alert/alert.ts'
import { alertEventOf, type AlertEvent, type NewEvent } from '../alert/event.ts'
import type { Instant } from '../instant.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { countedState, isFollowing, isOver, mustBeTold, wantsEnds, type Told } from './told.ts'

/** With what a difference that was owed is looked at once more. */
export interface Owing {
  readonly told: Told
  /** Undefined: it has been deleted. */
  readonly webhook: Pick<Webhook, 'mode' | 'payloadType' | 'alertFlags' | 'enabled'> | undefined
  /** Undefined: it is not kept any more. */
  readonly alert: Pick<Alert, 'state' | 'raise'> | undefined
  /** A delivery of it is under way. */
  readonly hasLine: boolean
  readonly now: Instant
}

export interface TakenUp {
  /** Null: it is forgotten. */
  readonly told: Told | null
  /** A delivery is to be made of it. */
  readonly isTold: boolean
}

/** Compared is what the alert is now, whatever it was when the difference arose. */
export function takeUp({ told, webhook, alert, hasLine, now }: Owing): TakenUp {
  if (!webhook || !alert || !isFollowing(webhook, told)) return { told: null, isTold: false }
  const present = { state: countedState(alert.state, webhook, told), raise: alert.raise }
  const known: Told = hasLine ? told : { ...told, present }
  const isEndWanted = wantsEnds(webhook, told)
  const must = mustBeTold(known, isEndWanted)
  if (isOver(known, isEndWanted) && !hasLine) return { told: null, isTold: false }
  if (must && !hasLine && !webhook.enabled) return { told: { ...known, owed: 'owed' }, isTold: false }
  return {
    told: { ...known, owed: 'none', owedSince: must ? (told.owedSince ?? now) : null },
    isTold: must && !hasLine,
  }
}

/** The event that tells the present of an alert. `last`: the newest of its events that is kept. */
export function presentEventOf(
  alert: Alert,
  told: Told,
  { last, now }: { readonly last: AlertEvent | undefined; readonly now: Instant },
): Extract<NewEvent, { kind: 'alert' }> {
  const event = alertEventOf({ before: alert, after: alert, oldState: told.known.state }, now)
  const raisedAt = alert.state === 'cleared' && last ? last.raisedAt : event.raisedAt
  return { ...event, raisedAt, cause: 'resync' }
}
