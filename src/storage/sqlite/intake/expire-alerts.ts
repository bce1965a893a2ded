import type { Database } from 'better-sqlite3'
import { alertEventOf } from '../../../domain/alert/event.ts'
import { expire } from '../../../domain/alert/observe.ts'
import type { Instant } from '../../../domain/instant.ts'
import { ABSENCES_MAX, ALWAYS_OPEN, knownToBeExpired, type OpenTime } from '../../../domain/open-time.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { fittingWithin } from '../../../domain/write-weight.ts'
import { toAlert, type AlertRow } from '../../rows/alert-row.ts'
import { openTimeOf } from '../../scripts/times.ts'
import type { StoreMethods } from '../../store.ts'
import type { ScriptRunner } from '../connection/run-script.ts'
import type { AlertTable } from './alert-table.ts'
import type { FanOut } from './fan-out.ts'

interface ExpiryDeps {
  readonly records: Pick<ScriptRunner, 'run'>
  readonly webhooks: () => readonly Webhook[]
  readonly alerts: AlertTable
  readonly fanOut: FanOut
}

export function prepareExpireAlerts(db: Database, { records, webhooks, alerts, fanOut }: ExpiryDeps) {
  // The casts save compiling anew for each value, see alert-queues.ts.
  const selectExpired = db.prepare<Instant[], AlertRow>(
    `SELECT * FROM alerts WHERE expires_at IS NOT NULL AND expires_at < CAST(? AS INTEGER) AND state <> 'cleared'
       AND expires_at < CAST(? AS INTEGER)${' - (observed_at < CAST(? AS INTEGER)) * CAST(? AS INTEGER)'.repeat(ABSENCES_MAX)}
     ORDER BY expires_at LIMIT CAST(? AS INTEGER)`,
  )

  return function expireAlerts({
    expiredBefore,
    now,
    limit,
  }: Parameters<StoreMethods['expireAlerts']>[0]): number {
    const openTime = records.run(openTimeOf()) ?? ALWAYS_OPEN
    const before = knownToBeExpired(expiredBefore, { now, openTime })
    const fitting = fittingWithin(limit, webhooks().filter(({ enabled }) => enabled).length)
    const rows = selectExpired.all(before, before, ...absenceValues(openTime), fitting)
    for (const alert of rows.map(toAlert)) {
      const after = expire(alert, now)
      alerts.update(alert, after)
      fanOut(alertEventOf({ before: alert, after, oldState: alert.state }, now))
    }
    return rows.length
  }
}

/** Returns the end and the length of each absence. */
function absenceValues({ absences }: OpenTime): readonly number[] {
  return Array.from({ length: ABSENCES_MAX }, (_, place) => absences[place] ?? { until: 0, ms: 0 }).flatMap(
    ({ until, ms }) => [until, ms],
  )
}
