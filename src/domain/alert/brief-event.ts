import type { AlertState } from './alert.ts'
import { type Described, describeEvent } from './text-filter.ts'
import type { Event, EventTrigger } from './event.ts'
import type { JobStatus } from './job-run.ts'

/** The summary of an event in lists. */
export interface BriefEvent extends Pick<Event, 'id' | 'name' | 'at'> {
  readonly kind: Event['kind']
  readonly oldState: AlertState | null
  readonly newState: AlertState | null
  /** Null: it is a job run. */
  readonly trigger: EventTrigger | null
  readonly status: JobStatus | null
  readonly objectName: string | null
  readonly serverName: string | null
  /** The texts that a search reads, uncut. */
  readonly described: Described
}

/** Characters of each text in a brief event. */
export const BRIEF_TEXT_MAX = 1_000

export function briefEventOf(event: Event): BriefEvent {
  const { id, kind, name, at } = event
  const { serverName } = event.details
  const brief = {
    id,
    kind,
    name: shorten(name),
    at,
    serverName: serverName === undefined ? null : shorten(serverName),
    described: describeEvent(event),
  }
  if (event.kind === 'job_run') {
    return { ...brief, oldState: null, newState: null, trigger: null, status: event.status, objectName: null }
  }
  const { oldState, newState, trigger, details } = event
  const objectName = details.objectName === undefined ? null : shorten(details.objectName)
  return { ...brief, oldState, newState, trigger, status: null, objectName }
}

function shorten(text: string): string {
  return text.length <= BRIEF_TEXT_MAX ? text : `${text.slice(0, BRIEF_TEXT_MAX - 1)}…`.toWellFormed()
}
