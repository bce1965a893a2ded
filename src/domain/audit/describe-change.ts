import { createHash } from 'node:crypto'
import type { AuditValue, FieldChange } from './audit.ts'
import { formatInstant } from '../instant.ts'
import { HIDDEN, redactUrl } from '../redaction/redact.ts'
import { redactText } from '../redaction/redact-text.ts'
import { SETTINGS, unsaidValue, type AnySetting } from '../definition/webhook-settings.ts'
import type { SettingName } from '../definition/webhook-setting.ts'
import type { Webhook } from '../webhook/webhook.ts'

/** Limits the changes in an entry of the audit log, as JSON in UTF-8. */
export const CHANGES_BYTES_MAX = 8 * 1024
const VALUE_CHARACTERS_MAX = 300
const EXCERPT_CHARACTERS_MAX = 120
const EXCERPT_LEAD_CHARACTERS = 30
const DIGEST_CHARACTERS = 12
/** Compared at once: character by character takes ten times as long. */
const COMPARED_CHARACTERS = 1024

export interface DescribedChange {
  readonly changes: readonly FieldChange[]
  readonly leftOutCount: number
}

/**
 * Returns what differs; undefined: the webhook did not exist, or was deleted. Never contains header values, client keys
 * and signing secrets, and hides secrets in URLs and templates; a change of something hidden is still named. Of limited
 * size.
 */
export function describeChange(before: Webhook | undefined, after: Webhook | undefined): DescribedChange {
  const old = new Map(facetsOf(before).map((facet) => [facet.field, facet]))
  const now = new Map(facetsOf(after).map((facet) => [facet.field, facet]))
  const fields = new Set([...old.keys(), ...now.keys()])
  const changes = [...fields].flatMap((field) => compare(field, old.get(field), now.get(field)))
  return bound(changes)
}

interface Facet {
  readonly field: string
  /** Null and '' count as nothing. */
  readonly value: AuditValue
  readonly show: (other: Facet | undefined) => AuditValue
  readonly redacted?: () => string
  /** The part that is never shown, if known. */
  readonly secret?: string
  /** A default, which is not named for a new or deleted webhook. */
  readonly isUnsaid?: boolean
}

/** Members of a webhook that are no settings; a new one does not compile without an entry. */
const FACETS: {
  readonly [Field in keyof Omit<Webhook, SettingName>]: (webhook: Webhook) => readonly Facet[]
} = {
  id: () => [],
  name: ({ name }) => [plain('name', name)],
  url: ({ url }) => [{ field: 'url', value: url, show: () => redactUrl(url) }],
  enabled: ({ enabled }) => [plain('enabled', enabled)],
  disabledReason: ({ disabledReason }) => [plain('disabled_reason', disabledReason)],
  method: ({ method }) => [plain('method', method)],
  payloadType: ({ payloadType }) => [plain('payload_type', payloadType)],
  alertFlags: ({ alertFlags: { low, medium, high, cleared } }) => [
    plain('low_alert', low),
    plain('med_alert', medium),
    plain('high_alert', high),
    plain('cleared_alert', cleared),
  ],
  description: ({ description }) => [plain('description', description)],
  payloadTemplate: ({ payloadTemplate }) => [template('payload_template', payloadTemplate)],
  headers: ({ headers }) =>
    headers.map(({ id, key, value }) => ({
      field: `http_headers[${id}]`,
      value: `${key}: ${value}`,
      show: () => `${key}: ${HIDDEN}`,
      secret: value,
    })),
  signingSecrets: ({ signingSecrets }) =>
    signingSecrets.flatMap(({ id, secret, expiresAt }) => [
      hidden(`signing_secrets[${id}]`, secret),
      plain(`signing_secrets[${id}].expires_at`, expiresAt === null ? null : formatInstant(expiresAt)),
    ]),
  revision: () => [],
  createdAt: () => [],
  updatedAt: () => [],
  routedSince: () => [],
  matchOwner: () => [],
}

function facetsOf(webhook: Webhook | undefined): readonly Facet[] {
  if (webhook === undefined) return []
  return Object.entries(FACETS).flatMap(([field, facets]) =>
    field === 'alertFlags'
      ? [...facets(webhook), ...SETTINGS.flatMap((setting) => facetsOfSetting(setting, webhook))]
      : facets(webhook),
  )
}

