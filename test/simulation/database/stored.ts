import type { AlertState } from '../../../src/domain/alert/alert.ts'
import type { RaisedAlerts } from '../../../src/storage/overview-methods.ts'
import type { Backlog } from '../../../src/storage/store.ts'
import type { ReceiverState } from '../../../src/domain/receiver-state/receiver-state.ts'
import type { DeliveryFacts } from '../model/change-log.ts'

/** Everything that is stored, as far as promises are made about it, whichever engine stores it. */
export interface Stored {
  readonly deliveries: readonly DeliveryFacts[]
  /** Their ids. */
  readonly events: readonly number[]
  /** Of each delivery that has any: how many, and the number of the last. */
  readonly attempts: readonly { readonly deliveryId: number; readonly count: number; readonly last: number }[]
  readonly webhooks: readonly { readonly id: number; readonly enabled: boolean; readonly url: string }[]
  readonly alerts: readonly StoredAlert[]
  /** Of webhooks that were ever failing or limited: failed attempts since the last accepted one. */
  readonly flows: readonly { readonly webhookId: number; readonly failures: number }[]
  /** The notifications that were sent to webhooks in current-state mode and to fallbacks. */
  readonly memory: readonly ReceiverState[]
  /** As the engine reports them; undefined: nobody is there to be asked. */
  readonly reported: { readonly backlog: Backlog; readonly raised: RaisedAlerts } | undefined
}

export interface StoredAlert {
  readonly id: number
  /** Its source and its key. */
  readonly name: string
  readonly state: AlertState
  readonly changedAt: number
  readonly promisedUntil: number | null
  readonly endsAt: number | null
}
