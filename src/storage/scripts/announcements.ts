import type { SilenceId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { ANNOUNCED, type Announced } from '../../domain/window/announcement.ts'
import { SILENCES, toSilence, type SilenceRow } from '../rows/silence-row.ts'
import { change, many, type Scripts, statement } from '../transactions/transaction-script.ts'
import type { AnnouncementMethods } from '../silence-methods.ts'

export function announcementScripts(): Scripts<keyof AnnouncementMethods> {
  return {
    *listAnnouncements({ now, limit }) {
      const rows = yield* many(SELECT_DUE, { now, limit })
      return rows.map(({ zone, announced, ...row }) => ({ silence: toSilence(row), announced, zone }))
    },

    *noteAnnounced(id, announced) {
      yield* change(NOTE, { id, announced })
    },
  }
}

const IS_TO_ANNOUNCE = `window_id IS NOT NULL AND announced < ${ANNOUNCED.over}`
const IS_DUE = `${IS_TO_ANNOUNCE} AND starts_at <= @now
     AND (announced = ${ANNOUNCED.nothing} OR ends_at <= @now)`

interface DueRow extends SilenceRow {
  announced: Announced
  zone: string | null
}

const SELECT_DUE = statement<{ now: Instant; limit: number }, DueRow>(
  `SELECT ${SILENCES.list}, announced, (SELECT zone FROM windows WHERE windows.id = silences.window_id) AS zone
   FROM silences WHERE ${IS_DUE} ORDER BY starts_at, id LIMIT @limit`,
)
const NOTE = statement<{ id: SilenceId; announced: Announced }>(
  'UPDATE silences SET announced = @announced WHERE id = @id',
)
/** Selects when the begin or the end of an occurrence is next to be announced. */
export const NEXT_ANNOUNCEMENT_AT = `SELECT MIN(CASE announced WHEN ${ANNOUNCED.nothing} THEN starts_at ELSE ends_at END)
     FROM silences WHERE ${IS_TO_ANNOUNCE}`
