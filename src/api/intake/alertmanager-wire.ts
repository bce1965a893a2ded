import type { Alert } from '../../domain/alert.ts'
import { formatInstant, type Instant } from '../../domain/instant.ts'
import { RESOLVE_TIMEOUT_MS } from '../../intake/sources/prometheus.ts'

/** The one receiver that this service looks like from outside; its webhooks are its own affair. */
export const RECEIVER_NAME = 'tocsin'

/** The release of Alertmanager whose API v2 these shapes are; clients look at it to know what to expect. */
const ALERTMANAGER_VERSION = '0.27.0'

/** An alert as Alertmanager's API v2 shows it. */
export interface GettableAlert {
  readonly annotations: Readonly<Record<string, string>>
  readonly endsAt: string
  readonly fingerprint: string
  readonly receivers: readonly { readonly name: string }[]
  readonly startsAt: string
  readonly status: {
    readonly state: 'active'
    readonly silencedBy: readonly string[]
    readonly inhibitedBy: readonly string[]
    readonly mutedBy: readonly string[]
  }
  readonly updatedAt: string
  readonly generatorURL: string
  readonly labels: Readonly<Record<string, string>>
}

export interface AlertGroup {
  readonly alerts: readonly GettableAlert[]
  readonly labels: Readonly<Record<string, string>>
  readonly receiver: { readonly name: string }
}

export function toGettableAlert(alert: Alert): GettableAlert {
  const { labels = {}, annotations = {}, sourceLink = '' } = alert.details
  return {
    annotations,
    endsAt: formatInstant(alert.expiresAt ?? alert.observedAt + RESOLVE_TIMEOUT_MS),
    fingerprint: alert.key,
    receivers: [{ name: RECEIVER_NAME }],
    startsAt: formatInstant(alert.since),
    status: { state: 'active', silencedBy: [], inhibitedBy: [], mutedBy: [] },
    updatedAt: formatInstant(alert.observedAt),
    generatorURL: sourceLink,
    labels,
  }
}

/** One group for each alert name. */
export function toAlertGroups(alerts: readonly GettableAlert[]): readonly AlertGroup[] {
  const byName = Map.groupBy(alerts, ({ labels }) => labels['alertname'] ?? '')
  return [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([alertname, alerts]) => ({
      alerts,
      labels: alertname === '' ? {} : { alertname },
      receiver: { name: RECEIVER_NAME },
    }))
}

export function toAlertmanagerStatus(version: string, startedAt: Instant): unknown {
  return {
    cluster: { name: '', peers: [], status: 'disabled' },
    config: { original: '' },
    uptime: formatInstant(startedAt),
    versionInfo: {
      branch: 'tocsin',
      buildDate: '',
      buildUser: '',
      goVersion: '',
      revision: version,
      version: ALERTMANAGER_VERSION,
    },
  }
}
