import type { Webhook } from '../webhook-types.ts'
import { sentenceFor } from './form-issues.ts'
import type { WebhookFormState } from './use-webhook-form.ts'
import type { FormField } from './webhook-form.ts'

/** Props of every section of the form. */
export interface FormPartProps {
  readonly state: WebhookFormState
  /** The stored webhook; null: it is new. */
  readonly webhook: Webhook | null
}

/** Returns the props of a text field: its value, its change, and its mistake. */
export function textField<Field extends TextField>({ form, set, issues }: WebhookFormState, field: Field) {
  return {
    value: form[field],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      set(field, event.currentTarget.value),
    error: sentenceFor(field, issues),
  }
}

type TextField = Exclude<
  FormField,
  | 'enabled'
  | 'mode'
  | 'missed_alerts'
  | 'has_clear_request'
  | 'payload_type'
  | 'high_alert'
  | 'med_alert'
  | 'low_alert'
  | 'cleared_alert'
  | 'acknowledgements'
  | 'maintenance_windows'
  | 'http_headers'
  | 'response_rule'
  | 'fallback_webhook_id'
  | 'insecure'
>
