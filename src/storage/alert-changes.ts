import { acknowledge, acknowledgementAt, withoutAcknowledgement } from '../domain/alert/acknowledgement.ts'
import type { Alert } from '../domain/alert/alert.ts'
import { clearByHand, refuseClearing } from '../domain/alert/clear-by-hand.ts'
import { acknowledgementEventOf, alertEventOf, type NewEvent } from '../domain/alert/event.ts'
import { acknowledgementEntry, alertClearedEntry } from '../domain/audit/audit-entries.ts'
import { namedAuthor, type NewAuditEntry } from '../domain/audit/audit.ts'
import { creatorOf } from '../domain/silence/silence.ts'
import type { AlertMethods } from './alert-methods.ts'

/** Everything that an engine writes in one transaction when a person changes an alert. */
export interface AlertChange {
  readonly after: Alert
  /** Null: nobody is notified. */
  readonly event: NewEvent | null
  readonly entry: NewAuditEntry
}

/** Decides what is done to an alert. Undefined: nothing is left to do. Throws what is refused. */
export type PlanAlertChange = (before: Alert) => AlertChange | undefined

export function planClear({ note, now, by }: Parameters<AlertMethods['clearAlert']>[1]): PlanAlertChange {
  return (before) => {
    if (before.state === 'cleared') return undefined
    refuseClearing(before, now)
    const after = clearByHand(before, now)
    return {
      after,
      event: alertEventOf({ before, after, oldState: before.state }, now),
      entry: alertClearedEntry({ before, note }, { at: now, by }),
    }
  }
}

export function planAcknowledgement({
  note,
  until,
  now,
  by,
  as,
}: Parameters<AlertMethods['acknowledgeAlert']>[1]): PlanAlertChange {
  return (before) => {
    const after = acknowledge(before, { by: creatorOf(namedAuthor(as, by)), note, at: now, until })
    return {
      after,
      event: acknowledgementEventOf(after, now),
      entry: acknowledgementEntry({ before, after }, { at: now, by }),
    }
  }
}

export function planWithdrawal({
  now,
  by,
}: Parameters<AlertMethods['withdrawAcknowledgement']>[1]): PlanAlertChange {
  return (before) => {
    if (acknowledgementAt(before, now) === undefined) return undefined
    const after = withoutAcknowledgement(before)
    return { after, event: null, entry: acknowledgementEntry({ before, after }, { at: now, by }) }
  }
}
