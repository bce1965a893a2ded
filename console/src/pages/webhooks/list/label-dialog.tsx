import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../../../ui/page/confirm.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { readLabels } from '../../../ui/text/labels-text.ts'
import type { ListedWebhook } from '../listed-webhook.ts'
import { describeLabelChange, labelNamesOf, type LabelChange } from './label-change.ts'

interface LabelDialogProps {
  readonly webhooks: readonly ListedWebhook[]
  readonly onConfirm: (change: LabelChange) => Promise<void>
  readonly onClose: () => void
}

/** Asks which labels the webhooks get and lose, and says in numbers what that will do. */
export function LabelDialog({ webhooks, onConfirm, onClose }: LabelDialogProps) {
  const [typed, setTyped] = useState('')
  const [removed, setRemoved] = useState<readonly string[]>([])
  const change = { added: readLabels(typed), removed }
  const names = [...labelNamesOf(webhooks)]
  return (
    <Confirm
      isOpen
      title="Label these webhooks"
      action="Label the webhooks"
      onClose={onClose}
      onConfirm={() => onConfirm(change)}
    >
      <TextInput
        label="Add"
        description="A label of the same name is replaced; the others stay."
        placeholder="team=dba, env=prod"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        data-autofocus
      />
      {names.length > 0 && (
        <Checkbox.Group label="Remove" value={[...removed]} onChange={setRemoved}>
          <Stack gap={8} mt={6}>
            {names.map(([name, count]) => (
              <Checkbox key={name} value={name} label={`${name} (${formatCount(count)})`} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <div role="status">
        {describeLabelChange(change, webhooks).map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
      </div>
    </Confirm>
  )
}
