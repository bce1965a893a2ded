import type { components } from '../../api/schema.ts'
import { formatCount } from '../../ui/text/format.ts'

export type OnCall = components['schemas']['OnCall']
export type OnCallAlert = components['schemas']['OnCallAlert']

type Exception = OnCallAlert['notified']['exceptions'][number]

type Notifying = Pick<OnCallAlert, 'notified' | 'notified_nobody' | 'silenced_by'>

/** `isException`: somebody should check it. */
interface NotifiedWord {
  readonly text: string
  readonly isException: boolean
}

/** `3 notified`, `1 on the way`, `PagerDuty not notified` */
export function describeNotified(alert: Notifying): readonly NotifiedWord[] {
  const { notified, on_the_way: onTheWay, not_notified: notNotified, exceptions } = alert.notified
  if (notified + onTheWay + notNotified === 0) {
    const isSilenced = alert.silenced_by.length > 0
    return isSilenced ? [] : [{ text: 'Nobody notified', isException: alert.notified_nobody }]
  }
  const [first] = exceptions
  const name = exceptions.length === 1 && first?.webhook_name ? first.webhook_name : undefined
  return [
    ...(notNotified > 0
      ? [{ text: `${name ?? formatCount(notNotified)} not notified`, isException: true }]
      : []),
    ...(onTheWay > 0 ? [describeOnTheWay(alert, notNotified === 0 ? name : undefined)] : []),
    ...(notified > 0 ? [{ text: `${formatCount(notified)} notified`, isException: false }] : []),
  ]
}

const UNFINISHED: ReadonlySet<Exception['state']> = new Set(['waiting', 'pending', 'sending'])

/** Describes notifications on the way; after a minute, with the reason. */
function describeOnTheWay({ notified: counts }: Notifying, name: string | undefined): NotifiedWord {
  const { notified, on_the_way: count, exceptions } = counts
  const late = exceptions
    .filter(({ state }) => UNFINISHED.has(state))
    .flatMap((exception) => whyNotYet(exception, notified === 0))
  const [first] = late
  if (first !== undefined) {
    return { text: count === 1 ? first : `${first}; ${formatCount(count - 1)} more`, isException: true }
  }
  return { text: name ? `On the way to ${name}` : `${formatCount(count)} on the way`, isException: false }
}

const NOT_YET: Readonly<Partial<Record<NonNullable<Exception['health']>, string>>> = {
  paused: 'is paused',
  failing: 'is failing',
  rejecting: 'rejects notifications',
  disabled: 'is disabled',
  late: 'is late',
}

/** The service names a receiver's health once its notification is late. */
function whyNotYet({ webhook_name: name, health }: Exception, isNobodyNotified: boolean): readonly string[] {
  if (health === null || name === null) return []
  const why = NOT_YET[health]
  if (why !== undefined) return [`Not yet: ${name} ${why}`]
  return isNobodyNotified ? [`Not yet: ${name}`] : []
}

/** `2 high, 1 low on 2 servers`, worst first. */
export function summariseOnCall(onCall: OnCall): string {
  const { counts, server_count: servers, total, shown, is_counted: isCounted } = onCall
  const parts = (['high', 'medium', 'low'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${formatCount(counts[state])} ${state}`)
  const where = servers === 0 ? '' : ` on ${servers === 1 ? '1 server' : `${formatCount(servers)} servers`}`
  const atLeast = isCounted ? '' : 'At least '
  const showing = shown < total ? `, showing ${formatCount(shown)} of ${formatCount(total)}` : ''
  return `${atLeast}${parts.join(', ')}${where}${showing}`
}

/** `3 alerts`, `2 of 50 alerts` */
export function countOnServer({ counts, alerts }: OnCall['servers'][number]): string {
  const total = counts.high + counts.medium + counts.low
  const words = total === 1 ? '1 alert' : `${formatCount(total)} alerts`
  return alerts.length < total ? `${formatCount(alerts.length)} of ${words}` : words
}

export interface OnCallSearch {
  /** Severities, separated by commas. */
  readonly severity?: string
  readonly server?: string
  readonly search?: string
  /** `name=value`. */
  readonly label?: readonly string[]
}

/** Tells whether a filter hides alerts. */
export function isNarrowed({ severity, server, search, label }: OnCallSearch): boolean {
  return [severity, server, search, label].some((value) => value !== undefined)
}
