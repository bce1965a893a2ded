import { readPairs } from '../../../ui/text/pairs-text.ts'
import type { NewWebhook, WebhookChange } from '../webhook-types.ts'
import type { FixedPart } from '../webhook-search.ts'
import { ofPlainSettings, type PlainSetting } from './plain-settings.ts'
import { toResponseRule } from './response-conditions.ts'
import { changedFields, type FormField, type HeaderEntry, type WebhookForm } from './webhook-form.ts'

/** Tells whether the mode can be chosen: job runs, and clears alone, are all sent in order. */
export function mayChooseMode(
  form: Pick<WebhookForm, 'payload_type' | 'high_alert' | 'med_alert' | 'low_alert'>,
): boolean {
  return form.payload_type === 'ALERT' && (form.high_alert || form.med_alert || form.low_alert)
}

/** Returns the webhook for `POST /v1/webhooks`. */
export function toNewWebhook(form: WebhookForm): NewWebhook {
  const isCurrentState = mayChooseMode(form) && form.mode === 'current_state'
  return {
    name: form.name,
    description: form.description,
    tags: readPairs(form.tags),
    url: form.url,
    method: form.method,
    enabled: form.enabled,
    payload_type: form.payload_type,
    high_alert: form.high_alert,
    med_alert: form.med_alert,
    low_alert: form.low_alert,
    cleared_alert: form.cleared_alert,
    acknowledgements: form.payload_type === 'ALERT' && form.acknowledgements,
    maintenance_windows: form.payload_type === 'ALERT' && form.maintenance_windows,
    payload_template: form.payload_template,
    http_headers: form.http_headers.map(({ name, value }) => ({
      http_header_key: name,
      http_header_value: value,
    })),
    mode: isCurrentState ? 'current_state' : 'every_change',
    // Removes what the other mode does not know; the form hides it, too.
    missed_alerts: isCurrentState ? form.missed_alerts : 'skip',
    clear_request: isCurrentState && form.has_clear_request ? clearRequestOf(form) : null,
    ...plainSettingsOf(form),
    ...(isCurrentState ? { max_age: null } : { remind: null }),
    response_rule: toResponseRule(form.response_rule),
    fallback_webhook_id: form.fallback_webhook_id,
    tls: TLS_FIELDS.every((field) => !form[field]) ? null : tlsOf(form, TLS_FIELDS),
  }
}

const TLS_FIELDS = ['ca_certificates', 'client_certificate', 'client_key', 'insecure'] as const
type TlsField = (typeof TLS_FIELDS)[number]

/** Members that depend on the mode, and so on several fields. */
const OF_MODE = ['mode', 'missed_alerts', 'clear_request', 'remind', 'max_age'] as const
const MODE_FIELDS = [
  'mode',
  'missed_alerts',
  'has_clear_request',
  'clear_method',
  'clear_url',
  'clear_template',
  'remind',
  'max_age',
] as const satisfies readonly FormField[]

/** Returns only the differences, for `PATCH /v1/webhooks/{id}`. */
export function toChange(base: WebhookForm, form: WebhookForm): WebhookChange {
  const changed = changedFields(base, form)
  const [before, all] = [toNewWebhook(base), toNewWebhook(form)]
  const plain = changed.filter(
    (field) => !isTls(field) && !MODE_FIELDS.some((known) => known === field) && field !== 'http_headers',
  )
  const ofMode = OF_MODE.filter((member) => JSON.stringify(before[member]) !== JSON.stringify(all[member]))
  const tls = changed.filter(isTls)
  return {
    ...Object.fromEntries([...plain, ...ofMode].map((field) => [field, all[field as keyof NewWebhook]])),
    ...(changed.includes('http_headers') && { http_headers: form.http_headers.map(toHeaderChange) }),
    ...(tls.length > 0 && { tls: tlsOf(form, tls) }),
  }
}

function isTls(field: FormField): field is TlsField {
  return TLS_FIELDS.some((known) => known === field)
}

function clearRequestOf(form: WebhookForm): NonNullable<NewWebhook['clear_request']> {
  return { method: form.clear_method, url: form.clear_url, payload_template: form.clear_template }
}

/** A header that keeps its id keeps its hidden value. */
function toHeaderChange({ id, name, value }: HeaderEntry) {
  return {
    ...(id !== null && { http_header_id: id }),
    http_header_key: name,
    http_header_value: value,
  }
}

function tlsOf(form: WebhookForm, fields: readonly TlsField[]): NonNullable<NewWebhook['tls']> {
  return Object.fromEntries(
    fields.map((field) => [field, field === 'insecure' ? form.insecure : textOrNull(form[field])]),
  )
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}

function plainSettingsOf(form: WebhookForm): Pick<NewWebhook, PlainSetting> {
  const valueOf = { text: textOrNull, whole: wholeOrNull }
  return ofPlainSettings(({ member, kind }) => valueOf[kind](form[member])) as Pick<NewWebhook, PlainSetting>
}

/** Reads a whole number; other text is sent, and the service names the field. */
function wholeOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

/** Returns the changed part after which a receiver may accept earlier deliveries; undefined: none. */
export function fixedPartOf(change: WebhookChange): FixedPart | undefined {
  if (change.payload_template !== undefined) return 'template'
  if (change.url !== undefined) return 'URL'
  const others = [change.method, change.http_headers, change.clear_request, change.tls, change.response_rule]
  return others.some((value) => value !== undefined) ? 'definition' : undefined
}
