import { Autocomplete, TextInput } from '@mantine/core'
import { TemplateField } from '../../template/template-field.tsx'
import { HIDDEN } from '../../webhook-types.ts'
import { LABELS } from '../field-labels.ts'
import { sentenceFor } from '../form-issues.ts'
import { textField } from '../form-part.ts'
import styles from '../form.module.css'
import type { WebhookFormState } from '../use-webhook-form.ts'
import { METHODS } from './methods.ts'

/** The request that tells an end, as the form has it. */
export function EndFields({ state }: { readonly state: WebhookFormState }) {
  const { form, set, issues } = state
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          label={LABELS.end_url}
          description={
            form.end_url.includes(HIDDEN)
              ? `${HIDDEN} stands for a part that is secret. It stays as it is; to change the address, type all of it.`
              : 'Where the end is told; markers as in the other URL.'
          }
          required
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          className={styles.mono!}
          placeholder="https://receiver.example.com/alerts"
          {...textField(state, 'end_url')}
        />
        <Autocomplete
          label={LABELS.end_method}
          description="As the receiver asks for it."
          data={METHODS}
          maxLength={32}
          filter={({ options }) => options}
          className={styles.mono!}
          value={form.end_method}
          onChange={(value) => set('end_method', value)}
          error={sentenceFor('end_method', issues)}
        />
      </div>
      <TemplateField
        label={LABELS.end_template}
        describedBy="end-template-description"
        value={form.end_template}
        onChange={(text) => set('end_template', text)}
        form={form}
        error={sentenceFor('end_template', issues)}
      />
    </>
  )
}
