import type { Database } from 'better-sqlite3'
import type { Event, NewEvent } from '../../domain/event.ts'
import { toEvent, toEventRow, type EventRow } from '../rows/event-row.ts'

export function eventVerbs(db: Database) {
  const insert = db.prepare<[Omit<EventRow, 'id'>]>(
    `INSERT INTO events (kind, source, name, at, accepted_at, alert_id, job_run_id, body)
     VALUES (@kind, @source, @name, @at, @accepted_at, @alert_id, @job_run_id, @body)`,
  )
  const selectOne = db.prepare<[number], EventRow>('SELECT * FROM events WHERE id = ?')

  return {
    insertEvent(event: NewEvent): Event {
      return { ...event, id: Number(insert.run(toEventRow(event)).lastInsertRowid) }
    },

    findEvent(id: number): Event | undefined {
      const row = selectOne.get(id)
      return row && toEvent(row)
    },
  }
}
