import { Button, Modal, Stack, Text } from '@mantine/core'
import { IconLayoutGrid } from '@tabler/icons-react'
import { useState } from 'react'
import type { DialogProps } from '../../../ui/page/confirm.tsx'
import { LABELS } from '../form/field-labels.ts'
import { sentenceFor } from '../form/form-issues.ts'
import type { FormPartProps } from '../form/form-part.tsx'
import { FormSection } from '../form/form-sections.tsx'
import styles from '../form/form.module.css'
import { PreviewPanel } from '../test/preview-panel.tsx'
import type { Tried } from '../test/test-api.ts'
import type { TestValues } from '../test/test-values.ts'
import { TemplateField } from './template-field.tsx'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import type { WebhookFormState } from '../form/use-webhook-form.ts'
import { PresetCards } from '../presets/preset-cards.tsx'
import { presetQuery, presetsQuery } from '../presets/presets-api.ts'

interface TemplateSectionProps extends FormPartProps {
  readonly tried: Tried
  readonly values: TestValues
  readonly onValues: (values: TestValues) => void
}

/** Shows the template, and beside it the request that it makes. */
export function TemplateSection({ state, tried, values, onValues }: TemplateSectionProps) {
  const { form, set, issues } = state
  const [isChoosing, setChoosing] = useState(false)
  return (
    <FormSection
      id="template"
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconLayoutGrid size={15} />}
          onClick={() => setChoosing(true)}
        >
          Start from a preset
        </Button>
      }
    >
      <div className={styles.template}>
        <div className={styles.beside}>
          <TemplateField
            label={LABELS.payload_template}
            describedBy="template-description"
            value={form.payload_template}
            onChange={(text) => set('payload_template', text)}
            form={form}
            error={sentenceFor('payload_template', issues)}
          />
          <PreviewPanel tried={tried} payloadType={form.payload_type} values={values} onValues={onValues} />
        </div>
      </div>
      <PresetTemplates isOpen={isChoosing} onClose={() => setChoosing(false)} state={state} />
    </FormSection>
  )
}

/** Replaces the template by a preset's. */
function PresetTemplates({ isOpen, onClose, state }: DialogProps & { readonly state: WebhookFormState }) {
  const client = useQueryClient()
  const { form, fill } = state
  const { data, error } = useQuery({ ...presetsQuery, enabled: isOpen })
  const [fault, setFault] = useState<unknown>(null)
  const fitting = (data?.items ?? []).filter(({ payload_types }) => payload_types.includes(form.payload_type))
  const choose = async (id: string) => {
    setFault(null)
    try {
      const { name, templates } = await client.fetchQuery(presetQuery(id))
      const template = templates[form.payload_type] ?? ''
      const gaps = [...new Set(template.match(/\{\{\w+\}\}/g) ?? [])]
      fill({ payload_template: template })
      onClose()
      notifications.show({
        title: `The template of ${name} is in the form`,
        message:
          gaps.length > 0
            ? `Replace ${gaps.join(' and ')} by your own values. Nothing is saved yet.`
            : 'Nothing is saved yet. Undo in the editor restores the old template.',
      })
    } catch (thrown) {
      setFault(thrown)
    }
  }
  return (
    <Modal opened={isOpen} onClose={onClose} size="xl" title="Start from a preset">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          It replaces the payload template and nothing else.
        </Text>
        <ProblemAlert error={fault ?? error} />
        <PresetCards presets={fitting} onChoose={(id) => void choose(id)} />
      </Stack>
    </Modal>
  )
}
