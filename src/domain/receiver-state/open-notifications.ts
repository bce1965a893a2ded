import type { ReceiverStateKey } from './receiver-state.ts'

/** Pairs of an alert and a webhook with a receiver state. */
export interface OpenNotifications {
  /** The result of the last count; 0 until then. */
  readonly count: number
  /** More than this raise a warning; nothing is refused or forgotten. */
  readonly max: number
}

export function areTooMany({ count, max }: OpenNotifications): boolean {
  return count > max
}

export interface NotificationCount {
  readonly count: number
  /** Where the next step continues; undefined: the count is complete. */
  readonly next: ReceiverStateKey | undefined
}
