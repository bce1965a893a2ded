import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { issueAt } from '../../api/problem.ts'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { useAction } from '../../ui/page/use-action.ts'
import { EverythingCheckbox } from '../silences/everything-checkbox.tsx'
import { SilencePreview } from '../silences/silence-preview.tsx'
import { silencePreviewQuery } from '../silences/silence-queries.ts'
import { WebhooksPicker } from '../silences/webhooks-picker.tsx'
import { MatchInput } from '../webhooks/match/match-input.tsx'
import { NextOccurrences } from './next-occurrences.tsx'
import { draftOf, timesOf, type WindowDraft } from './window-draft.ts'
import { saveWindow, windowPreviewQuery } from './window-queries.ts'
import { WindowTimesFields } from './window-times-fields.tsx'
import type { MaintenanceWindow } from './window.ts'

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

/** Time after which what is typed is looked at, in milliseconds. */
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
