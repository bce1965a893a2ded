import { Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import type { WebhookFormState } from '../form/use-webhook-form.ts'
import { PresetCards } from '../presets/preset-cards.tsx'
import { presetQuery, presetsQuery } from '../presets/presets-api.ts'

interface PresetTemplatesProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly state: WebhookFormState
}

/** Replaces the template in the form by one of a preset. */
export function PresetTemplates({ isOpen, onClose, state }: PresetTemplatesProps) {
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
