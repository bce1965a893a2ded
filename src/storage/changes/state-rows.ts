import type { WebhookId } from '../../domain/ids.ts'
import type { ReceiverState, ReceiverStateKey } from '../../domain/receiver-state/receiver-state.ts'
import type { TransactionScript } from '../transactions/transaction-script.ts'

export interface StateRows {
  states(pairs: readonly ReceiverStateKey[]): TransactionScript<StatesByPair>

  /** Makes due what is out of sync at these webhooks. */
  makeDue(webhookIds: readonly WebhookId[]): TransactionScript<void>

  /** Writes receiver states; each pair is given once. */
  writeStates(writes: readonly StateWrite[]): TransactionScript<void>
}

/** Receiver states by `nameOfPair`. */
export type StatesByPair = ReadonlyMap<string, ReceiverState>

/** A receiver state as read and as it is to be; null: forgotten. */
export interface StateWrite {
  readonly pair: ReceiverStateKey
  readonly before: ReceiverState | undefined
  readonly after: ReceiverState | null
}

export function nameOfPair({ alertId, webhookId }: ReceiverStateKey): string {
  return `${webhookId} ${alertId}`
}
