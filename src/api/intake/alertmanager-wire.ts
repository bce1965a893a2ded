import type { Alert } from '../../domain/alert/alert.ts'
import type { SilenceId } from '../../domain/ids.ts'
import { formatInstant, type Instant } from '../../domain/instant.ts'
import type { Steps } from '../../domain/steps.ts'
import { RESOLVE_TIMEOUT_MS } from '../../intake/reading/pushed-alert.ts'
import { toAlertmanagerId } from './alertmanager-silence.ts'

/** The one receiver that Alertmanager's clients see. */
export const RECEIVER_NAME = 'tocsin'

/** The release whose API v2 these shapes have; clients read it. */
const ALERTMANAGER_VERSION = '0.34.0'

interface GettableAlert {
  readonly annotations: Readonly<Record<string, string>>
  readonly endsAt: string
  readonly fingerprint: string
  readonly receivers: readonly { readonly name: string }[]
  readonly startsAt: string
  readonly status: {
    readonly state: 'active' | 'suppressed'
    readonly silencedBy: readonly string[]
    readonly inhibitedBy: readonly string[]
    readonly mutedBy: readonly string[]
  }
  readonly updatedAt: string
  readonly generatorURL: string
  readonly labels: Readonly<Record<string, string>>
}

/** An alert, and the active silences that hold it for all webhooks. */
export interface ShownAlert extends Alert {
  readonly silencedBy: readonly SilenceId[]
  /** The maintenance windows among them, by name. */
  readonly mutedBy: readonly string[]
}

function toGettableAlert(alert: ShownAlert): GettableAlert {
  const { labels = {}, annotations = {}, sourceLink = '' } = alert.details
  return {
    annotations,
    endsAt: formatInstant(alert.expiresAt ?? alert.observedAt + RESOLVE_TIMEOUT_MS),
    fingerprint: alert.key,
    receivers: [{ name: RECEIVER_NAME }],
    startsAt: formatInstant(alert.since),
    status: {
      state: alert.silencedBy.length === 0 ? 'active' : 'suppressed',
      silencedBy: alert.silencedBy.map(toAlertmanagerId),
      inhibitedBy: [],
      mutedBy: alert.mutedBy,
    },
    updatedAt: formatInstant(alert.observedAt),
    generatorURL: sourceLink,
    labels,
  }
}

/** Writes alerts as JSON, one per step: a list may have tens of megabytes. */
export function* writeAlerts(alerts: readonly ShownAlert[]): Steps<Buffer> {
  return yield* joined(yield* listOf(alerts))
}

/** Writes one group per alert name; with `muted` off, without groups that are all silenced. */
export function* writeAlertGroups(
  alerts: readonly ShownAlert[],
  { muted }: { readonly muted?: string },
): Steps<Buffer> {
  const byName = Map.groupBy(alerts, ({ details }) => details.labels?.['alertname'] ?? '')
  const written: Buffer[] = []
  for (const [alertname, own] of [...byName].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!isAsked(muted) && own.every(({ silencedBy }) => silencedBy.length > 0)) continue
    const labels = alertname === '' ? {} : { alertname }
    const rest = JSON.stringify({ labels, routeLabels: {}, receiver: { name: RECEIVER_NAME } }).slice(1)
    const opening = Buffer.from(`${written.length === 0 ? '[' : ','}{"alerts":`)
    written.push(opening, ...(yield* listOf(own)), Buffer.from(`,${rest}`))
  }
  return yield* joined([...written, Buffer.from(written.length === 0 ? '[]' : ']')])
}

function* listOf(alerts: readonly ShownAlert[]): Steps<readonly Buffer[]> {
  const written: Buffer[] = []
  for (const alert of alerts) {
    written.push(Buffer.from(`${written.length === 0 ? '[' : ','}${JSON.stringify(toGettableAlert(alert))}`))
    yield
  }
  return [...written, Buffer.from(written.length === 0 ? '[]' : ']')]
}

/** Joins in steps: `Buffer.concat` takes tens of milliseconds for that much memory. */
function* joined(pieces: readonly Buffer[]): Steps<Buffer> {
  const whole = Buffer.allocUnsafe(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    at += piece.copy(whole, at)
    yield
  }
  return whole
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

const WORDS_FOR_TRUE = new Set(['true', '1', 'yes', 'ok', 'y', 'on', 'selected', 'checked', 't', 'enabled'])

/**
 * Reads a flag of a query as Alertmanager does: every word but those for true is false; absent and empty are true.
 * Source: https://github.com/go-openapi/swag/blob/v0.28.0/conv/convert.go
 */
export function isAsked(flag: string | undefined): boolean {
  return flag === undefined || flag === '' || WORDS_FOR_TRUE.has(flag.toLowerCase())
}
