import type { StoreVerbs } from '../store.ts'
import { notYet } from './not-yet.ts'
import type { Parts } from './parts.ts'

export function historyVerbs(
  _parts: Parts,
): Pick<
  StoreVerbs,
  | 'listAlerts'
  | 'findAlert'
  | 'listJobRuns'
  | 'findJobRun'
  | 'listEvents'
  | 'findEvent'
  | 'listDeliveries'
  | 'countDeliveries'
  | 'listAttempts'
> {
  return {
    listAlerts: notYet,
    findAlert: notYet,
    listJobRuns: notYet,
    findJobRun: notYet,
    listEvents: notYet,
    findEvent: notYet,
    listDeliveries: notYet,
    countDeliveries: notYet,
    listAttempts: notYet,
  }
}
