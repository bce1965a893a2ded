import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { sentenceFor, sentenceForEntry } from '../form-issues.ts'
import type { FormPartProps } from '../form-part.ts'
import { FormSection } from '../form-section.tsx'
import { HeaderRow } from './header-row.tsx'
import { newRow, type HeaderEntry } from '../webhook-form.ts'

const HEADERS_MAX = 64

/** Shows the headers of the request. */
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
