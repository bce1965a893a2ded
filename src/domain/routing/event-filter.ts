import { kindOfSubject, type Event } from '../alert/event.ts'
import { type BriefEvent } from '../alert/brief-event.ts'
import { describeEvent } from '../alert/described.ts'
import { asksForText, fitsText, type Described } from '../alert/text-filter.ts'
import type { EventFilter } from '../filter/delivery-filters.ts'

/** False: every delivery fits. */
export function isSelective(filter: EventFilter): boolean {
  return filter.kind !== undefined || filter.severities !== undefined || asksForText(filter)
}

/** Tells whether the event must be read to know whether a delivery of this subject fits. */
export function needsEvent(filter: EventFilter, subject: string): boolean {
  const { kind, severities } = filter
  const subjectKind = kindOfSubject(subject)
  if (kind !== undefined && kind !== subjectKind) return false
  return asksForText(filter) || (severities !== undefined && subjectKind === 'alert')
}

/** `event` is looked at only where it is needed; one that is not known any more fits no severity and no text. */
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
