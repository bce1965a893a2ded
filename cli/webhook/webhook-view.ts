import { SETTINGS } from '../../src/domain/definition/webhook-settings.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Received } from '../view/response.ts'
import { asNumber, asObject, asObjects, asText, describeMember, indentJson } from '../view/response.ts'
import { describeTime } from '../view/human-units.ts'
import type { Part, Screen, Tone } from '../view/screen.ts'
import { commandLine } from '../program/command-line.ts'

export function showWebhook(
  screen: Screen,
  webhook: Received<'Webhook'>,
  health: Received<'WebhookHealth'>,
  now: Instant,
): void {
  screen.line({ text: `Webhook ${asText(webhook.id)}: ${asText(webhook.name)}`, tone: 'strong' })
  screen.fields([
    ['description', asText(webhook.description)],
    ['tags', describeMember('tags', webhook.tags, now) ?? ''],
    ['calls', `${asText(webhook.method)} ${asText(webhook.url)}`],
    ['state', describeEnabled(webhook)],
    ['disabled because', { text: asText(webhook.disabled_reason), tone: 'warn' }],
    ['events', describeAudience(webhook)],
    ['mode', describeMode(webhook)],
    ['missed alerts', webhook.missed_alerts === 'notify' ? 'are reported once' : ''],
    ['clears by', describeClearRequest(webhook.clear_request)],
    ...describeSettings(webhook),
    ['response rule', webhook.response_rule ? JSON.stringify(webhook.response_rule) : 'any 2xx is accepted'],
    ['signed', webhook.signed === true ? 'yes' : 'no'],
    ['when it fails', describeFallback(webhook)],
    ['TLS', describeTls(webhook.tls ?? {})],
    ['created', describeTime(webhook.created_at, now)],
    ['changed', `${describeTime(webhook.updated_at, now)} (revision ${asText(webhook.revision)})`],
  ])
  showHealth(screen, health)
  const headers = asObjects(webhook.http_headers)
  if (headers.length > 0) screen.line({ text: 'headers', tone: 'dim' })
  for (const header of headers) {
    screen.line(`  ${asText(header.http_header_key)}: ${asText(header.http_header_value)}`)
  }
  const template = asText(webhook.payload_template)
  screen.line({ text: `payload template (${asText(webhook.payload_type)})`, tone: 'dim' })
  screen.block(indentJson(template) ?? template)
  if (!webhook.clear_request) return
  const ofClear = asText(webhook.clear_request.payload_template)
  screen.line({ text: 'payload template of the clear request', tone: 'dim' })
  screen.block(indentJson(ofClear) ?? ofClear)
}

const DESCRIBED: ReadonlySet<string> = new Set([
  'mode',
  'missed_alerts',
  'fallback_webhook_id',
  'fallback_after',
])

function describeSettings(webhook: Received<'Webhook'>): readonly [string, string][] {
  const plain = SETTINGS.filter(({ about, wire }) => about !== undefined && !DESCRIBED.has(wire))
  const values = asObject(webhook)
  return plain.map(({ label, wire, absent }) => [
    label.toLowerCase(),
    asText(values[wire]) || absent.toLowerCase(),
  ])
}

function describeMode({ mode }: Received<'Webhook'>): string {
  if (mode === undefined) return ''
  return mode === 'current_state'
    ? 'current_state: the current state, and the clear'
    : 'every_change: each change in its order'
}

function describeClearRequest(clear_request: Received<'Webhook'>['clear_request'] | undefined): string {
  return clear_request ? `${asText(clear_request.method)} ${asText(clear_request.url)}` : ''
}

function describeTls(tls: NonNullable<Received<'Webhook'>['tls']>): Part {
  if (tls.insecure === true) return { text: 'the certificate of the receiver is not checked', tone: 'warn' }
  const parts = [
    ...(asText(tls.ca_certificates) === '' ? [] : ['authorities of its own']),
    ...(asText(tls.client_certificate) === '' ? [] : ['a client certificate']),
  ]
  return parts.join(', ')
}

