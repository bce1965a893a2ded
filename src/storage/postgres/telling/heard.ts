import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { NOTHING_LEFT } from '../../../domain/telling/after-change.ts'
import { alertOfSubject } from '../../rows/alert-of-subject.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'
import { BEHIND_HEAD } from './attempts.ts'
import { SUPERSEDED_COLUMNS } from './line-writes.ts'

/**
 * The parts of a WITH that settle what was certainly heard, in the statement that takes it out of its line: `gone`, with the `heard_state`
 * and `heard_raise` that its receiver accepted. This is `whatLeaves` (domain/telling/after-attempt.ts) for the one case that nearly
 * always is, said here once more: what its receiver accepted is the present still, so that nothing is left to say. `settled` has the
 * ids of those; for all others what is remembered is as it was. A row that somebody has changed in the moment before is compared
 * as it is now.
 */
export function settleHeardSql(gone: string): string {
  const isTheSame = `told.alert_id = ${alertOfSubject(`${gone}.subject`)} AND told.webhook_id = ${gone}.webhook_id
        AND told.present_state = ${gone}.heard_state`
  return `learnt AS (
      UPDATE told SET known_state = present_state, known_raise = present_raise, maybe = 0, owed = 0, owed_since = NULL
      FROM ${gone}
      WHERE ${gone}.heard_state <> 'cleared' AND ${isTheSame} AND told.present_raise = ${gone}.heard_raise
      RETURNING ${gone}.id
    ), forgotten AS (
      DELETE FROM told USING ${gone} WHERE ${gone}.heard_state = 'cleared' AND ${isTheSame}
      RETURNING ${gone}.id
    ), settled AS (
      SELECT id FROM learnt UNION ALL SELECT id FROM forgotten
    )`
}

interface Line {
  readonly webhookId: WebhookId
  readonly subject: string
}

export const END_BEHIND = statement<
  [webhookIds: readonly WebhookId[], subjects: readonly string[], at: Instant, reason: string],
  { id: DeliveryId }
>(`
WITH gone AS (
  DELETE FROM deliveries WHERE id = ANY (ARRAY(
    SELECT behind.id FROM unnest($1::bigint[], $2::text[]) AS head (webhook_id, subject) ${BEHIND_HEAD}
  )) AND state = 'waiting'
  RETURNING *
)
INSERT INTO ended_deliveries (${SUPERSEDED_COLUMNS}, state, finished_at, last_reason)
SELECT ${SUPERSEDED_COLUMNS}, 'superseded', $3::bigint, coalesce(last_reason || '; ', '') || $4::text FROM gone`)

/** Of lines whose heads were settled by an earlier statement: what waits in them has nothing left to say. */
export async function endBehind(
  transaction: Transaction,
  lines: readonly Line[],
  now: Instant,
): Promise<void> {
  if (lines.length === 0) return
  await transaction.query(END_BEHIND, [
    lines.map(({ webhookId }) => webhookId),
    lines.map(({ subject }) => subject),
    now,
    NOTHING_LEFT,
  ])
}
