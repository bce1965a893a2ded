import { alertEventOf } from '../../../domain/alert/event.ts'
import { expire } from '../../../domain/alert/observe.ts'
import type { Instant } from '../../../domain/instant.ts'
import { ABSENCES_MAX, ALWAYS_OPEN, knownToBeExpired, type OpenTime } from '../../../domain/open-time.ts'
import { fittingWithin } from '../../../domain/write-weight.ts'
import { toAlert, type AlertRow } from '../../rows/alert-row.ts'
import { openTimeOf } from '../../scripts/meta.ts'
import type { StoreMethods } from '../../store.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { AlertTable } from './alert-table.ts'
import { FanOut } from '../../changes/fan-out.ts'
import type { IntakeTables } from './fan-out.ts'

export function prepareExpireAlerts(
  { db, records, webhooks }: SqliteDeps,
  alerts: AlertTable,
  { view, save }: IntakeTables,
) {
  // Casts: see alert-queues.ts.
  const selectDue = (column: 'expires_at' | 'ends_at') =>
    db.prepare<Instant[], AlertRow>(
      `SELECT * FROM alerts WHERE ${column} IS NOT NULL AND ${column} < CAST(? AS INTEGER) AND state <> 'cleared'
       AND ${column} < CAST(? AS INTEGER)${' - (observed_at < CAST(? AS INTEGER)) * CAST(? AS INTEGER)'.repeat(ABSENCES_MAX)}
     ORDER BY ${column} LIMIT CAST(? AS INTEGER)`,
    )
  const selectEnded = selectDue('ends_at')
  const selectExpired = selectDue('expires_at')

  return function expireAlerts({
    expiredBefore,
    now,
    limit,
  }: Parameters<StoreMethods['expireAlerts']>[0]): number {
    const openTime = records.run(openTimeOf()) ?? ALWAYS_OPEN
    const absences = absenceValues(openTime)
    const ended = knownToBeExpired(now, { now, openTime })
    const before = knownToBeExpired(expiredBefore, { now, openTime })
    const fitting = fittingWithin(limit, webhooks.all().filter(({ enabled }) => enabled).length)
    const rows = selectEnded.all(ended, ended, ...absences, fitting)
    const ids = new Set(rows.map(({ id }) => id))
    const expired = selectExpired.all(before, before, ...absences, fitting)
    const due = [...rows, ...expired.filter(({ id }) => !ids.has(id))].slice(0, fitting)
    const fanOut = new FanOut(view)
    for (const alert of due.map(toAlert)) {
      const after = expire(alert, now)
      alerts.put(alert, after)
      fanOut.add(alertEventOf({ before: alert, after, oldState: alert.state }, now))
    }
    save(fanOut)
    return due.length
  }
}

function absenceValues({ absences }: OpenTime): readonly number[] {
  return Array.from({ length: ABSENCES_MAX }, (_, place) => absences[place] ?? { until: 0, ms: 0 }).flatMap(
    ({ until, ms }) => [until, ms],
  )
}
