import type { Clock } from '../runtime/clock.ts'
import type { Store } from '../storage/store.ts'
import type { PeriodicTask } from './periodic.ts'

/** Small steps: each holds the database for some milliseconds at the most. */
const STEP_MAX = 500

interface PruneAuditDeps {
  readonly store: Pick<Store, 'pruneAudit'>
  readonly clock: Clock
  readonly auditRetentionMs: number
}

/** Entries of the audit log go when they are older than their own retention. */
export function pruneAudit({ store, clock, auditRetentionMs }: PruneAuditDeps): PeriodicTask {
  return {
    name: 'upkeep.audit_pruned',
    everyMs: 3_600_000,
    stepMax: STEP_MAX,
    step: () => store.pruneAudit({ madeBefore: clock.now() - auditRetentionMs, limit: STEP_MAX }),
  }
}
