import type { AlertState } from '../alert/alert.ts'
import { kindOfSubject, type Event } from '../alert/event.ts'

/** A filter of deliveries by the kind and state of their event. No index has it: the deliveries are read. */
export interface EventFilter {
  readonly kind?: Event['kind']
  /** New states of alerts. */
  readonly severities?: readonly AlertState[]
}

/** The part of an event that the filter asks about. */
interface FilteredEvent {
  readonly kind: Event['kind']
  readonly newState?: AlertState | null
}

/** False: every delivery fits. */
export function isSelective({ kind, severities }: EventFilter): boolean {
  return kind !== undefined || severities !== undefined
}

/** Tells whether the event must be read to know whether a delivery of this subject fits. */
export function needsEvent({ kind, severities }: EventFilter, subject: string): boolean {
  return severities !== undefined && kindOfSubject(subject) === 'alert' && kind !== 'job_run'
}

/** `event` is looked at only where it is needed; one that is not known any more fits no severity. */
export function fitsEventFilter(
  { kind, severities }: EventFilter,
  subject: string,
  event: FilteredEvent | undefined,
): boolean {
  if (kind !== undefined && kindOfSubject(subject) !== kind) return false
  if (severities === undefined) return true
  const newState = event?.newState ?? undefined
  return newState !== undefined && severities.includes(newState)
}
