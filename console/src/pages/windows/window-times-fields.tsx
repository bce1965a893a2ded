import { Chip, Group, Input, Select, SimpleGrid, TextInput } from '@mantine/core'
import { LENGTHS, RECURS, type WindowDraft } from './window-draft.ts'
import { describeLength, PLACES, WEEKDAYS } from './window.ts'

interface FieldsProps {
  readonly draft: WindowDraft
  readonly onChange: (given: Partial<WindowDraft>) => void
  /** Returns what is wrong with a member of the request. */
  readonly messageAt: (path: string) => string | undefined
}

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** Fields for when a window recurs, begins and ends. */
export function WindowTimesFields({ draft, onChange, messageAt }: FieldsProps) {
  const lengths = LENGTHS.includes(draft.length) ? LENGTHS : [...LENGTHS, draft.length]
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="Recurs"
          data={[...RECURS]}
          value={draft.recurs}
          onChange={(recurs) => onChange({ recurs: recurs as WindowDraft['recurs'] })}
          allowDeselect={false}
        />
        <Select
          label="Time zone"
          data={ZONES.includes(draft.zone) ? ZONES : [draft.zone, ...ZONES]}
          value={draft.zone}
          onChange={(zone) => onChange({ zone: zone ?? draft.zone })}
          error={messageAt('zone')}
          searchable
          allowDeselect={false}
        />
      </SimpleGrid>
      <Recurrence draft={draft} onChange={onChange} messageAt={messageAt} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          type="time"
          label="Begins"
          value={draft.begins}
          onChange={(event) => onChange({ begins: event.currentTarget.value })}
          error={messageAt('begins')}
          required
          withAsterisk={false}
        />
        <Select
          label="Lasts"
          data={lengths.map((length) => ({ value: length, label: describeLength(length) }))}
          value={draft.length}
          onChange={(length) => onChange({ length: length ?? draft.length })}
          error={messageAt('for')}
          allowDeselect={false}
        />
      </SimpleGrid>
    </>
  )
}

function Recurrence({ draft, onChange, messageAt }: FieldsProps) {
  switch (draft.recurs) {
    case 'weekly':
      return <Weekdays draft={draft} onChange={onChange} messageAt={messageAt} />
    case 'monthly':
      return (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <Select
            label="Which"
            data={Object.entries(PLACES).map(([value, label]) => ({ value, label: `The ${label}` }))}
            value={draft.place}
            onChange={(place) => onChange({ place: place ?? draft.place })}
            allowDeselect={false}
          />
          <Select
            label="Weekday"
            data={Object.entries(WEEKDAYS).map(([value, label]) => ({ value, label }))}
            value={draft.weekday}
            onChange={(weekday) => onChange({ weekday: weekday ?? draft.weekday })}
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
          onChange={(event) => onChange({ days: event.currentTarget.value })}
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
          onChange={(event) => onChange({ rule: event.currentTarget.value })}
          error={messageAt('repeat')}
        />
      )
    default:
      return null
  }
}

function Weekdays({ draft, onChange, messageAt }: FieldsProps) {
  const change = (chosen: readonly string[]) =>
    onChange({ weekdays: Object.keys(WEEKDAYS).filter((code) => chosen.includes(code)) })
  return (
    <Input.Wrapper label="Weekdays" labelElement="div" error={messageAt('repeat')}>
      <Chip.Group multiple value={[...draft.weekdays]} onChange={change}>
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
