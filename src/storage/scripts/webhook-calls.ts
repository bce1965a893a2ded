import type { WebhookId } from '../../domain/ids.ts'
import { addCalls, neverCalled, type WebhookCalls } from '../../domain/overview/webhook-calls.ts'
import { UNFINISHED_COUNTED_MAX } from '../../domain/overview/overview.ts'
import { CALLS, type CallsRow } from '../rows/flow-row.ts'
import type { Scripts } from '../transactions/transaction-script.ts'
import { changeEachLast, many, statement, together } from '../transactions/transaction-script.ts'

export function webhookCallScripts(): Scripts<'addCalls' | 'listCalls'> {
  return {
    *addCalls(counted) {
      // In one order, against deadlocks.
      const ordered = counted.toSorted((one, other) => one.webhookId - other.webhookId)
      const rows = yield* many(SELECT_TO_ADD, { ids: idsOf(ordered) })
      const known = new Map(rows.map((row) => [row.webhook_id, CALLS.fromRow(row)]))
      yield* changeEachLast(
        UPSERT,
        ordered.map((calls) =>
          CALLS.toRow(addCalls(known.get(calls.webhookId) ?? neverCalled(calls.webhookId), calls)),
        ),
      )
    },

    *listCalls(webhookIds) {
      const ids = JSON.stringify(webhookIds)
      const [rows, counts] = yield* together([
        many(SELECT, { ids }),
        many(COUNT_UNFINISHED, { ids, limit: UNFINISHED_COUNTED_MAX }),
      ])
      const known = new Map(rows.map((row) => [row.webhook_id, CALLS.fromRow(row)]))
      const unfinished = new Map(counts.map(({ id, unfinished: count }) => [id, count]))
      return webhookIds.map((id) => ({
        ...(known.get(id) ?? neverCalled(id)),
        unfinished: unfinished.get(id) ?? 0,
      }))
    },
  }
}

function idsOf(calls: readonly WebhookCalls[]): string {
  return JSON.stringify(calls.map(({ webhookId }) => webhookId))
}

const SELECT = statement<{ ids: string }, CallsRow>(
  ({ isAmong }) => `SELECT * FROM webhook_calls WHERE ${isAmong('webhook_id', '@ids')}`,
)
const SELECT_TO_ADD = statement<{ ids: string }, CallsRow>(
  ({ isAmong, forUpdate }) =>
    `SELECT * FROM webhook_calls WHERE ${isAmong('webhook_id', '@ids')} ORDER BY webhook_id ${forUpdate}`,
)
/** Skips webhooks deleted since the call. */
const UPSERT = statement<CallsRow>(
  `INSERT INTO webhook_calls (webhook_id, last_called_at, last_accepted_at, hours)
   SELECT id, CAST(@last_called_at AS bigint), CAST(@last_accepted_at AS bigint), CAST(@hours AS text)
   FROM webhooks WHERE id = @webhook_id
   ON CONFLICT (webhook_id) DO UPDATE SET last_called_at = excluded.last_called_at,
     last_accepted_at = excluded.last_accepted_at, hours = excluded.hours`,
)
const COUNT_UNFINISHED = statement<{ ids: string; limit: number }, { id: WebhookId; unfinished: number }>(
  ({ isAmong, isUnfinished }) => `
  SELECT webhooks.id, (
    SELECT count(*) FROM (
      SELECT 1 FROM deliveries AS delivery WHERE delivery.webhook_id = webhooks.id AND ${isUnfinished} LIMIT @limit
    ) AS counted_up
  ) AS unfinished
  FROM webhooks WHERE ${isAmong('webhooks.id', '@ids')}`,
)
