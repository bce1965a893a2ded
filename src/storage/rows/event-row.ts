import { crc32 } from 'node:zlib'
import { ALERT_STATES, type AlertState } from '../../domain/alert/alert.ts'
import { AppError } from '../../domain/errors.ts'
import type { Event, NewEvent } from '../../domain/alert/event.ts'
import { JOB_STATUSES } from '../../domain/alert/job-run.ts'
import type { AlertId, EventId, JobRunId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { DAMAGED_RETRY_MS } from '../damage/damage.ts'
import type { StoredAcknowledgement, StoredEnd } from './alert-row.ts'
import { fromStoredEnd, toAcknowledgement, toStoredEnd } from './alert-row.ts'
import { readStored, type RowOf, text, whole } from './columns.ts'

export const EVENT_COLUMNS = {
  id: whole<EventId>(),
  kind: text<Event['kind']>(),
  source: text(),
  name: text(),
  at: whole<Instant>(),
  accepted_at: whole<Instant>(),
  alert_id: whole<AlertId | null>(),
  job_run_id: whole<JobRunId | null>(),
  /** The members that only one kind has, as JSON. */
  body: text(),
  /** Digest of the columns above but the id; null: written by an older release. */
  digest: whole<number | null>(),
  /** 1: no webhook took it. */
  notified_nobody: whole<0 | 1>(),
}

export type EventRow = RowOf<typeof EVENT_COLUMNS>

export function toEventRow(event: NewEvent): Omit<EventRow, 'id' | 'notified_nobody'> {
  const { kind, source, name, at, acceptedAt, ...rest } = event
  const row = {
    kind,
    source,
    name,
    at,
    accepted_at: acceptedAt,
    alert_id: event.kind === 'alert' ? event.alertId : null,
    job_run_id: event.kind === 'job_run' ? event.jobRunId : null,
    body: JSON.stringify({ ...rest, ...storedEndOf(event), alertId: undefined, jobRunId: undefined }),
  }
  return { ...row, digest: digestOf(row) }
}

function storedEndOf(event: NewEvent) {
  return event.kind === 'alert' ? { endedBy: toStoredEnd(event.endedBy) } : {}
}

/**
 * Computes a digest that finds faults of a disk: CRC-32 notices every change of up to 32 bits in a row
 * (https://en.wikipedia.org/wiki/Cyclic_redundancy_check).
 */
function digestOf(row: Omit<EventRow, 'id' | 'digest' | 'notified_nobody'>): number {
  const {
    kind,
    source,
    name,
    at,
    accepted_at: acceptedAt,
    alert_id: alertId,
    job_run_id: jobRunId,
    body,
  } = row
  // PostgreSQL stores U+FFFD for U+0000.
  const words = `${source}\n${name}`.replaceAll('\0', '\uFFFD')
  return crc32(`${kind}\n${words}\n${at}\n${acceptedAt}\n${alertId}\n${jobRunId}\n${body}`)
}

/** Tells whether the stored event is not what was taken in, readable or not. */
export function isAltered(row: EventRow): boolean {
  return row.digest !== null && row.digest !== digestOf(row)
}

/**
 * SQL on a body: the event reports a missed alert to one webhook, or an acknowledgement, and so is not the
 * last change. Compares text, because a damaged body is no JSON.
 */
export const IS_NO_CHANGE = `(body LIKE '%"trigger":"missed","raisedAt":%' OR body LIKE '%"trigger":"acknowledgement","raisedAt":%')`

/** Throws `damaged` if it cannot be read. */
export function toEvent(row: EventRow): Event {
  const event = readEvent(row)
  if (event) return event
  throw new AppError('damaged', `What is stored of event ${row.id} is damaged and cannot be read.`, {
    retryAfterMs: DAMAGED_RETRY_MS,
  })
}

/** Returns undefined if it is damaged. */
export function readEvent(row: EventRow): Event | undefined {
  if (isAltered(row)) return undefined
  const rest = readStored<unknown>(row.body, null)
  if (!isWhole(row.kind, rest)) return undefined
  const base = {
    id: row.id,
    kind: row.kind,
    source: row.source,
    name: row.name,
    at: row.at,
    acceptedAt: row.accepted_at,
  }
  const subject = row.kind === 'alert' ? alertMembersOf(row, rest) : { jobRunId: row.job_run_id }
  // Written from an Event by toEventRow above.
  return { ...base, ...rest, ...subject } as Event
}

/** The members of a body that are stored in another form. */
interface StoredBody {
  readonly newState: AlertState
  readonly endedBy?: StoredEnd | null
  readonly acknowledgement?: StoredAcknowledgement
}

function alertMembersOf(
  { alert_id: alertId }: EventRow,
  { newState, endedBy = null, acknowledgement }: StoredBody,
) {
  return {
    alertId,
    endedBy: fromStoredEnd(endedBy),
    ...(acknowledgement && { acknowledgement: toAcknowledgement(acknowledgement, newState) }),
  }
}

/** Tells whether the body has what readers need of every event. */
function isWhole(kind: string, rest: unknown): rest is StoredBody {
  if (typeof rest !== 'object' || rest === null) return false
  const members = rest as Readonly<Record<string, unknown>>
  if (typeof members['details'] !== 'object' || members['details'] === null) return false
  if (kind === 'job_run') {
    return isOneOf(JOB_STATUSES, members['status']) && Number.isFinite(members['finishedAt'])
  }
  const { oldState, newState, raisedAt, warnings } = members
  return (
    isOneOf(ALERT_STATES, oldState) &&
    isOneOf(ALERT_STATES, newState) &&
    Number.isFinite(raisedAt) &&
    Array.isArray(warnings)
  )
}

function isOneOf<Word extends string>(words: readonly Word[], word: unknown): word is Word {
  return words.some((one) => one === word)
}
