import type { Told } from './told.ts'

/** How many tellings are open: pairs of an alert and a webhook of which something is remembered. */
export interface OpenTellings {
  /** As it was counted last; 0 until then. */
  readonly count: number
  /** Beyond it somebody is warned. Nothing is refused, and nothing that is open is forgotten. */
  readonly max: number
}

export function areTooMany({ count, max }: OpenTellings): boolean {
  return count > max
}

/** One pair of which something is remembered, as a place in the order of all. */
export type TellingPlace = Pick<Told, 'webhookId' | 'alertId'>

export interface TellingCount {
  readonly count: number
  /** Where to go on; undefined: that was all. */
  readonly next: TellingPlace | undefined
}
