import { Select, SimpleGrid, TextInput } from '@mantine/core'
import type { DialogProps } from '../../ui/page/confirm.tsx'
import { api, take } from '../../api/client.ts'
import { issueAt } from '../../api/problem.ts'
import { HoldDialog, type HoldForm } from './hold-dialog.tsx'
import { bodyOf, describeLength, draftOf, type Silence, type SilenceDraft } from './silence.ts'

interface SilenceDialogProps extends DialogProps {
  /** The changed silence; absent: a new one. */
  readonly before?: Silence
  /** A new silence's matchers. */
  readonly match?: string
  /** A new silence's webhooks; absent: all. */
  readonly webhookIds?: readonly number[]
}

export function SilenceDialog({ isOpen, onClose, before, match, webhookIds }: SilenceDialogProps) {
  return (
    <HoldDialog
      isOpen={isOpen}
      onClose={onClose}
      title={before ? `Change silence ${before.id}` : 'New silence'}
      begin={() => draftOf(before, match, webhookIds)}
      save={(draft) => saveSilence(draft, before?.id)}
      action={before ? 'Save changes' : 'Create silence'}
      example={'server="db-1", name=~"Replication.*"'}
      isFixed={before?.state === 'active'}
      shownAtFields={['ends_at']}
      renderTimes={(form) => <Times {...form} />}
    />
  )
}

function saveSilence(draft: SilenceDraft, id: number | undefined): Promise<unknown> {
  const body = bodyOf(draft)
  if (id === undefined) return take(api.POST('/v1/silences', { body }))
  return take(api.PATCH('/v1/silences/{id}', { params: { path: { id } }, body }))
}

const BEGINS = [
  { value: 'now', label: 'Now' },
  { value: 'at', label: 'At a time' },
] as const

const LENGTHS = [
  ...['30m', '1h', '2h', '4h', '8h', '1d', '7d'].map((value) => ({ value, label: describeLength(value) })),
  { value: 'until', label: 'Until a time' },
]

function Times({ draft, change, error }: HoldForm<SilenceDraft>) {
  const { hasBegun } = draft
  const mistake = issueAt(error, 'ends_at')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {!hasBegun && (
        <Select
          label="Begins"
          data={[...BEGINS]}
          value={draft.begins}
          onChange={(begins) => change({ begins: begins as SilenceDraft['begins'] })}
          allowDeselect={false}
        />
      )}
      {!hasBegun && draft.begins === 'at' && (
        <LocalTime label="Begin" value={draft.startsAt} onChange={(startsAt) => change({ startsAt })} />
      )}
      <Select
        label={hasBegun ? 'Ends in' : 'Lasts'}
        data={LENGTHS}
        value={draft.length}
        onChange={(length) => change({ length: length ?? 'until' })}
        error={draft.length === 'until' ? undefined : mistake}
        allowDeselect={false}
      />
      {draft.length === 'until' && (
        <LocalTime
          label="End"
          value={draft.endsAt}
          onChange={(endsAt) => change({ endsAt })}
          error={mistake}
        />
      )}
    </SimpleGrid>
  )
}

interface LocalTimeProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
}

/** A time in the reader's zone. */
function LocalTime({ onChange, ...field }: LocalTimeProps) {
  return (
    <TextInput
      {...field}
      type="datetime-local"
      onChange={(event) => onChange(event.currentTarget.value)}
      required
      withAsterisk={false}
    />
  )
}
