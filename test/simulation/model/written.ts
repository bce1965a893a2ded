import type { EventTrigger } from '../../../src/domain/alert/event.ts'
import type { AlertState } from '../../../src/domain/alert/alert.ts'
import { demand } from './broken-promise.ts'
import type { Change, DeliveryFacts } from './change-log.ts'
import type { ModelEvent } from './model.ts'
import { urgencyOf } from './model-urgency.ts'

/** An event that must have been written now, with a delivery to each webhook that is to be notified. */
export interface Cause {
  readonly subject: string
  readonly alertId?: number
  readonly oldState?: AlertState
  readonly newState?: AlertState
  /** Of which raise. */
  readonly episodeNumber?: number
  /** The webhook that is notified of what it missed. */
  readonly toWhom?: number
  /** Other than a change. */
  readonly trigger?: EventTrigger
  /** Undefined: whatever it says. */
  readonly isExpiry: boolean | undefined
}

/** The rows that a call of the intake has written, in order. */
export class Written {
  readonly #rest: Change[]
  /** What was done to deliveries that were there already, or are since a moment. */
  readonly changed: readonly Change[]
  /** In which something was added. */
  readonly alertQueues: string[] = []

  constructor(changes: readonly Change[]) {
    this.#rest = changes.filter(({ kind }) => kind !== 'delivery changed')
    this.changed = changes.filter(({ kind }) => kind === 'delivery changed')
  }

  peekAlertId(): number | null | undefined {
    const next = this.#rest[0]
    return next?.kind === 'event added' ? next.body.alertId : undefined
  }

  takeEvent({
    subject,
    alertId,
    oldState,
    newState,
    episodeNumber = 0,
    trigger = 'change',
    isExpiry,
    toWhom,
  }: Cause): ModelEvent {
    const [next] = this.#rest.splice(toWhom === undefined ? 0 : this.#indexOfMissed(toWhom), 1)
    demand(
      next?.kind === 'event added' &&
        (alertId === undefined || next.body.alertId === alertId) &&
        (next.body.oldState ?? undefined) === oldState &&
        (next.body.newState ?? undefined) === newState &&
        (alertId === undefined ||
          (next.body.episodeNumber === episodeNumber && next.body.trigger === trigger)) &&
        // Rows keep the word of release 0.3.0 for an expiry.
        (isExpiry === undefined || (next.body.endedBy === 'silence') === isExpiry),
      'every change of state, and every new job run, is an event',
      () => `${subject} from ${oldState} to ${newState}: ${JSON.stringify(next)}`,
    )
    const urgency = urgencyOf({ oldState, newState, status: next.body.status })
    const { acceptedAt, status } = next.body
    const why = { isMissed: trigger === 'missed', isChange: trigger === 'change' }
    const states = { oldState, newState, status, urgency }
    return { id: next.id, subject, alertId, episodeNumber, ...why, acceptedAt, ...states }
  }

  /** Each webhook gets missed alerts by an event of its own; a disabled one gets none. */
  #indexOfMissed(webhookId: number): number {
    const receiverState = this.#rest.flatMap((row) => (row.kind === 'delivery added' ? [row.after] : []))
    const isFor = (id: number) =>
      receiverState.some((row) => row.eventId === id && row.webhookId === webhookId)
    const isForNone = (id: number) => !receiverState.some(({ eventId }) => eventId === id)
    const find = (fits: (id: number) => boolean) =>
      this.#rest.findIndex(
        (row) => row.kind === 'event added' && row.body.trigger === 'missed' && fits(row.id),
      )
    const index = find(isFor)
    return Math.max(0, index < 0 ? find(isForNone) : index)
  }

  /** Tells whether a delivery was written, where either is right. */
  hasDelivery(eventId: number, webhookId: number): boolean {
    return this.#rest.some(
      (row) =>
        row.kind === 'delivery added' && row.after.eventId === eventId && row.after.webhookId === webhookId,
    )
  }

  takeDeliveries(eventId: number): readonly DeliveryFacts[] {
    const rows: DeliveryFacts[] = []
    const rest = this.#rest.splice(0)
    for (const row of rest) {
      if (row.kind === 'delivery added' && row.after.eventId === eventId) rows.push(row.after)
      else this.#rest.push(row)
    }
    return rows
  }

  demandNoMore(): void {
    demand(this.#rest.length === 0, 'nothing is written that nobody reported', () =>
      JSON.stringify(this.#rest),
    )
  }
}
