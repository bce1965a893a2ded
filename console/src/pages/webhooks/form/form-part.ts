import type { Webhook } from '../webhook-types.ts'
import { sentenceFor } from './form-issues.ts'
import type { WebhookFormState } from './use-webhook-form.ts'
import type { FormField } from './webhook-form.ts'

/** What every section of the form is given. */
export interface FormPartProps {
  readonly state: WebhookFormState
  /** As it is stored; null: it is a new one. */
  readonly webhook: Webhook | null
}

/** For a text field: its value, how it is changed, and what is wrong with it. */
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
  | 'http_headers'
  | 'response_rule'
  | 'fallback_webhook_id'
  | 'insecure'
>
