import { AppError } from '../../../domain/errors.ts'
import type { StoreMethods } from '../../store.ts'
import { writeHeartbeat } from '../../scripts/meta.ts'
import { runIn } from '../connection/run-script.ts'
import type { Deps } from '../node-memory/deps.ts'
import { DayPruning } from './prune-days.ts'
import { RowPruning } from './prune-rows.ts'
import { beginMaintenance } from '../cluster/maintenance-lock.ts'

export function maintenanceMethods({
  database,
  partitions,
}: Deps): Pick<StoreMethods, 'pruneHistory' | 'checkHealth' | 'backup'> {
  const days = new DayPruning(database)
  const rows = new RowPruning()
  return {
    async pruneHistory({ endedBefore: olderThan, now, limit }) {
      await partitions.ensureAhead(now)
      const count = await days.step({ olderThan, limit })
      partitions.forgetBefore(olderThan)
      // After the days: job runs and alerts stay as long as their events.
      const more = await database.transaction(
        async (transaction) =>
          (await beginMaintenance(transaction, 'pruneHistory'))
            ? rows.step(transaction, { olderThan, limit })
            : 0,
        { lock: 'none' },
      )
      return count + more
    },

    async checkHealth(now) {
      await database.transaction((transaction) => runIn(transaction, writeHeartbeat(now)), { lock: 'none' })
    },

    async backup() {
      throw new AppError(
        'conflict',
        'This database is on a PostgreSQL server, which is backed up with its own tools, such as pg_dump; see docs/operations.md, "Backup of PostgreSQL".',
      )
    },
  }
}
