import { ActionIcon, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { hasMember, KINDS, type ConditionEntry, type ConditionKind } from '../response-conditions.ts'
import styles from '../form.module.css'

interface ConditionRowProps {
  readonly entry: ConditionEntry
  readonly number: number
  readonly onChange: (entry: ConditionEntry) => void
  readonly onRemove: () => void
  readonly error: string | undefined
}

export function ConditionRow({ entry, number, onChange, onRemove, error }: ConditionRowProps) {
  return (
    <div className={styles.conditionRow} role="group" aria-label={`Condition ${number}`}>
      <NativeSelect
        aria-label={`Kind of condition ${number}`}
        data={KINDS.map(({ value, label }) => ({ value, label }))}
        value={entry.kind}
        onChange={({ currentTarget }) => onChange({ ...entry, kind: currentTarget.value as ConditionKind })}
      />
      <Group gap={8} wrap="nowrap" align="start" grow>
        {hasMember(entry.kind) && (
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
          placeholder={KINDS.find(({ value }) => value === entry.kind)?.example ?? ''}
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
