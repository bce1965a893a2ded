import { Button, Group, Modal, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { issueAt } from '../../api/problem.ts'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { useAction } from '../../ui/page/use-action.ts'
import { toLocalInput } from '../../ui/text/local-time.ts'
import { MatchInput } from '../webhooks/match/match-input.tsx'
import { EverythingCheckbox } from './everything-checkbox.tsx'
import { BEGINS, bodyOf, LENGTHS, type SilenceDraft } from './silence-draft.ts'
import { saveSilence, silencePreviewQuery } from './silence-queries.ts'
import { SilencePreview } from './silence-preview.tsx'
import type { Silence } from './silence.ts'
import { WebhooksPicker } from './webhooks-picker.tsx'

interface SilenceDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The silence that is changed; absent: a new one. */
  readonly before?: Silence
  /** The matchers of a new silence. */
  readonly match?: string
  /** The webhooks of a new silence; absent: all. */
  readonly webhookIds?: readonly number[]
}

/** Creates a silence, or changes one. */
export function SilenceDialog({ isOpen, onClose, before, match, webhookIds }: SilenceDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="lg"
      title={before ? `Change silence ${before.id}` : 'New silence'}
    >
      <SilenceForm before={before} match={match ?? ''} webhookIds={webhookIds ?? []} onSaved={onClose} />
    </Modal>
  )
}

/** Time after which what is typed is checked, in milliseconds. */
const TYPED_MS = 350

interface SilenceFormProps {
  readonly before: Silence | undefined
  readonly match: string
  readonly webhookIds: readonly number[]
  readonly onSaved: () => void
}

function SilenceForm({ before, match, webhookIds, onSaved }: SilenceFormProps) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(before, { match, webhookIds }))
  const change = (given: Partial<SilenceDraft>) => setDraft({ ...draft, ...given })
  const [asked] = useDebouncedValue(draft.match, TYPED_MS)
  const { data: preview, error: previewError } = useQuery(silencePreviewQuery(asked))
  const { isBusy, error, run } = useAction()
  const hasBegun = before?.state === 'active'
  const save = () =>
    run(async () => {
      await saveSilence(bodyOf(draft, { hasBegun }), before?.id)
      const stale = [['silences'], ['alerts']]
      await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
      onSaved()
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="md">
        <ProblemAlert error={isShownAtField(error) ? null : error} />
        {hasBegun ? (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            It holds what meets <span className="mono">{draft.match}</span>. That cannot change any more: it
            has begun.
          </Text>
        ) : (
          <MatchInput
            label="Matchers"
            description="Alerts and job runs that meet these matchers are held."
            value={draft.match}
            onChange={(next) => change({ match: next, everything: false })}
            example={'server="db-1", name=~"Replication.*"'}
            payloadType="ALERT"
            message={issueAt(error, 'match') ?? issueAt(previewError, 'match')}
          />
        )}
        {preview && draft.match.trim() !== '' && previewError === null && (
          <SilencePreview preview={preview} />
        )}
        {!hasBegun && preview?.everything === true && (
          <EverythingCheckbox isMeant={draft.everything} onChange={(everything) => change({ everything })} />
        )}
        <Times draft={draft} onChange={change} hasBegun={hasBegun} error={issueAt(error, 'ends_at')} />
        {!hasBegun && (
          <WebhooksPicker value={draft.webhookIds} onChange={(webhookIds) => change({ webhookIds })} />
        )}
        <TextInput
          label="Reason"
          description="For whoever asks why nobody was notified."
          value={draft.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
          error={issueAt(error, 'reason')}
          maxLength={1000}
          required
          withAsterisk={false}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {before ? 'Save changes' : 'Create silence'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface TimesProps {
  readonly draft: SilenceDraft
  readonly onChange: (given: Partial<SilenceDraft>) => void
  readonly hasBegun: boolean
  readonly error: string | undefined
}

function Times({ draft, onChange, hasBegun, error }: TimesProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {!hasBegun && (
        <Select
          label="Begins"
          data={[...BEGINS]}
          value={draft.begins}
          onChange={(begins) => onChange({ begins: begins as SilenceDraft['begins'] })}
          allowDeselect={false}
        />
      )}
      {!hasBegun && draft.begins === 'at' && (
        <LocalTime label="Begin" value={draft.startsAt} onChange={(startsAt) => onChange({ startsAt })} />
      )}
      <Select
        label={hasBegun ? 'Ends in' : 'Lasts'}
        data={[...LENGTHS]}
        value={draft.length}
        onChange={(length) => onChange({ length: length ?? 'until' })}
        error={draft.length === 'until' ? undefined : error}
        allowDeselect={false}
      />
      {draft.length === 'until' && (
        <LocalTime
          label="End"
          value={draft.endsAt}
          onChange={(endsAt) => onChange({ endsAt })}
          error={error}
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

/** A moment in the reader's zone. */
function LocalTime({ label, value, onChange, error }: LocalTimeProps) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      required
      withAsterisk={false}
    />
  )
}

function draftOf(
  before: Silence | undefined,
  given: Pick<SilenceDraft, 'match' | 'webhookIds'>,
): SilenceDraft {
  if (!before)
    return { ...given, everything: false, begins: 'now', startsAt: '', length: '2h', endsAt: '', reason: '' }
  return {
    match: before.match,
    everything: before.everything,
    webhookIds: before.webhook_ids ?? [],
    begins: 'at',
    startsAt: toLocalInput(before.starts_at),
    length: 'until',
    endsAt: toLocalInput(before.ends_at),
    reason: before.reason,
  }
}

function isShownAtField(error: unknown): boolean {
  return ['match', 'ends_at', 'reason'].some((path) => issueAt(error, path) !== undefined)
}
