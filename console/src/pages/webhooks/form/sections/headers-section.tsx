import { Button, Group, Text, ActionIcon, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { sentenceFor, sentenceForEntry } from '../form-issues.ts'
import type { FormPartProps } from '../form-part.tsx'
import { FormSection } from '../form-sections.tsx'
import { newRow, type HeaderEntry } from '../webhook-form.ts'
import { HIDDEN } from '../../webhook-types.ts'
import styles from '../form.module.css'

const HEADERS_MAX = 64

export function HeadersSection({ state }: FormPartProps) {
  const { form, base, set, issues } = state
  const entries = form.http_headers
  const error = sentenceFor('http_headers', issues)
  const put = (index: number, entry: HeaderEntry) => set('http_headers', entries.with(index, entry))
  const isTypeSet = entries.some(({ name }) => name.toLowerCase() === 'content-type')
  return (
    <FormSection
      id="headers"
      description="Header values are secret unless the name is known to be harmless: only people with the right to read secrets see them."
    >
      {entries.map((entry, index) => (
        <HeaderRow
          key={entry.row}
          entry={entry}
          number={index + 1}
          issue={sentenceForEntry('http_headers', index, issues)}
          onChange={(next) => put(index, next)}
          onRemove={() =>
            set(
              'http_headers',
              entries.filter((_entry, at) => at !== index),
            )
          }
        />
      ))}
      {!isTypeSet && (
        <Text size="sm" c="dimmed">
          Without a header Content-Type the body is JSON, and values are escaped for it.
        </Text>
      )}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} />}
          disabled={entries.length >= HEADERS_MAX}
          onClick={() => set('http_headers', [...entries, { row: newRow(), id: null, name: '', value: '' }])}
        >
          Add a header
        </Button>
        {state.changed.includes('http_headers') && (
          <Button variant="subtle" size="xs" onClick={() => set('http_headers', base.http_headers)}>
            Undo header changes
          </Button>
        )}
      </Group>
    </FormSection>
  )
}

interface HeaderRowProps {
  readonly entry: HeaderEntry
  /** Counted from 1, for the labels. */
  readonly number: number
  readonly onChange: (entry: HeaderEntry) => void
  readonly onRemove: () => void
  readonly issue: { readonly member: string; readonly message: string } | undefined
}

/** A header. A hidden value stays until another one is typed. */
function HeaderRow({ entry, number, onChange, onRemove, issue }: HeaderRowProps) {
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
