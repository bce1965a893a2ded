import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { HIDDEN } from '../../webhook-types.ts'
import styles from '../form.module.css'
import type { HeaderEntry } from '../webhook-form.ts'

interface HeaderRowProps {
  readonly entry: HeaderEntry
  /** Counted from 1, for the labels. */
  readonly number: number
  readonly onChange: (entry: HeaderEntry) => void
  readonly onRemove: () => void
  readonly issue: { readonly member: string; readonly message: string } | undefined
}

/** A header. A stored value that the caller may not see stays until another one is typed. */
export function HeaderRow({ entry, number, onChange, onRemove, issue }: HeaderRowProps) {
  const isHidden = entry.id !== null && entry.value === HIDDEN
  const about = entry.name || `header ${number}`
  const valueError = issue && issue.member !== 'http_header_key' ? issue.message : undefined
  return (
    <div className={styles.headerRow} role="group" aria-label={`Header ${number}`}>
      <TextInput
        aria-label={`Name of header ${number}`}
        placeholder="Name"
        className={styles.mono!}
        value={entry.name}
        maxLength={256}
        spellCheck={false}
        autoComplete="off"
        error={issue?.member === 'http_header_key' ? issue.message : undefined}
        onChange={({ currentTarget }) => onChange({ ...entry, name: currentTarget.value })}
      />
      {isHidden ? (
        <TextInput
          aria-label={`Value of ${about}, hidden`}
          value="Hidden and unchanged"
          readOnly
          variant="filled"
          error={valueError}
          rightSectionWidth={78}
          rightSection={
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Replace the value of ${about}`}
              onClick={() => onChange({ ...entry, value: '' })}
            >
              Replace
            </Button>
          }
        />
      ) : (
        <TextInput
          aria-label={`Value of ${about}`}
          placeholder="Value; markers are filled in"
          className={styles.mono!}
          value={entry.value}
          spellCheck={false}
          autoComplete="off"
          error={valueError}
          onChange={({ currentTarget }) => onChange({ ...entry, value: currentTarget.value })}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`Remove the header ${about}`}
        onClick={onRemove}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </div>
  )
}