function facetsOfSetting(setting: AnySetting, webhook: Webhook): readonly Facet[] {
  const { name, wire, spelling } = setting
  if (name === 'tls') return facetsOfTls(webhook)
  if (name === 'clearRequest') return facetsOfClearRequest(webhook)
  const value = webhook[name]
  if (typeof value === 'string' || typeof value === 'boolean')
    return [{ ...plain(wire, value), isUnsaid: value === unsaidValue(setting) }]
  if (value === null || typeof value === 'number')
    return [plain(wire, value && (spelling?.format(value) ?? value))]
  return [plain(wire, spelling?.format(value) ?? JSON.stringify(value))]
}

function facetsOfTls({ tls }: Webhook): readonly Facet[] {
  return [
    digested('tls.ca_certificates', tls && tls.ca),
    digested('tls.client_certificate', tls && tls.certificate),
    hidden('tls.client_key', tls && tls.key),
    plain('tls.insecure', tls && tls.insecure),
  ]
}

function facetsOfClearRequest({ clearRequest }: Webhook): readonly Facet[] {
  if (clearRequest === null) return []
  const { method, url, payloadTemplate } = clearRequest
  return [
    plain('clear_request.method', method),
    { field: 'clear_request.url', value: url, show: () => redactUrl(url) },
    template('clear_request.payload_template', payloadTemplate),
  ]
}

function template(field: string, text: string): Facet {
  const redacted = once(() => redactText(text))
  const show = (other: Facet | undefined) => showTemplate(text, redacted(), other?.redacted?.())
  return { field, value: text, show, redacted }
}

function plain(field: string, value: AuditValue): Facet {
  return { field, value, show: () => value }
}

function hidden(field: string, value: string | null): Facet {
  return { field, value, show: () => HIDDEN }
}

function digested(field: string, value: string | null): Facet {
  return { field, value, show: () => describeSize(value ?? '') }
}

function compare(field: string, before: Facet | undefined, after: Facet | undefined): readonly FieldChange[] {
  const [was, is] = [valueOf(before), valueOf(after)]
  if (was === is) return []
  if ((before ?? after)?.isUnsaid === true && (!before || !after)) return []
  const from = show(before, after)
  const to = show(after, before)
  const hasHiddenChange = from === to || (was !== null && is !== null && before?.secret !== after?.secret)
  return [{ field, from, to: hasHiddenChange ? `${to} (changed)` : to }]
}

function valueOf(facet: Facet | undefined): AuditValue {
  return facet === undefined || facet.value === '' ? null : facet.value
}

function show(facet: Facet | undefined, other: Facet | undefined): AuditValue {
  if (facet === undefined || valueOf(facet) === null) return null
  const shown = facet.show(valueOf(other) === null ? undefined : other)
  return typeof shown === 'string' ? shorten(shown, VALUE_CHARACTERS_MAX) : shown
}

function showTemplate(text: string, redacted: string, other: string | undefined): string {
  const differsAt = other === undefined ? 0 : firstDifference(redacted, other)
  const from = Math.max(0, differsAt - EXCERPT_LEAD_CHARACTERS)
  const excerpt = shorten(redacted.slice(from).toWellFormed(), EXCERPT_CHARACTERS_MAX)
  return `${from > 0 ? '…' : ''}${excerpt} (${describeSize(text)})`
}

function firstDifference(text: string, other: string): number {
  if (text === other) return 0
  let at = 0
  while (
    at + COMPARED_CHARACTERS <= text.length &&
    other.startsWith(text.slice(at, at + COMPARED_CHARACTERS), at)
  ) {
    at += COMPARED_CHARACTERS
  }
  while (at < text.length && text.charCodeAt(at) === other.charCodeAt(at)) at += 1
  return at
}

function once<Result>(compute: () => Result): () => Result {
  let known: { readonly result: Result } | undefined
  return () => (known ??= { result: compute() }).result
}

function describeSize(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, DIGEST_CHARACTERS)
  return `${Buffer.byteLength(text)} bytes, SHA-256 ${digest}…`
}

function shorten(text: string, charactersMax: number): string {
  // A character has at most two code units.
  const characters = Array.from(text.slice(0, 2 * charactersMax + 2))
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax - 1).join('')}…`
}

function bound(changes: readonly FieldChange[]): DescribedChange {
  let bytes = 0
  const kept = changes.filter((change) => {
    bytes += Buffer.byteLength(JSON.stringify(change)) + 1
    return bytes <= CHANGES_BYTES_MAX
  })
  return { changes: kept, leftOutCount: changes.length - kept.length }
}