function describeFallback(webhook: Received<'Webhook'>): string {
  const fallback = asText(webhook.fallback_webhook_id)
  if (fallback === '') return ''
  return `webhook ${fallback} is notified, or after ${asText(webhook.fallback_after) || '15m'} without success`
}

function showHealth(screen: Screen, health: Received<'WebhookHealth'>): void {
  const state = asText(health.state)
  const counts = (['sending', 'pending', 'waiting'] as const)
    .map((name) => `${asText(health[name])} ${name}`)
    .filter((words) => !words.startsWith('0 '))
  screen.fields([
    ['health', { text: state.replace('_', ' '), tone: HEALTH_TONES[state] ?? 'dim' }],
    ['', asText(health.explanation)],
    ['unfinished', counts.join(', ') || 'nothing'],
    ['open notifications', health.open_notifications ? countAlerts(health.open_notifications) : ''],
    ['out of sync', describeOutOfSync(health)],
  ])
  showWarnings(screen, health.warnings)
}

export function showWarnings(screen: Screen, warnings: Received<'WrittenWebhook'>['warnings']): void {
  for (const warning of asObjects(warnings)) {
    const path = asText(warning.path)
    screen.line(
      { text: 'warning', tone: 'warn' },
      ` ${path === '' ? '' : `${path}: `}${asText(warning.message)}`,
    )
  }
}

export function showWarned(screen: Screen, webhooks: readonly Received<'BriefWebhook'>[]): void {
  const warned = webhooks.filter(({ warning_count: count }) => (asNumber(count) ?? 0) > 0)
  if (warned.length === 0) return
  const ids = warned.map(({ id }) => asText(id))
  const text = `${ids.length === 1 ? 'Webhook' : 'Webhooks'} ${ids.join(', ')} ${ids.length === 1 ? 'has' : 'have'} warnings. See them with: ${commandLine(`webhook show ${ids[0] ?? ''}`)}`
  screen.line({ text, tone: 'warn' })
}

function describeOutOfSync({ out_of_sync, webhook_id: id }: Received<'WebhookHealth'>): string {
  const count = asNumber(out_of_sync) ?? 0
  return count === 0
    ? ''
    : `${countAlerts(count)} (${commandLine(`webhook states ${asText(id)} --out-of-sync`)})`
}

/** `1 alert`, `3 alerts` */
function countAlerts(count: number): string {
  return count === 1 ? '1 alert' : `${count} alerts`
}

function describeEnabled(webhook: Received<'BriefWebhook'>): Part {
  return webhook.enabled === false ? { text: 'disabled', tone: 'warn' } : { text: 'enabled', tone: 'good' }
}

/** Describes the receiver's health in a list, unless it is healthy. */
export function describeState(webhook: Received<'BriefWebhook'>): Part {
  const state = asText(webhook.health?.state)
  if (webhook.enabled === false || state === 'healthy' || state === '') return describeEnabled(webhook)
  return { text: state.replace('_', ' '), tone: HEALTH_TONES[state] ?? 'dim' }
}

const HEALTH_TONES: Readonly<Record<string, Tone>> = {
  healthy: 'good',
  never_called: 'dim',
  late: 'warn',
  rejecting: 'bad',
  failing: 'warn',
  paused: 'bad',
  disabled: 'warn',
}

type Audience = {
  readonly [
    Member in keyof Pick<
      Received<'Webhook'>,
      'payload_type' | 'match' | 'low_alert' | 'med_alert' | 'high_alert' | 'cleared_alert'
    >
  ]?: unknown
}

/** `low, high`, or `job runs of label.team="dba"`. */
export function describeAudience(webhook: Audience): string {
  const { match } = webhook
  return typeof match === 'string' ? `${describeStates(webhook)} of ${match}` : describeStates(webhook)
}

function describeStates(webhook: Audience): string {
  if (webhook.payload_type === 'JOB') return 'job runs'
  const states = [
    ['low', 'low_alert'],
    ['medium', 'med_alert'],
    ['high', 'high_alert'],
    ['cleared', 'cleared_alert'],
  ] as const
  const notified = states.filter(([, member]) => webhook[member] === true).map(([state]) => state)
  if (notified.length === states.length) return 'all states'
  return notified.join(', ') || 'nothing'
}
