import { Checkbox, Chip, Group, Input, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DialogProps } from '../../ui/page/confirm.tsx'
import { api, take } from '../../api/client.ts'
import { issueAt } from '../../api/problem.ts'
import { HoldDialog, TYPED_MS, type HoldForm } from './hold-dialog.tsx'
import { NextOccurrences } from './occurrences.tsx'
import { describeLength } from './silence.ts'
import {
  bodyOf,
  draftOf,
  PLACES,
  timesOf,
  WEEKDAYS,
  type MaintenanceWindow,
  type WindowDraft,
  type WindowTimes,
} from './window.ts'

interface WindowDialogProps extends DialogProps {
  /** The changed window; absent: a new one. */
  readonly before?: MaintenanceWindow
}

export function WindowDialog({ isOpen, onClose, before }: WindowDialogProps) {
  return (
    <HoldDialog
      isOpen={isOpen}
      onClose={onClose}
      title={before ? `Change ${before.name}` : 'New maintenance window'}
      begin={() => draftOf(before, Intl.DateTimeFormat().resolvedOptions().timeZone)}
      save={(draft) => saveWindow(draft, before?.id)}
      action={before ? 'Save changes' : 'Create window'}
      example={'server=~"db-.*"'}
      shownAtFields={['name', 'zone', 'begins', 'for', 'repeat', 'days']}
      renderHead={({ draft, change, error }) => (
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
      )}
      renderTimes={(form) => <Times {...form} />}
      renderOptions={({ draft, change }) => (
        <Checkbox
          label="Failed jobs"
          description="Job runs that fail or are cancelled are sent; only those that succeed are held."
          checked={draft.jobs === 'notify_failures'}
          onChange={(event) => change({ jobs: event.currentTarget.checked ? 'notify_failures' : 'hold' })}
        />
      )}
    />
  )
}

function saveWindow(draft: WindowDraft, id: number | undefined): Promise<unknown> {
  const body = bodyOf(draft)
  if (id === undefined) return take(api.POST('/v1/windows', { body }))
  return take(api.PATCH('/v1/windows/{id}', { params: { path: { id } }, body }))
}

/** The times, and the next occurrences. */
function Times({ draft, change, error }: HoldForm<WindowDraft>) {
  const [asked] = useDebouncedValue(JSON.stringify(timesOf(draft)), TYPED_MS)
  const times: WindowTimes = JSON.parse(asked)
  const { data: preview, error: previewError } = useQuery({
    queryKey: ['windows', 'preview', times],
    queryFn: () => take(api.POST('/v1/windows/preview', { body: times })),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const shown = error ?? previewError
  return (
    <>
      <WindowTimesFields draft={draft} change={change} messageAt={(path) => issueAt(shown, path)} />
      {preview && previewError === null && <NextOccurrences next={preview.next} zone={draft.zone} />}
    </>
  )
}

interface FieldsProps extends Pick<HoldForm<WindowDraft>, 'draft' | 'change'> {
  /** Returns the mistake of a member of the request. */
  readonly messageAt: (path: string) => string | undefined
}

const RECURS = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
  { value: 'days', label: 'On some days' },
  { value: 'rule', label: 'By a rule' },
] as const

const LENGTHS = ['15m', '30m', '1h', '2h', '3h', '4h', '6h', '8h', '12h', '1d', '2d']

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** Fields for recurrence, begin and end. */
function WindowTimesFields({ draft, change, messageAt }: FieldsProps) {
  const lengths = LENGTHS.includes(draft.length) ? LENGTHS : [...LENGTHS, draft.length]
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="Recurs"
          data={[...RECURS]}
          value={draft.recurs}
          onChange={(recurs) => change({ recurs: recurs as WindowDraft['recurs'] })}
          allowDeselect={false}
        />
        <Select
          label="Time zone"
          data={ZONES.includes(draft.zone) ? ZONES : [draft.zone, ...ZONES]}
          value={draft.zone}
          onChange={(zone) => change({ zone: zone ?? draft.zone })}
          error={messageAt('zone')}
          searchable
          allowDeselect={false}
        />
      </SimpleGrid>
      <Recurrence draft={draft} change={change} messageAt={messageAt} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          type="time"
          label="Begins"
          value={draft.begins}
          onChange={(event) => change({ begins: event.currentTarget.value })}
          error={messageAt('begins')}
          required
          withAsterisk={false}
        />
        <Select
          label="Lasts"
          data={lengths.map((length) => ({ value: length, label: describeLength(length) }))}
          value={draft.length}
          onChange={(length) => change({ length: length ?? draft.length })}
          error={messageAt('for')}
          allowDeselect={false}
        />
      </SimpleGrid>
    </>
  )
}

function Recurrence({ draft, change, messageAt }: FieldsProps) {
  switch (draft.recurs) {
    case 'weekly':
      return <Weekdays draft={draft} change={change} messageAt={messageAt} />
    case 'monthly':
      return (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <Select
            label="Which"
            data={Object.entries(PLACES).map(([value, label]) => ({ value, label: `The ${label}` }))}
            value={draft.place}
            onChange={(place) => change({ place: place ?? draft.place })}
            allowDeselect={false}
          />
          <Select
            label="Weekday"
            data={Object.entries(WEEKDAYS).map(([value, label]) => ({ value, label }))}
            value={draft.weekday}
            onChange={(weekday) => change({ weekday: weekday ?? draft.weekday })}
            allowDeselect={false}
          />
        </SimpleGrid>
      )
    case 'days':
      return (
        <TextInput
          label="Days"
          description="Days with commas between them."
          placeholder="2026-12-31, 2027-03-31"
          value={draft.days}
          onChange={(event) => change({ days: event.currentTarget.value })}
          error={messageAt('days')}
        />
      )
    case 'rule':
      return (
        <TextInput
          label="Rule"
          description="FREQ, INTERVAL, BYDAY, BYMONTHDAY and UNTIL, as calendars write them (RFC 5545)."
          placeholder="FREQ=WEEKLY;INTERVAL=2;BYDAY=SU"
          value={draft.rule}
          onChange={(event) => change({ rule: event.currentTarget.value })}
          error={messageAt('repeat')}
        />
      )
    default:
      return null
  }
}

function Weekdays({ draft, change, messageAt }: FieldsProps) {
  const choose = (chosen: readonly string[]) =>
    change({ weekdays: Object.keys(WEEKDAYS).filter((code) => chosen.includes(code)) })
  return (
    <Input.Wrapper label="Weekdays" labelElement="div" error={messageAt('repeat')}>
      <Chip.Group multiple value={[...draft.weekdays]} onChange={choose}>
        <Group gap={6} mt={4} role="group" aria-label="Weekdays">
          {Object.entries(WEEKDAYS).map(([code, day]) => (
            <Chip key={code} value={code} size="sm" aria-label={day}>
              {day.slice(0, 3)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}
