import type { Database } from 'better-sqlite3'
import type { Event, NewEvent } from '../../../domain/alert/event.ts'
import type { EventId } from '../../../domain/ids.ts'
import { readEvent, toEvent, toEventRow, type EventRow } from '../../rows/event-row.ts'
import { isDamage } from '../connection/faults.ts'

export function eventVerbs(db: Database) {
  const insert = db.prepare<[Omit<EventRow, 'id'>]>(
    `INSERT INTO events (kind, source, name, at, accepted_at, alert_id, job_run_id, body)
     VALUES (@kind, @source, @name, @at, @accepted_at, @alert_id, @job_run_id, @body)`,
  )
  const selectOne = db.prepare<[EventId], EventRow>('SELECT * FROM events WHERE id = ?')

  return {
    insertEvent(event: NewEvent): Event {
      return { ...event, id: Number(insert.run(toEventRow(event)).lastInsertRowid) }
    },

    findEvent(id: EventId): Event | undefined {
      const row = selectOne.get(id)
      return row && toEvent(row)
    },

    /** Undefined as well if it, or the part of the file in which it lies, is damaged. */
    readEvent(id: EventId): Event | undefined {
      try {
        const row = selectOne.get(id)
        return row && readEvent(row)
      } catch (error) {
        if (isDamage(error)) return undefined
        throw error
      }
    },
  }
}
