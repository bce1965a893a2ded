import { ActionIcon, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ConditionEntry, ConditionKind } from '../response-conditions.ts'
import styles from '../form.module.css'

interface ConditionRowProps {
  readonly entry: ConditionEntry
  readonly number: number
  readonly onChange: (entry: ConditionEntry) => void
  readonly onRemove: () => void
  readonly error: string | undefined
}

const KINDS: readonly { readonly value: ConditionKind; readonly label: string }[] = [
  { value: 'member', label: 'JSON member is' },
  { value: 'contains', label: 'Body contains' },
  { value: 'lacks', label: 'Body lacks' },
]

export function ConditionRow({ entry, number, onChange, onRemove, error }: ConditionRowProps) {
  return (
    <div className={styles.conditionRow} role="group" aria-label={`Condition ${number}`}>
      <NativeSelect
        aria-label={`Kind of condition ${number}`}
        data={[...KINDS]}
        value={entry.kind}
        onChange={({ currentTarget }) => onChange({ ...entry, kind: currentTarget.value as ConditionKind })}
      />
      <Group gap={8} wrap="nowrap" align="start" grow>
        {entry.kind === 'member' && (
          <TextInput
            aria-label={`Member of condition ${number}`}
            placeholder="ok, or result.code"
            className={styles.mono!}
            value={entry.member}
            onChange={({ currentTarget }) => onChange({ ...entry, member: currentTarget.value })}
          />
        )}
        <TextInput
          aria-label={`Value of condition ${number}`}
          placeholder={entry.kind === 'member' ? 'true' : 'a text'}
          className={styles.mono!}
          value={entry.text}
          error={error}
          onChange={({ currentTarget }) => onChange({ ...entry, text: currentTarget.value })}
        />
      </Group>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`Remove condition ${number}`}
        onClick={onRemove}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </div>
  )
}
