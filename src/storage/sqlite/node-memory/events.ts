import type { Database } from 'better-sqlite3'
import type { Event, NewEvent } from '../../../domain/alert/event.ts'
import type { AlertId, EventId, JobRunId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { type EventRow, isAltered, readEvent, toEventRow } from '../../rows/event-row.ts'
import { isDamage } from '../connection/faults.ts'

/** The values of an event by position: by name they take twice as long. */
type EventValues = [
  kind: EventRow['kind'],
  source: string,
  name: string,
  at: Instant,
  acceptedAt: Instant,
  alertId: AlertId | null,
  jobRunId: JobRunId | null,
  body: string,
  digest: number | null,
]

/** Calls of one commit whose events are remembered. */
const FRESH_MAX = 1_000

/** Writes and reads events, and remembers those of this transaction. */
export type Events = ReturnType<typeof eventMethods>

export function eventMethods(db: Database) {
  const insert = db.prepare<EventValues>(
    `INSERT INTO events (kind, source, name, at, accepted_at, alert_id, job_run_id, body, digest)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  /** Mostly an event is claimed in the transaction that writes it, and need not be read. */
  const fresh = new Map<EventId, Event>()
  const selectOne = db.prepare<[EventId], EventRow>('SELECT * FROM events WHERE id = ?')

  return {
    insertEvent(event: NewEvent): Event {
      const { kind, source, name, at, accepted_at, alert_id, job_run_id, body, digest } = toEventRow(event)
      const { lastInsertRowid } = insert.run(
        kind,
        source,
        name,
        at,
        accepted_at,
        alert_id,
        job_run_id,
        body,
        digest,
      )
      const inserted = { ...event, id: Number(lastInsertRowid) }
      if (fresh.size < FRESH_MAX) fresh.set(inserted.id, inserted)
      return inserted
    },

    /** Forgets new events, whose ids others get after a rollback; also at the beginning of each transaction. */
    forgetFresh: () => fresh.clear(),

    /** Returns undefined also if the event, or its part of the file, is damaged. */
    readEvent(id: EventId): Event | undefined {
      const known = fresh.get(id)
      if (known) return known
      try {
        const row = selectOne.get(id)
        return row && readEvent(row)
      } catch (error) {
        if (isDamage(error)) return undefined
        throw error
      }
    },

    /** Returns true for a readable event that is not what was taken in. */
    isAltered(id: EventId): boolean {
      try {
        const row = selectOne.get(id)
        return row !== undefined && isAltered(row)
      } catch (error) {
        if (isDamage(error)) return false
        throw error
      }
    },
  }
}
