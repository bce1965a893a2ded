import { type FormField, type WebhookForm, FORM_FIELDS, isSame, type HeaderEntry } from './webhook-form.ts'
import { HIDDEN } from '../webhook-types.ts'
import { ofPlainSettings } from './plain-settings.ts'
import { toResponseRule } from './response-conditions.ts'

/** Words for an empty field. */
const EMPTY: Partial<Record<FormField, string>> = {
  ...ofPlainSettings(({ absent }) => absent),
  ca_certificates: 'System certificates',
}

/** A form as opened, as typed here, and as saved by somebody else. */
export interface ThreeForms {
  readonly base: WebhookForm
  readonly mine: WebhookForm
  readonly theirs: WebhookForm
}

/** Fields that somebody else changed; `conflict`: here too, differently. */
interface TheirChange {
  readonly field: FormField
  readonly kind: 'theirs' | 'conflict'
}

export function theirChanges({ base, mine, theirs }: ThreeForms): readonly TheirChange[] {
  return FORM_FIELDS.filter((field) => !isSame(base, theirs, field) && !isSame(mine, theirs, field)).map(
    (field) => ({ field, kind: isSame(base, mine, field) ? 'theirs' : 'conflict' }),
  )
}

/** Merges two changes: theirs, except fields in `kept` that both changed. */
export function mergeForms(forms: ThreeForms, kept: ReadonlySet<FormField>): WebhookForm {
  const taken = theirChanges(forms).filter(({ field, kind }) => kind === 'theirs' || !kept.has(field))
  const { mine, theirs } = forms
  const merged = { ...mine, ...Object.fromEntries(taken.map(({ field }) => [field, theirs[field]])) }
  return { ...merged, http_headers: rebaseHeaders(merged.http_headers, theirs.http_headers) }
}

/** A header deleted by somebody else becomes new; its hidden value is lost. */
function rebaseHeaders(entries: readonly HeaderEntry[], stored: readonly HeaderEntry[]): HeaderEntry[] {
  const known = new Set(stored.map(({ id }) => id))
  return entries.map((entry) =>
    known.has(entry.id) ? entry : { ...entry, id: null, value: entry.value === HIDDEN ? '' : entry.value },
  )
}

/** Writes a field's value for comparison. */
export function showField(form: WebhookForm, field: FormField): string {
  const value = form[field]
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (field === 'mode') return value === 'current_state' ? 'Current state' : 'Every change'
  if (field === 'missed_alerts') return value === 'notify' ? 'On' : 'Off'
  if (field === 'http_headers') {
    return form.http_headers.map(({ name, value }) => `${name}: ${value}`).join('\n') || 'None'
  }
  if (field === 'response_rule') return JSON.stringify(toResponseRule(form.response_rule), null, 1)
  if (field === 'fallback_webhook_id') return value === null ? 'None' : `Webhook ${String(value)}`
  return String(value) || EMPTY[field] || 'Nothing'
}
