import type { Alert } from '../alert/alert.ts'
import { badnessOf } from '../alert/severity.ts'

/** Active alerts that are shown together: more is not read at once by anybody. */
export const ON_CALL_MAX = 100

/** The active alerts of a server; null: those whose monitor names none. */
export interface ServerAlerts<Shown> {
  readonly name: string | null
  readonly alerts: readonly Shown[]
}

type Grouped = Pick<Alert, 'state' | 'since' | 'details'>

/** Groups alerts by server: the server of the worst alert first; within a server the worst first, then the newest. */
export function groupByServer<Shown extends Grouped>(
  alerts: readonly Shown[],
): readonly ServerAlerts<Shown>[] {
  const ordered = alerts.toSorted(
    (one, other) => badnessOf(other.state) - badnessOf(one.state) || other.since - one.since,
  )
  const groups = Map.groupBy(ordered, ({ details }) => details.serverName ?? null)
  return Array.from(groups, ([name, ofServer]) => ({ name, alerts: ofServer }))
}
