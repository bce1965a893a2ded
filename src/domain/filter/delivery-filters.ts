import { ALERT_STATES } from '../alert/alert.ts'
import type { BriefEvent } from '../alert/brief-event.ts'
import { type Event, EVENT_KINDS, kindOfSubject } from '../alert/event.ts'
import { asksForText, type Described, describeEvent, fitsText } from '../alert/text-filter.ts'
import { DELIVERY_STATES } from '../delivery/delivery.ts'
import { type FilterOf, type Filters, type StoredFilterOf, TEXT_FILTERS } from './filter.ts'

/** The filters of deliveries, for their list and for operations. */
export const DELIVERY_FILTERS = {
  states: {
    wire: 'state',
    kind: 'words',
    words: DELIVERY_STATES,
    column: 'state',
    about: 'Only deliveries in one of these states.',
    option: { flags: '--state <states>' },
  },
  undelivered: {
    wire: 'undelivered',
    kind: 'flag',
    about:
      'True: only deliveries that should have arrived and have not: on their way, failed or cancelled. What was superseded or outdated is none of them.',
    option: {
      flags: '--undelivered',
      help: 'everything that should have arrived and has not, whatever became of it',
    },
  },
  webhookId: {
    wire: 'webhook_id',
    kind: 'id',
    of: 'webhook',
    column: 'webhook_id',
    about: 'Only deliveries to this webhook.',
    option: { flags: '--webhook <id>', help: 'to this webhook' },
  },
  eventId: {
    wire: 'event_id',
    kind: 'id',
    of: 'event',
    column: 'event_id',
    about: 'Only deliveries of this event.',
    option: { flags: '--event <id>', help: 'of this event' },
  },
  alertId: {
    wire: 'alert_id',
    kind: 'id',
    of: 'alert',
    column: 'alert_id',
    about: 'Only deliveries of events of this alert.',
    option: { flags: '--alert <id>', help: 'about this alert' },
  },
  severities: {
    wire: 'severity',
    kind: 'words',
    words: ALERT_STATES,
    about: 'Only deliveries of alerts that came to one of these states.',
    isExamined: true,
    option: {
      flags: '--severity <states>',
      help: `of alerts that came to ${ALERT_STATES.join(', ')}; several with commas`,
    },
  },
  kind: {
    wire: 'kind',
    kind: 'word',
    words: EVENT_KINDS,
    about: 'Only deliveries of such events.',
    isExamined: true,
    option: { flags: '--kind <kind>', help: `of such events: ${EVENT_KINDS.join(' or ')}` },
  },
  ...TEXT_FILTERS,
  from: {
    wire: 'from',
    kind: 'from',
    column: 'created_at',
    about: 'Only deliveries created then or later.',
    option: {
      flags: '--since <time>',
      help: 'created since then: 30m, 1h, 7d, or a time such as 2026-09-14T03:00:00Z',
    },
  },
  until: {
    wire: 'until',
    kind: 'until',
    column: 'created_at',
    about: 'Only deliveries created before then.',
    option: { flags: '--until <time>', help: 'created before then, written the same way' },
  },
} as const satisfies Filters

/** `from` is inclusive, `until` exclusive. */
export type DeliveryFilter = StoredFilterOf<typeof DELIVERY_FILTERS>

/** Filters by the event. No index serves them: deliveries are read. */
export type EventFilter = Pick<
  FilterOf<typeof DELIVERY_FILTERS>,
  'kind' | 'severities' | 'server' | 'search' | 'labels'
>

/** Returns false if every delivery fits. */
export function isSelective(filter: EventFilter): boolean {
  return filter.kind !== undefined || filter.severities !== undefined || asksForText(filter)
}

/** Tells whether the event must be read for a delivery of this subject. */
export function needsEvent(filter: EventFilter, subject: string): boolean {
  const { kind, severities } = filter
  const subjectKind = kindOfSubject(subject)
  if (kind !== undefined && kind !== subjectKind) return false
  return asksForText(filter) || (severities !== undefined && subjectKind === 'alert')
}

/** `event`: only needed if `needsEvent`; an event that is gone fits no severity and no text. */
export function fitsEventFilter(
  filter: EventFilter,
  subject: string,
  event: Event | BriefEvent | undefined,
): boolean {
  const { kind, severities } = filter
  if (kind !== undefined && kindOfSubject(subject) !== kind) return false
  if (asksForText(filter) && !(event && fitsText(filter, textsOf(event)))) return false
  if (severities === undefined) return true
  if (event?.kind !== 'alert') return false
  return event.newState !== null && severities.includes(event.newState)
}

function textsOf(event: Event | BriefEvent): Described {
  return 'described' in event ? event.described : describeEvent(event)
}
