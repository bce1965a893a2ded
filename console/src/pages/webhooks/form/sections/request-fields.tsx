import { Autocomplete, TextInput } from '@mantine/core'
import { HIDDEN } from '../../webhook-types.ts'
import { LABELS } from '../field-labels.ts'
import { sentenceFor } from '../form-issues.ts'
import { textField } from '../form-part.tsx'
import styles from '../form.module.css'
import type { WebhookFormState } from '../use-webhook-form.ts'

/** Common methods; others can be typed. */
const METHODS = ['POST', 'PUT', 'PATCH', 'GET']

interface RequestFieldProps<Field extends string> {
  readonly state: WebhookFormState
  readonly field: Field
  readonly description: string
}

/** The address; secrets in it are hidden. */
export function UrlField({ state, field, description }: RequestFieldProps<'url' | 'clear_url'>) {
  return (
    <TextInput
      description={
        state.form[field].includes(HIDDEN)
          ? `${HIDDEN} hides a secret part, which does not change. To change the address, enter all of it.`
          : description
      }
      required
      type="text"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      className={styles.mono!}
      placeholder="https://receiver.example.com/alerts"
      {...textField(state, field)}
    />
  )
}

/** Offers common methods; others can be typed. */
export function MethodField({ state, field, description }: RequestFieldProps<'method' | 'clear_method'>) {
  const { form, set, issues } = state
  return (
    <Autocomplete
      label={LABELS[field]}
      description={description}
      data={METHODS}
      maxLength={32}
      filter={({ options }) => options}
      className={styles.mono!}
      value={form[field]}
      onChange={(value) => set(field, value)}
      error={sentenceFor(field, issues)}
    />
  )
}
