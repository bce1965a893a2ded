import type { Database } from 'better-sqlite3'
import type { Event } from '../../domain/event.ts'

export interface EventRow {
  id: number
  kind: Event['kind']
  source: string
  name: string
  at: number
  accepted_at: number
  alert_id: number | null
  job_run_id: number | null
  body: string
}

/** An event before it has an id; over each kind, so that the two stay apart. */
export type NewEvent = Event extends infer Kind ? (Kind extends Event ? Omit<Kind, 'id'> : never) : never

export function eventVerbs(db: Database) {
  const insert = db.prepare<[string, string, string, number, number, number | null, number | null, string]>(
    'INSERT INTO events (kind, source, name, at, accepted_at, alert_id, job_run_id, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const selectOne = db.prepare<[number], EventRow>('SELECT * FROM events WHERE id = ?')

  return {
    insertEvent(event: NewEvent): Event {
      const { kind, source, name, at, acceptedAt, ...rest } = event
      const alertId = event.kind === 'alert' ? event.alertId : null
      const jobRunId = event.kind === 'job_run' ? event.jobRunId : null
      const body = JSON.stringify({ ...rest, alertId: undefined, jobRunId: undefined })
      const id = Number(
        insert.run(kind, source, name, at, acceptedAt, alertId, jobRunId, body).lastInsertRowid,
      )
      return { ...event, id }
    },

    findEvent(id: number): Event | undefined {
      const row = selectOne.get(id)
      return row && toEvent(row)
    },
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
  // The row was written from an Event by insertEvent above.
  return { ...base, ...subject, ...JSON.parse(row.body) }
}
