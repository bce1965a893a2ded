import { activityScripts } from '../scripts/activity.ts'
import { auditScripts, type AuditSeals } from '../scripts/audit.ts'
import { earlyClearScripts, workDueScripts } from '../scripts/housekeeping.ts'
import { encryptionScripts, type Sealing } from '../scripts/encryption.ts'
import { historyScripts, type Lists } from '../scripts/history.ts'
import { notifiedCountScripts, notifiedNobodyScripts } from '../scripts/notified.ts'
import { operationScripts } from '../scripts/operations.ts'
import { peopleScripts } from '../scripts/people/people.ts'
import { sourceCursorScripts } from '../scripts/source-cursors.ts'
import { clockWatermarkScripts, openTimeScripts } from '../scripts/meta.ts'
import { webhookCallScripts } from '../scripts/webhook-calls.ts'
import { tokenScripts } from '../scripts/people/tokens.ts'

export function recordScripts(seals: AuditSeals & Sealing & Lists) {
  return {
    ...activityScripts(),
    ...auditScripts(seals),
    ...earlyClearScripts(),
    ...clockWatermarkScripts(),
    ...encryptionScripts(seals),
    ...historyScripts(seals),
    ...notifiedCountScripts(),
    ...notifiedNobodyScripts(),
    ...openTimeScripts(),
    ...operationScripts(seals),
    ...peopleScripts(seals),
    ...sourceCursorScripts(),
    ...tokenScripts(seals),
    ...webhookCallScripts(),
    ...workDueScripts(),
  }
}
