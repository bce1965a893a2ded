import type { StoreVerbs } from '../store.ts'
import { notYet } from './not-yet.ts'
import type { Parts } from './parts.ts'

export function auditVerbs(
  _parts: Parts,
): Pick<StoreVerbs, 'recordAudit' | 'pruneAudit' | 'listAudit' | 'findAudit'> {
  return { recordAudit: notYet, pruneAudit: notYet, listAudit: notYet, findAudit: notYet }
}
