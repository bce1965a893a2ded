import type { Event, NewEvent } from '../../domain/event.ts'

export interface EventRow {
  id: number
  kind: Event['kind']
  source: string
  name: string
  at: number
  accepted_at: number
  alert_id: number | null
  job_run_id: number | null
  /** The members that only one kind has, as JSON. */
  body: string
}

export function toEventRow(event: NewEvent): Omit<EventRow, 'id'> {
  const { kind, source, name, at, acceptedAt, ...rest } = event
  return {
    kind,
    source,
    name,
    at,
    accepted_at: acceptedAt,
    alert_id: event.kind === 'alert' ? event.alertId : null,
    job_run_id: event.kind === 'job_run' ? event.jobRunId : null,
    body: JSON.stringify({ ...rest, alertId: undefined, jobRunId: undefined }),
  }
}

export function toEvent(row: EventRow): Event {
  const base = {
    id: row.id,
    kind: row.kind,
    source: row.source,
    name: row.name,
    at: row.at,
    acceptedAt: row.accepted_at,
  }
  const subject = row.kind === 'alert' ? { alertId: row.alert_id } : { jobRunId: row.job_run_id }
  // The row was written from an Event by toEventRow above.
  return { ...base, ...subject, ...JSON.parse(row.body) }
}
