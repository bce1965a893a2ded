import type { components } from '../../api/schema.ts'
import { formatCount } from '../../ui/text/format.ts'

export type OnCall = components['schemas']['OnCall']
export type OnCallAlert = components['schemas']['OnCallAlert']

/** The members of an alert that say who knows of it. */
type Notifying = Pick<OnCallAlert, 'notified'>

/** A sentence of the line about who was notified; `isException`: somebody should look at it. */
export interface NotifiedWord {
  readonly text: string
  readonly isException: boolean
}

/** Describes who was notified of an alert: `3 notified`, `1 on the way`, `PagerDuty not notified`. */
export function describeNotified({ notified: counts }: Notifying): readonly NotifiedWord[] {
  const { notified, on_the_way: onTheWay, not_notified: notNotified, exceptions } = counts
  if (notified + onTheWay + notNotified === 0) return [{ text: 'Nobody notified', isException: true }]
  const [first] = exceptions
  const name = exceptions.length === 1 && first?.webhook_name ? first.webhook_name : undefined
  return [
    ...(notNotified > 0
      ? [{ text: `${name ?? formatCount(notNotified)} not notified`, isException: true }]
      : []),
    ...(onTheWay > 0
      ? [
          {
            text: notNotified === 0 && name ? `On the way to ${name}` : `${formatCount(onTheWay)} on the way`,
            isException: notified === 0,
          },
        ]
      : []),
    ...(notified > 0 ? [{ text: `${formatCount(notified)} notified`, isException: false }] : []),
  ]
}

/** Tells whether nobody knows of an alert that should wake somebody, and nobody has taken care of it here. */
export function isUnheard(alert: OnCallAlert): boolean {
  const { state, notified, acknowledgement, silenced_by: silences } = alert
  return state === 'high' && notified.notified === 0 && acknowledgement === null && silences.length === 0
}

/** Counts the alerts by severity, worst first: `2 high, 1 low on 2 servers`. */
export function summariseOnCall({ servers }: OnCall): string {
  const alerts = servers.flatMap((server) => server.alerts)
  const parts = (['high', 'medium', 'low'] as const)
    .map((state) => [state, alerts.filter((alert) => alert.state === state).length] as const)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${formatCount(count)} ${state}`)
  const named = servers.filter(({ name }) => name !== null).length
  const where = named === 0 ? '' : ` on ${named === 1 ? '1 server' : `${formatCount(named)} servers`}`
  return `${parts.join(', ')}${where}`
}
