import { Checkbox, Input, Radio, Stack } from '@mantine/core'
import { LABELS } from '../field-labels.ts'
import { sentenceFor } from '../form-issues.ts'
import type { FormPartProps } from '../form-part.ts'
import { FormSection } from '../form-section.tsx'
import { EndFields } from './end-fields.tsx'

/** Whether it hears of each change of an alert, or of what is so now, and how it is told of an end. */
export function ModeSection({ state }: FormPartProps) {
  const { form, set, fill, issues } = state
  if (form.payload_type === 'JOB') {
    return (
      <FormSection id="mode">
        <Input.Description>Job runs are told one by one, in their order.</Input.Description>
      </FormSection>
    )
  }
  return (
    <FormSection id="mode">
      <Radio.Group
        label={LABELS.mode}
        value={form.mode}
        onChange={(mode) => set('mode', mode === 'present' ? 'present' : 'changes')}
        error={sentenceFor('mode', issues)}
      >
        <Stack gap="sm" mt={8}>
          <Radio
            value="present"
            label="What is so now, once, and that it is over"
            description="For people, chats and incidents: after a time without an answer it hears of each alert once, as it is then, and never of what is over and was not told."
          />
          <Radio
            value="changes"
            label="Each change, in its order"
            description="For archives and programs that want the whole history. Ways of telling an end and what was missed are not for this one, and go when you save."
          />
        </Stack>
      </Radio.Group>
      {form.mode === 'present' && (
        <>
          <Checkbox
            label={LABELS.missed}
            description="Once, with both times, when it could not be told while it lasted. Otherwise nobody hears of it."
            checked={form.missed === 'tell'}
            onChange={({ currentTarget }) => set('missed', currentTarget.checked ? 'tell' : 'drop')}
            error={sentenceFor('missed', issues)}
          />
          <Checkbox
            label={LABELS.has_end}
            description="For receivers that open an incident at one address and close it at another. The headers are the same."
            checked={form.has_end}
            onChange={({ currentTarget: { checked } }) =>
              fill({
                has_end: checked,
                ...(checked && form.end_template === '' && { end_template: form.payload_template }),
              })
            }
            error={sentenceFor('has_end', issues)}
          />
          {form.has_end && <EndFields state={state} />}
        </>
      )}
    </FormSection>
  )
}
