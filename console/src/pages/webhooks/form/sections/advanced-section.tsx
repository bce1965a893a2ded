import { Button, Input, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ConditionEntry } from '../response-conditions.ts'
import { ConditionRow } from './condition-row.tsx'
import { FallbackSelect } from './fallback-select.tsx'
import { LABELS } from '../field-labels.ts'
import { sentenceFor, sentenceForEntry } from '../form-issues.ts'
import { textField, type FormPartProps } from '../form-part.ts'
import { FormSection } from '../form-section.tsx'
import { FurtherSettings } from './further-settings.tsx'
import { newRow } from '../webhook-form.ts'

const SHOWN = ['response_size_max', 'fallback_after'] as const

/** Shows settings that few webhooks need. */
export function AdvancedSection({ state, webhook }: FormPartProps) {
  const { form, set, issues } = state
  const conditions = form.response_rule
  const put = (next: readonly ConditionEntry[]) => set('response_rule', next)
  return (
    <FormSection id="advanced">
      <Input.Wrapper
        label={LABELS.response_rule}
        description="A 2xx response counts as delivered only if it meets all conditions. Without a condition, every 2xx counts, a login page as well."
        error={sentenceFor('response_rule', issues)}
      >
        <Stack gap={8} mt={8} align="stretch">
          {conditions.map((entry, index) => (
            <ConditionRow
              key={entry.row}
              entry={entry}
              number={index + 1}
              error={sentenceForEntry('response_rule', index, issues)?.message}
              onChange={(next) => put(conditions.with(index, next))}
              onRemove={() => put(conditions.filter((_entry, at) => at !== index))}
            />
          ))}
          <div>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={15} />}
              onClick={() =>
                put([...conditions, { row: newRow(), kind: 'member equals', member: '', text: '' }])
              }
            >
              Add a condition
            </Button>
          </div>
        </Stack>
      </Input.Wrapper>
      <TextInput
        label={LABELS.response_size_max}
        description="Tocsin reads and stores this much of each response, up to 1mb."
        placeholder="16kb, unless the server is set otherwise"
        maxLength={20}
        {...textField(state, 'response_size_max')}
      />
      <FallbackSelect
        value={form.fallback_webhook_id}
        payloadType={form.payload_type}
        exceptId={webhook?.id ?? null}
        error={sentenceFor('fallback_webhook_id', issues)}
        onChange={(id) => set('fallback_webhook_id', id)}
      />
      <TextInput
        label={LABELS.fallback_after}
        description="The fallback is also notified after a delivery has failed for this long, up to 7d; retries continue here."
        placeholder="15m"
        maxLength={20}
        {...textField(state, 'fallback_after')}
      />
      <FurtherSettings state={state} section="advanced" shown={SHOWN} />
    </FormSection>
  )
}
