import type { StoreVerbs } from '../store.ts'
import { notYet } from './not-yet.ts'
import type { Parts } from './parts.ts'

export function intakeVerbs(
  _parts: Parts,
): Pick<StoreVerbs, 'acceptObservations' | 'acceptJobRuns' | 'expireAlerts'> {
  return { acceptObservations: notYet, acceptJobRuns: notYet, expireAlerts: notYet }
}
