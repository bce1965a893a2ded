import type { ReceiverState } from './receiver-state.ts'

/** How many notifications are open: pairs of an alert and a webhook of which something is remembered. */
export interface OpenNotifications {
  /** As it was counted last; 0 until then. */
  readonly count: number
  /** Beyond it somebody is warned. Nothing is refused, and nothing that is open is forgotten. */
  readonly max: number
}

export function areTooMany({ count, max }: OpenNotifications): boolean {
  return count > max
}

/** One pair of which something is remembered, as a place in the order of all. */
export type ReceiverStateKey = Pick<ReceiverState, 'webhookId' | 'alertId'>

export interface NotificationCount {
  readonly count: number
  /** Where to go on; undefined: that was all. */
  readonly next: ReceiverStateKey | undefined
}
