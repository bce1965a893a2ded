import { writePairs } from '../../../ui/text/pairs-text.ts'
import { HIDDEN, type NewWebhook, type Webhook } from '../webhook-types.ts'
import { ofPlainSettings } from './plain-settings.ts'
import { toConditions } from './response-conditions.ts'

export interface HeaderEntry {
  /** The key of the row; never sent. */
  readonly row: string
  /** Null: it is new. */
  readonly id: number | null
  readonly name: string
  /** `***`: the stored value, hidden and unchanged. */
  readonly value: string
}

/** Returns the form of a webhook or draft; absent members get the API's defaults. */
export function toForm(webhook: Webhook | NewWebhook) {
  const { tls } = webhook
  return {
    name: webhook.name,
    description: webhook.description ?? '',
    tags: writePairs(webhook.tags),
    url: webhook.url,
    method: webhook.method ?? 'POST',
    enabled: webhook.enabled ?? true,
    payload_type: webhook.payload_type ?? 'ALERT',
    high_alert: webhook.high_alert ?? true,
    med_alert: webhook.med_alert ?? true,
    low_alert: webhook.low_alert ?? true,
    cleared_alert: webhook.cleared_alert ?? true,
    acknowledgements: webhook.acknowledgements ?? false,
    maintenance_windows: webhook.maintenance_windows ?? false,
    payload_template: webhook.payload_template ?? '',
    http_headers: toHeaderEntries(webhook.http_headers ?? []),
    mode: webhook.mode ?? 'current_state',
    missed_alerts: webhook.missed_alerts ?? 'skip',
    has_clear_request: Boolean(webhook.clear_request),
    clear_method: webhook.clear_request?.method ?? 'POST',
    clear_url: webhook.clear_request?.url ?? '',
    clear_template: webhook.clear_request?.payload_template ?? '',
    ...ofPlainSettings(({ member }) => String(webhook[member] ?? '')),
    response_rule: toConditions(webhook.response_rule ?? null),
    fallback_webhook_id: webhook.fallback_webhook_id ?? null,
    ca_certificates: tls?.ca_certificates ?? '',
    client_certificate: tls?.client_certificate ?? '',
    client_key: tls?.client_key ?? '',
    insecure: tls?.insecure ?? false,
  }
}

/**
 * A webhook as typed. Each member, named as in the API, is compared, kept and merged by itself. An empty text
 * is null: the server's setting, or none.
 */
export type WebhookForm = Readonly<ReturnType<typeof toForm>>

export type FormField = keyof WebhookForm

export const EMPTY_FORM: WebhookForm = toForm({ name: '', url: '' })

export const FORM_FIELDS = Object.keys(EMPTY_FORM) as readonly FormField[]

function toHeaderEntries(
  headers: NonNullable<NewWebhook['http_headers']> | Webhook['http_headers'],
): readonly HeaderEntry[] {
  return headers.map((header, index) => {
    const id = 'http_header_id' in header ? header.http_header_id : null
    return {
      row: id === null ? `draft-${index}` : `stored-${id}`,
      id,
      name: header.http_header_key,
      value: header.http_header_value,
    }
  })
}

/** Copies a webhook. Hidden values cannot be copied: they are empty, and named. */
export function toCopy(webhook: Webhook): {
  readonly form: WebhookForm
  readonly hidden: readonly string[]
} {
  const form = toForm(webhook)
  const isUrlHidden = form.url.includes(HIDDEN)
  const isClearUrlHidden = form.clear_url.includes(HIDDEN)
  const hiddenHeaders = form.http_headers.filter(({ value }) => value === HIDDEN)
  return {
    form: {
      ...form,
      name: `Copy of ${form.name}`.slice(0, 255),
      url: isUrlHidden ? '' : form.url,
      clear_url: isClearUrlHidden ? '' : form.clear_url,
      http_headers: form.http_headers.map((entry, index) => ({
        ...entry,
        id: null,
        row: `draft-${index}`,
        value: entry.value === HIDDEN ? '' : entry.value,
      })),
      client_key: form.client_key === HIDDEN ? '' : form.client_key,
    },
    hidden: [
      ...(isUrlHidden ? ['the URL'] : []),
      ...(isClearUrlHidden ? ['the clear URL'] : []),
      ...hiddenHeaders.map(({ name }) => `the header ${name}`),
      ...(form.client_key === HIDDEN ? ['the client key'] : []),
    ],
  }
}

/** Fills in stored hidden values; typed ones stay. */
export function reveal(form: WebhookForm, stored: Webhook): WebhookForm {
  const values = new Map(
    stored.http_headers.map((header) => [header.http_header_id, header.http_header_value]),
  )
  return {
    ...form,
    url: form.url.includes(HIDDEN) ? stored.url : form.url,
    clear_url: form.clear_url.includes(HIDDEN)
      ? (stored.clear_request?.url ?? form.clear_url)
      : form.clear_url,
    http_headers: form.http_headers.map((entry) =>
      entry.value === HIDDEN && entry.id !== null
        ? { ...entry, value: values.get(entry.id) ?? entry.value }
        : entry,
    ),
  }
}

/** Tells whether a value is hidden that principals with the right scope see. */
export function hidesSomething(form: WebhookForm): boolean {
  const texts = [form.url, form.clear_url]
  return (
    texts.some((text) => text.includes(HIDDEN)) || form.http_headers.some(({ value }) => value === HIDDEN)
  )
}

export function isSame(one: WebhookForm, other: WebhookForm, field: FormField): boolean {
  return comparable(one[field]) === comparable(other[field])
}

export function changedFields(base: WebhookForm, form: WebhookForm): readonly FormField[] {
  return FORM_FIELDS.filter((field) => !isSame(base, form, field))
}

/** Leaves out the form's own row keys. */
function comparable(value: WebhookForm[FormField]): string {
  return JSON.stringify(value, (key, part: unknown) => (key === 'row' ? undefined : part))
}

let rowCount = 0

export function newRow(): string {
  rowCount += 1
  return `new-${rowCount}`
}
