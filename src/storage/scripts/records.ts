import { activityScripts } from './activity.ts'
import { auditScripts, type AuditSeals } from './audit.ts'
import { clearMarkScripts } from './clear-marks.ts'
import { encryptionScripts, type Sealing } from './encryption.ts'
import { operationScripts } from './operations.ts'
import { peopleScripts } from './people.ts'
import { sourceCursorScripts } from './source-cursors.ts'
import { clockMarkScripts, openTimeScripts } from './times.ts'
import { tokenScripts } from './tokens.ts'

/** The verbs that both engines run as they stand here. */
export function recordScripts(seals: AuditSeals & Sealing) {
  return {
    ...activityScripts(),
    ...auditScripts(seals),
    ...clearMarkScripts(),
    ...clockMarkScripts(),
    ...encryptionScripts(seals),
    ...openTimeScripts(),
    ...operationScripts(seals),
    ...peopleScripts(seals),
    ...sourceCursorScripts(),
    ...tokenScripts(seals),
  }
}
