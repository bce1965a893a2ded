import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../../../ui/page/confirm.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { readPairs } from '../../../ui/text/pairs-text.ts'
import type { ListedWebhook } from '../listed-webhook.ts'
import { describeTagChange, tagNamesOf, type TagChange } from './tag-change.ts'

interface TagDialogProps {
  readonly webhooks: readonly ListedWebhook[]
  readonly onConfirm: (change: TagChange) => Promise<void>
  readonly onClose: () => void
}

/** Asks for tags to add and remove, and says in numbers what that will do. */
export function TagDialog({ webhooks, onConfirm, onClose }: TagDialogProps) {
  const [typed, setTyped] = useState('')
  const [removed, setRemoved] = useState<readonly string[]>([])
  const change = { added: readPairs(typed), removed }
  const names = [...tagNamesOf(webhooks)]
  return (
    <Confirm
      isOpen
      title="Tag these webhooks"
      action="Tag the webhooks"
      onClose={onClose}
      onConfirm={() => onConfirm(change)}
    >
      <TextInput
        label="Add"
        description="A tag of the same name is replaced; the others stay."
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
        {describeTagChange(change, webhooks).map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
      </div>
    </Confirm>
  )
}
