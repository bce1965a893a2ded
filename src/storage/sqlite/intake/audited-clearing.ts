import { alertClearedEntry } from '../../../domain/audit/audit-entries.ts'
import type { NewAuditEntry } from '../../../domain/audit/audit.ts'
import type { AlertCleared, AlertMethods } from '../../alert-methods.ts'
import type { Intake } from './intake.ts'

interface ClearingDeps {
  readonly intake: Intake
  /** Writes the entry in the transaction of the change. */
  readonly recordAudit: (entry: NewAuditEntry) => void
}

/** Carries out what a person does to an alert together with its audit entry: both or neither. */
export function auditedClearing({ intake, recordAudit }: ClearingDeps) {
  return (...[id, { note, now, by }]: Parameters<AlertMethods['clearAlert']>): AlertCleared => {
    const { before, ...cleared } = intake.clearAlert(id, now)
    if (cleared.eventId !== null) recordAudit(alertClearedEntry({ before, note }, { at: now, by }))
    return cleared
  }
}
