import type { EndedBy } from '../../domain/alert/alert.ts'

/**
 * The word for an end in rows. Release 0.3.0 wrote `silence` for an expiry, and its nodes run beside those of this one
 * during an upgrade: an event in a word that they do not know stops their deliveries.
 */
export type StoredEnd = Exclude<EndedBy, 'expired'> | 'silence'

export function toStoredEnd(endedBy: EndedBy | null): StoredEnd | null {
  return endedBy === 'expired' ? 'silence' : endedBy
}

export function fromStoredEnd(stored: StoredEnd | null): EndedBy | null {
  return stored === 'silence' ? 'expired' : stored
}
