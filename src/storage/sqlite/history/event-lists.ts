import type { Database } from 'better-sqlite3'
import { briefEventOf, type BriefEvent } from '../../../domain/alert/brief-event.ts'
import type { EventId, JobRunId } from '../../../domain/ids.ts'
import { readEvent, type EventRow } from '../../rows/event-row.ts'

/** Finds the events that lists show beside their entries. */
export function eventListMethods(db: Database) {
  const selectEvents = db.prepare<[string], EventRow>(
    'SELECT * FROM events WHERE id IN (SELECT value FROM json_each(?))',
  )
  const selectOfJobRuns = db.prepare<[string], { jobRunId: JobRunId; eventId: EventId }>(
    `SELECT job_run_id AS jobRunId, id AS eventId FROM events INDEXED BY events_by_job_run
     WHERE job_run_id IS NOT NULL AND job_run_id IN (SELECT value FROM json_each(?))`,
  )
  return {
    findEvents: (ids: readonly EventId[]): readonly BriefEvent[] =>
      Array.from(selectEvents.iterate(JSON.stringify(ids)), (row) => {
        const event = readEvent(row)
        return event && briefEventOf(event)
      }).filter((event) => event !== undefined),

    findEventsOfJobRuns: (ids: readonly JobRunId[]) => selectOfJobRuns.all(JSON.stringify(ids)),
  }
}
