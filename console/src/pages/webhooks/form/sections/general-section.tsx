import { Switch, Textarea, TextInput } from '@mantine/core'
import { LABELS } from '../field-labels.ts'
import { type FormPartProps, textField } from '../form-part.tsx'
import { FormSection } from '../form-sections.tsx'
import styles from '../form.module.css'
import { MethodField, UrlField } from './request-fields.tsx'

export function GeneralSection({ state }: FormPartProps) {
  const { form, set } = state
  return (
    <FormSection id="general">
      <TextInput
        description="Shown in lists. Names need not be unique."
        required
        maxLength={255}
        {...textField(state, 'name')}
      />
      <UrlField
        state={state}
        field="url"
        description="Absolute, http or https. Markers such as %AlertID% may stand in its path and query."
      />
      <div className={styles.pair}>
        <MethodField
          state={state}
          field="method"
          description="Use POST unless the receiver asks for another."
        />
        <Switch
          mt={{ base: 0, xs: 28 }}
          label={LABELS.enabled}
          description="While it is disabled, the receiver gets nothing; unfinished deliveries wait until it is enabled."
          checked={form.enabled}
          onChange={({ currentTarget }) => set('enabled', currentTarget.checked)}
        />
      </div>
      <TextInput
        description="To find and group webhooks. They do not change what is sent."
        placeholder="team=dba, env=prod"
        {...textField(state, 'tags')}
      />
      <Textarea
        description="For people: who owns it, and whom to ask."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        {...textField(state, 'description')}
      />
    </FormSection>
  )
}
