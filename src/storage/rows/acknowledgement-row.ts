import type { Acknowledgement, AlertState } from '../../domain/alert/alert.ts'

/** An acknowledgement as it is stored: one of an earlier release does not name the state that was acknowledged. */
export type StoredAcknowledgement = Omit<Acknowledgement, 'state'> & Partial<Pick<Acknowledgement, 'state'>>

/** Reads an acknowledgement; one that names no state counts as of the state that the alert has. */
export function toAcknowledgement(stored: StoredAcknowledgement, state: AlertState): Acknowledgement {
  return { state, ...stored }
}
