import { activityScripts } from './activity.ts'
import { auditScripts, type AuditSeals } from './audit.ts'
import { earlyClearScripts } from './early-clears.ts'
import { encryptionScripts, type Sealing } from './encryption.ts'
import { operationScripts } from './operations.ts'
import { peopleScripts } from './people.ts'
import { sourceCursorScripts } from './source-cursors.ts'
import { clockWatermarkScripts, openTimeScripts } from './times.ts'
import { tokenScripts } from './tokens.ts'

/** The methods that both engines run as they stand here. */
export function recordScripts(seals: AuditSeals & Sealing) {
  return {
    ...activityScripts(),
    ...auditScripts(seals),
    ...earlyClearScripts(),
    ...clockWatermarkScripts(),
    ...encryptionScripts(seals),
    ...openTimeScripts(),
    ...operationScripts(seals),
    ...peopleScripts(seals),
    ...sourceCursorScripts(),
    ...tokenScripts(seals),
  }
}
