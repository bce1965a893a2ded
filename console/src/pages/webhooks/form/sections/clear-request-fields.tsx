import { TemplateField } from '../../template/template-field.tsx'
import { LABELS } from '../field-labels.ts'
import { sentenceFor } from '../form-issues.ts'
import styles from '../form.module.css'
import type { WebhookFormState } from '../use-webhook-form.ts'
import { MethodField, UrlField } from './request-fields.tsx'

/** The request that tells an end, as the form has it. */
export function ClearRequestFields({ state }: { readonly state: WebhookFormState }) {
  const { form, set, issues } = state
  return (
    <>
      <div className={styles.pair}>
        <UrlField
          state={state}
          field="clear_url"
          description="Tocsin calls this address when an alert clears; markers work as in the other URL."
        />
        <MethodField state={state} field="clear_method" description="The method that the receiver expects." />
      </div>
      <TemplateField
        label={LABELS.clear_template}
        describedBy="end-template-description"
        value={form.clear_template}
        onChange={(text) => set('clear_template', text)}
        form={form}
        error={sentenceFor('clear_template', issues)}
      />
    </>
  )
}
