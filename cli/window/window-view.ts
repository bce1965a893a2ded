import type { Instant } from '../../src/domain/instant.ts'
import { asObjects, asText, asTexts, type Received } from '../view/response.ts'
import { describeTime } from '../view/human-units.ts'
import { showMatchWarnings } from '../resource/match-warnings.ts'
import type { Column, Part, Screen } from '../view/screen.ts'

type MaintenanceWindow = Received<'MaintenanceWindow'>

export function windowColumns(now: Instant): readonly Column<MaintenanceWindow>[] {
  return [
    { title: 'ID', cell: (window) => asText(window.id), align: 'right' },
    { title: 'NAME', cell: (window) => asText(window.name), shrinks: true },
    { title: 'STATE', cell: stateOf },
    { title: 'NEXT', cell: (window) => describeNext(window, now) },
    { title: 'RECURS', cell: describeRecurrence, shrinks: true },
    { title: 'MATCH', cell: (window) => asText(window.match), shrinks: true },
    { title: 'REASON', cell: (window) => asText(window.reason), shrinks: true },
  ]
}

export function showWindow(screen: Screen, window: MaintenanceWindow, now: Instant): void {
  const { webhook_ids: webhooks, silence_id: silence } = window
  screen.fields([
    ['window', asText(window.id)],
    ['name', asText(window.name)],
    ['state', stateOf(window)],
    ...(silence === null ? [] : [['silence', asText(silence)] as const]),
    ['match', asText(window.match)],
    ['webhooks', Array.isArray(webhooks) ? asTexts(webhooks.map(String)).join(', ') : 'all'],
    ['recurs', describeRecurrence(window)],
    ['zone', asText(window.zone)],
    ['jobs', asText(window.jobs)],
    ['reason', asText(window.reason)],
    ['by', asText(window.created_by)],
  ])
  showMatchWarnings(screen, window.warnings)
  showNext(screen, window, now)
}

export function showNext(screen: Screen, { next }: Pick<MaintenanceWindow, 'next'>, now: Instant): void {
  const occurrences = asObjects(next)
  if (occurrences.length === 0) {
    screen.line({ text: 'It occurs no more.', tone: 'warn' })
    return
  }
  screen.table(
    [
      { title: 'NEXT', cell: (one) => describeBegin(one, now) },
      { title: 'BEGINS', cell: (one) => asText(one.begins_local) },
      { title: 'ENDS', cell: (one) => asText(one.ends_local) },
      { title: 'BEGINS (UTC)', cell: (one) => asText(one.begins_at) },
      ...(occurrences.some(isCancelled) ? [STATE] : []),
    ],
    occurrences,
  )
}

type Occurrence = ReturnType<typeof asObjects>[number]

const isCancelled = ({ cancelled }: Occurrence) => cancelled === true

const STATE: Column<Occurrence> = {
  title: 'STATE',
  cell: (one) => (isCancelled(one) ? { text: 'cancelled', tone: 'warn' } : ''),
}

/** Describes a begin relative to now; a distant one by its day in the window's zone. */
function describeBegin({ begins_at: at, begins_local: local }: Occurrence, now: Instant): string {
  const text = describeTime(at, now)
  return /^\d{4}-/.test(text) ? asText(local).slice(0, text.length) : text
}

/** Describes when it begins, or, of one under way, when it ends. */
function describeBeginOrEnd(occurrence: Occurrence, now: Instant): string {
  const { begins_at: begins, ends_local: ends } = occurrence
  return Date.parse(asText(begins)) <= now ? `until ${asText(ends)}` : describeBegin(occurrence, now)
}

/** Describes when it next holds something, and a cancelled occurrence before that. */
function describeNext({ next }: Pick<MaintenanceWindow, 'next'>, now: Instant): string {
  const occurrences = asObjects(next)
  const held = occurrences.find((one) => !isCancelled(one))
  const [first] = occurrences
  const begin = held ? describeBeginOrEnd(held, now) : ''
  if (first === undefined || first === held) return begin
  return `${begin} (${asText(first.day)} cancelled)`.trimStart()
}

/** `FREQ=WEEKLY;BYDAY=SU at 22:00 for 4h` */
function describeRecurrence({ repeat, days, begins, for: term }: MaintenanceWindow): string {
  const when = repeat === null ? asTexts(days).join(', ') : asText(repeat)
  return `${when} at ${asText(begins)} for ${asText(term)}`
}

function stateOf({ state }: MaintenanceWindow): Part {
  return { text: asText(state), tone: state === 'active' ? 'warn' : 'dim' }
}
