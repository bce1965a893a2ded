import { Button, Checkbox, Group, Modal, Stack, TextInput, Table, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { issueAt } from '../../api/problem.ts'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { useAction } from '../../ui/page/use-action.ts'
import { EverythingCheckbox } from '../silences/everything-checkbox.tsx'
import { SilencePreview } from '../silences/silence-preview.tsx'
import { silencePreviewQuery } from '../silences/silence-queries.ts'
import { WebhooksPicker } from '../silences/webhooks-picker.tsx'
import { MatchInput } from '../webhooks/match/match-input.tsx'
import { draftOf, timesOf, type WindowDraft, bodyOf, type WindowTimes } from './window-draft.ts'
import { WindowTimesFields } from './window-times-fields.tsx'
import type { MaintenanceWindow, Occurrence } from './window.ts'
import { api, take } from '../../api/client.ts'

interface WindowDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The window that is changed; absent: a new one. */
  readonly before?: MaintenanceWindow
}

/** Creates a maintenance window, or changes one. */
export function WindowDialog({ isOpen, onClose, before }: WindowDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="lg"
      title={before ? `Change ${before.name}` : 'New maintenance window'}
    >
      <WindowForm before={before} onSaved={onClose} />
    </Modal>
  )
}

/** Time after which what is typed is checked, in milliseconds. */
const TYPED_MS = 350

interface WindowFormProps {
  readonly before: MaintenanceWindow | undefined
  readonly onSaved: () => void
}

function WindowForm({ before, onSaved }: WindowFormProps) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(before, Intl.DateTimeFormat().resolvedOptions().timeZone))
  const change = (given: Partial<WindowDraft>) => setDraft({ ...draft, ...given })
  const { isBusy, error, run } = useAction()
  const save = () =>
    run(async () => {
      await saveWindow(draft, before?.id)
      const stale = [['windows'], ['silences'], ['alerts']]
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
        <TextInput
          label="Name"
          placeholder="Sunday patching"
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          error={issueAt(error, 'name')}
          maxLength={100}
          required
          withAsterisk={false}
        />
        <Held draft={draft} onChange={change} error={error} />
        <Times draft={draft} onChange={change} error={error} />
        <WebhooksPicker value={draft.webhookIds} onChange={(webhookIds) => change({ webhookIds })} />
        <Checkbox
          label="Failed jobs"
          description="Job runs that fail or are cancelled are sent; only those that succeed are held."
          checked={draft.jobs === 'notify_failures'}
          onChange={(event) => change({ jobs: event.currentTarget.checked ? 'notify_failures' : 'hold' })}
        />
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
            {before ? 'Save changes' : 'Create window'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface PartProps {
  readonly draft: WindowDraft
  readonly onChange: (given: Partial<WindowDraft>) => void
  readonly error: unknown
}

/** The matchers, and what they would hold now. */
function Held({ draft, onChange, error }: PartProps) {
  const [asked] = useDebouncedValue(draft.match, TYPED_MS)
  const { data: preview, error: previewError } = useQuery(silencePreviewQuery(asked))
  return (
    <>
      <MatchInput
        label="Matchers"
        description="Alerts and job runs that meet these matchers are held."
        value={draft.match}
        onChange={(match) => onChange({ match, everything: false })}
        example={'server=~"db-.*"'}
        payloadType="ALERT"
        message={issueAt(error, 'match') ?? issueAt(previewError, 'match')}
      />
      {preview && draft.match.trim() !== '' && previewError === null && <SilencePreview preview={preview} />}
      {preview?.everything === true && (
        <EverythingCheckbox isMeant={draft.everything} onChange={(everything) => onChange({ everything })} />
      )}
    </>
  )
}

/** The times, and the next occurrences. */
function Times({ draft, onChange, error }: PartProps) {
  const [asked] = useDebouncedValue(JSON.stringify(timesOf(draft)), TYPED_MS)
  const { data: preview, error: previewError } = useQuery(windowPreviewQuery(JSON.parse(asked)))
  const shown = error ?? previewError
  return (
    <>
      <WindowTimesFields draft={draft} onChange={onChange} messageAt={(path) => issueAt(shown, path)} />
      {preview && previewError === null && <NextOccurrences next={preview.next} zone={draft.zone} />}
    </>
  )
}

const FIELDS = ['name', 'match', 'reason', 'zone', 'begins', 'for', 'repeat', 'days']

function isShownAtField(error: unknown): boolean {
  return FIELDS.some((path) => issueAt(error, path) !== undefined)
}

/** Asks when a window with these times would occur. */
function windowPreviewQuery(times: WindowTimes) {
  return queryOptions({
    queryKey: ['windows', 'preview', times],
    queryFn: () => take(api.POST('/v1/windows/preview', { body: times })),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** Creates a maintenance window, or changes the one with this id. */
async function saveWindow(draft: WindowDraft, id: number | undefined): Promise<void> {
  const body = bodyOf(draft)
  if (id === undefined) await take(api.POST('/v1/windows', { body }))
  else await take(api.PATCH('/v1/windows/{id}', { params: { path: { id } }, body }))
}

interface NextOccurrencesProps {
  readonly next: readonly Occurrence[]
  readonly zone: string
}

/** Lists the next occurrences, in the zone of the window and in UTC. */
function NextOccurrences({ next, zone }: NextOccurrencesProps) {
  return (
    <div aria-live="polite">
      <Text size="sm" fw={500} mb={4}>
        Next
      </Text>
      <Table fz="sm" verticalSpacing={4} withRowBorders={false} aria-label="Next occurrences">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Begins ({zone})</Table.Th>
            <Table.Th visibleFrom="xs">Ends</Table.Th>
            <Table.Th>Begins (UTC)</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {next.map((occurrence) => (
            <Table.Tr key={occurrence.begins_at}>
              <Table.Td>{occurrence.begins_local}</Table.Td>
              <Table.Td visibleFrom="xs">{occurrence.ends_local}</Table.Td>
              <Table.Td>{occurrence.begins_at.slice(0, 16).replace('T', ' ')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
