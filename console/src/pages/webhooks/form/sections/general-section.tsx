import { Autocomplete, Switch, Textarea, TextInput } from '@mantine/core'
import { HIDDEN } from '../../webhook-types.ts'
import { LABELS } from '../field-labels.ts'
import { textField, type FormPartProps } from '../form-part.ts'
import { FormSection } from '../form-section.tsx'
import styles from '../form.module.css'
import { sentenceFor } from '../form-issues.ts'
import { METHODS } from './methods.ts'

/** What it is called, and where it goes. */
export function GeneralSection({ state }: FormPartProps) {
  const { form, set, issues } = state
  const isUrlHidden = form.url.includes(HIDDEN)
  return (
    <FormSection id="general">
      <TextInput
        label={LABELS.name}
        description="What people call it. Names need not be unique."
        required
        maxLength={255}
        {...textField(state, 'name')}
      />
      <TextInput
        label={LABELS.url}
        description={
          isUrlHidden
            ? `${HIDDEN} stands for a part that is secret. It stays as it is; to change the address, type all of it.`
            : 'Absolute, http or https. Markers such as %AlertID% may stand in its path and query.'
        }
        required
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        className={styles.mono!}
        placeholder="https://receiver.example.com/alerts"
        {...textField(state, 'url')}
      />
      <div className={styles.pair}>
        <Autocomplete
          label={LABELS.method}
          description="POST unless the receiver asks for another."
          data={METHODS}
          maxLength={32}
          filter={({ options }) => options}
          className={styles.mono!}
          value={form.method}
          onChange={(value) => set('method', value)}
          error={sentenceFor('method', issues)}
        />
        <Switch
          mt={{ base: 0, xs: 28 }}
          label={LABELS.enabled}
          description="Disabled, it sends nothing, and what is unfinished is parked until it is enabled again."
          checked={form.enabled}
          onChange={({ currentTarget }) => set('enabled', currentTarget.checked)}
        />
      </div>
      <Textarea
        label={LABELS.description}
        description="For people: whose it is, and whom to ask."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        {...textField(state, 'description')}
      />
    </FormSection>
  )
}
