import type { Alert, Observation } from '../../../domain/alert/alert.ts'
import { alertEventOf } from '../../../domain/alert/event.ts'
import { observe } from '../../../domain/alert/observe.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { OpenTime } from '../../../domain/open-time.ts'
import type { ObservationAccepted } from '../../store.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { AlertTable } from './alert-table.ts'
import type { FanOut } from './fan-out.ts'

export function prepareAcceptObservations({ db }: SqliteDeps, alerts: AlertTable, fanOut: FanOut) {
  const selectEarlyClear = db.prepare<
    [source: string, key: string, variant: string],
    { last_reported_at: Instant }
  >('SELECT last_reported_at FROM early_clears WHERE source = ? AND key = ? AND variant = ?')
  const putEarlyClear = db.prepare<
    [source: string, key: string, variant: string, lastReportedAt: Instant, madeAt: Instant]
  >(
    `INSERT INTO early_clears (source, key, variant, last_reported_at, made_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET last_reported_at = excluded.last_reported_at, made_at = excluded.made_at`,
  )

  /** Finds an earlier clear, which counts only for an unknown alert. */
  function findEarlyClear(
    before: Alert | undefined,
    { source, key, variant }: Observation,
  ): Instant | undefined {
    if (before && variant === undefined) return undefined
    return selectEarlyClear.get(source, key, variant ?? '')?.last_reported_at
  }

  function accept(observation: Observation, now: Instant, openTime?: OpenTime): ObservationAccepted {
    const before = alerts.find(observation.source, observation.key)
    const known = findEarlyClear(before, observation)
    const remembered = { openTime, earlyClear: known }
    const { result, alert, oldState, earlyClear } = observe(before, observation, now, remembered)
    if (!alert) {
      if (earlyClear !== undefined && earlyClear !== known) {
        const { source, key, variant = '' } = observation
        putEarlyClear.run(source, key, variant, earlyClear, now)
      }
      return { result, alertId: null, eventId: null, deliveryCount: 0, notifiedNobody: false }
    }

    const after = before ? { ...alert, id: before.id } : alerts.insert(alert)
    if (before) alerts.update(before, after)
    if (oldState === undefined)
      return { result, alertId: after.id, eventId: null, deliveryCount: 0, notifiedNobody: false }
    const { at, trace } = observation
    const event = alertEventOf({ before, after, oldState, saidAt: at, trace }, now)
    return { result, alertId: after.id, ...fanOut(event) }
  }

  return function acceptObservations(
    observations: readonly Observation[],
    now: Instant,
    openTime?: OpenTime,
  ): readonly ObservationAccepted[] {
    return observations.map((observation) => accept(observation, now, openTime))
  }
}
