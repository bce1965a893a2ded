import { Checkbox, Input, Radio, Stack, TextInput } from '@mantine/core'
import { LABELS } from '../field-labels.ts'
import { sentenceFor } from '../form-issues.ts'
import { type FormPartProps, settingField } from '../form-part.tsx'
import { FormSection } from '../form-sections.tsx'
import { mayChooseMode } from '../webhook-change.ts'
import { TemplateField } from '../../template/template-field.tsx'
import styles from '../form.module.css'
import type { WebhookFormState } from '../use-webhook-form.ts'
import { MethodField, UrlField } from './request-fields.tsx'

/** Shows the mode, and how a clear is sent. */
export function ModeSection({ state }: FormPartProps) {
  const { form, set, fill, issues } = state
  if (!mayChooseMode(form)) {
    const events = form.payload_type === 'JOB' ? 'job run' : 'clear'
    return (
      <FormSection id="mode">
        <Input.Description>The receiver gets every {events}, in order.</Input.Description>
      </FormSection>
    )
  }
  return (
    <FormSection id="mode">
      <Radio.Group
        label={LABELS.mode}
        value={form.mode}
        onChange={(mode) => set('mode', mode === 'current_state' ? 'current_state' : 'every_change')}
        error={sentenceFor('mode', issues)}
      >
        <Stack gap="sm" mt={8}>
          <Radio
            value="current_state"
            label="Current state: one message per alert, one when it ends"
            description="For people, chats and incidents: after an outage it gets the current state of each alert once; alerts that came and went are skipped."
          />
          <Radio
            value="every_change"
            label="Every change, in order"
            description="For archives and programs that want the whole history. A clear request, missed alerts and reminders need current-state mode, and are removed when you save."
          />
        </Stack>
      </Radio.Group>
      {form.mode === 'current_state' && (
        <>
          <Checkbox
            label={LABELS.missed_alerts}
            description="The receiver also gets alerts that were raised and cleared while it was down: each once, with both times."
            checked={form.missed_alerts === 'notify'}
            onChange={({ currentTarget }) => set('missed_alerts', currentTarget.checked ? 'notify' : 'skip')}
            error={sentenceFor('missed_alerts', issues)}
          />
          <TextInput
            description="The receiver is reminded of an alert that lasts: with 1h,4h,1d after an hour, four hours later, then every day. Nobody is reminded of an acknowledged one."
            placeholder="None"
            {...settingField(state, 'remind')}
          />
          <Checkbox
            label={LABELS.has_clear_request}
            description="For receivers that open an incident at one address and close it at another. The headers are the same."
            checked={form.has_clear_request}
            onChange={({ currentTarget: { checked } }) =>
              fill({
                has_clear_request: checked,
                ...(checked && form.clear_template === '' && { clear_template: form.payload_template }),
              })
            }
            error={sentenceFor('has_clear_request', issues)}
          />
          {form.has_clear_request && <ClearRequestFields state={state} />}
        </>
      )}
    </FormSection>
  )
}

function ClearRequestFields({ state }: { readonly state: WebhookFormState }) {
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
