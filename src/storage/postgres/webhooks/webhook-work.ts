import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Sealing } from '../../scripts/encryption.ts'
import type { Neighbour, WebhookWork } from '../../scripts/webhook-work.ts'
import type { StoreMethods } from '../../store.ts'
import {
  change,
  many,
  type NoValues,
  runStep,
  statement as sharedStatement,
  together,
} from '../../transactions/transaction-script.ts'
import type { Rows, Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'
import type { Deps } from '../node-memory/deps.ts'
import { DELETIONS_KEPT, openStored } from '../node-memory/webhook-cache.ts'
import { EACH_URGENCY } from '../queue/each-urgency.ts'
import { changeBreakers } from '../queue/webhook-flow.ts'

const NO_WEBHOOK = 0

/**
 * Applies a change of a webhook to other nodes and to its deliveries, for transactions with the lock
 * `webhooks`. Adds a change to `behind` if deliveries are left for `catchUp`.
 */
export function webhookWork(
  transaction: Transaction,
  secrets: Sealing,
  behind: Omit<Follow, 'limit'>[] = [],
): WebhookWork {
  return {
    open: (stored) => openStored(secrets, stored),

    // Reads neighbours only: with the whole cache, ten thousand writes would be quadratic.
    neighboursOf: (id, fallbackId) =>
      many(SELECT_NEIGHBOURS, {
        id,
        fallbackId: fallbackId === undefined ? null : (fallbackId ?? NO_WEBHOOK),
      }),

    *noting(what, id, write) {
      const remembering =
        what === 'deletion' ? [change(REMEMBER_DELETION, { id }), change(FORGET_DELETIONS, {})] : []
      yield* together([noteChange(), write, ...remembering])
    },

    follow: (what, change) =>
      runStep(async () => {
        const { count } = await STEPS[what](transaction, { ...change, limit: CHANGED_AT_ONCE })
        if (count < CHANGED_AT_ONCE) return
        await transaction.query(NOTE, [change.webhookId])
        behind.push(change)
      }),
    changeBreaker: (id, change) => runStep(() => changeBreakers(transaction, [id], change)),
  }
}

/** Nodes read what is marked with a version that they have not seen, and all silences (webhook-cache.ts). */
const COUNT_UP = sharedStatement<NoValues>('UPDATE webhooks_version SET version = version + 1')

/** Invalidates the caches of every node. */
export const noteChange = () => change(COUNT_UP, {})
const VERSION = '(SELECT version FROM webhooks_version)'
const REMEMBER_DELETION = sharedStatement<{ id: WebhookId }>(
  `INSERT INTO webhook_deletions (deleted_in, webhook_id) VALUES (${VERSION}, @id)`,
)
const FORGET_DELETIONS = sharedStatement<NoValues>(
  `DELETE FROM webhook_deletions WHERE deleted_in < ${VERSION} - ${DELETIONS_KEPT}`,
)

const NEIGHBOUR =
  'webhooks.id, webhooks.name, fallback_webhook_id AS "fallbackWebhookId", payload_type AS "payloadType"'
/** Follows a loop that an older release let in only once. */
const SELECT_NEIGHBOURS = sharedStatement<{ id: WebhookId; fallbackId: WebhookId | null }, Neighbour>(
  `WITH RECURSIVE chain AS (
     SELECT ${NEIGHBOUR} FROM webhooks
       WHERE id = coalesce(@fallbackId, (SELECT fallback_webhook_id FROM webhooks WHERE id = @id))
     UNION
     SELECT ${NEIGHBOUR} FROM webhooks JOIN chain ON webhooks.id = chain."fallbackWebhookId"
   )
   SELECT * FROM chain
   UNION
   SELECT ${NEIGHBOUR} FROM webhooks WHERE fallback_webhook_id IS NOT NULL AND fallback_webhook_id = @id`,
)

/**
 * Deliveries changed at once. A change of a webhook blocks all other work, and may concern a million:
 * `unfinished_webhook_changes` notes the rest, which follows in steps of this size beside other work. Until
 * then no claim takes deliveries of a disabled or deleted webhook, and what is not due yet waits a little
 * longer.
 */
export const CHANGED_AT_ONCE = 2_000

export interface Follow {
  readonly webhookId: WebhookId
  readonly now: Instant
  readonly limit: number
}

// An array is gathered once; a subselect might run again for each row.
const HOLD_DELIVERIES = statement<[webhookId: WebhookId, limit: number]>(
  `UPDATE deliveries SET due_at = NULL WHERE id = ANY (ARRAY(
     SELECT one.id FROM ${EACH_URGENCY} CROSS JOIN LATERAL (
       SELECT id FROM deliveries
       WHERE webhook_id = $1 AND state = 'pending' AND queue_urgency = each.urgency AND due_at IS NOT NULL
       ORDER BY due_at, id LIMIT $2 FOR NO KEY UPDATE
     ) AS one LIMIT $2))`,
)

const RELEASE_DELIVERIES = statement<[webhookId: WebhookId, limit: number, now: Instant]>(
  `UPDATE deliveries SET due_at = $3 WHERE id = ANY (ARRAY(
     SELECT one.id FROM ${EACH_URGENCY} CROSS JOIN LATERAL (
       SELECT id FROM deliveries
       WHERE webhook_id = $1 AND state = 'pending' AND queue_urgency = each.urgency AND due_at IS NULL
       ORDER BY due_at, id LIMIT $2 FOR NO KEY UPDATE
     ) AS one LIMIT $2))`,
)

const ENDED =
  'id, event_id, event_at, webhook_id, subject, attempts_made, attempts_uncounted, begun_at, created_at, fallback_of, fallback_depth, operation_id, epoch, urgency, last_failure'
const CANCEL = statement<[webhookId: WebhookId, limit: number, now: Instant]>(
  `WITH gone AS (
     DELETE FROM deliveries WHERE id = ANY (ARRAY(
       SELECT id FROM deliveries WHERE webhook_id = $1 ORDER BY id LIMIT $2 FOR UPDATE))
     RETURNING ${ENDED}
   )
   INSERT INTO ended_deliveries (${ENDED}, state, finished_at, last_reason)
   SELECT ${ENDED}, 'cancelled', $3, 'the webhook was deleted' FROM gone`,
)

const STEPS = {
  hold: (transaction: Transaction, { webhookId, limit }: Follow) =>
    transaction.query(HOLD_DELIVERIES, [webhookId, limit]),
  unhold: (transaction: Transaction, { webhookId, limit, now }: Follow) =>
    transaction.query(RELEASE_DELIVERIES, [webhookId, limit, now]),
  cancel: (transaction: Transaction, { webhookId, limit, now }: Follow) =>
    transaction.query(CANCEL, [webhookId, limit, now]),
}

interface UnfinishedChangeRow {
  readonly webhook_id: WebhookId
}

const NOTE = statement<[webhookId: WebhookId]>(
  'INSERT INTO unfinished_webhook_changes (webhook_id) VALUES ($1) ON CONFLICT DO NOTHING',
)
const FORGET = statement<[webhookId: WebhookId]>(
  'DELETE FROM unfinished_webhook_changes WHERE webhook_id = $1',
)
const SELECT_ONE = statement<[webhookId: WebhookId], UnfinishedChangeRow>(
  'SELECT webhook_id FROM unfinished_webhook_changes WHERE webhook_id = $1 FOR UPDATE',
)
const SELECT_NEXT = statement<[], UnfinishedChangeRow>(
  'SELECT webhook_id FROM unfinished_webhook_changes ORDER BY webhook_id LIMIT 1 FOR UPDATE SKIP LOCKED',
)

/** Catches up one webhook in steps; housekeeping does the rest. */
export async function catchUp(deps: Deps, { webhookId, now }: Omit<Follow, 'limit'>): Promise<void> {
  try {
    const select = (transaction: Transaction) => transaction.query(SELECT_ONE, [webhookId])
    while ((await step(deps, select, { now, limit: CHANGED_AT_ONCE })) > 0);
  } catch {
    // The change itself is done.
  }
}

export function catchUpMethods(deps: Deps): Pick<StoreMethods, 'catchUpDeliveries'> {
  return {
    catchUpDeliveries: (request) => step(deps, (transaction) => transaction.query(SELECT_NEXT, []), request),
  }
}

/** Takes one step, one node at a time per webhook. Returns how many deliveries it changed. */
async function step(
  { database, webhooks }: Deps,
  select: (transaction: Transaction) => Promise<Rows<UnfinishedChangeRow>>,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<number> {
  return database.transaction(async (transaction) => {
    const [all, { rows }] = await Promise.all([webhooks.all(transaction), select(transaction)])
    const webhookId = rows[0]?.webhook_id
    if (webhookId === undefined) return 0
    const webhook = all.get(webhookId)
    const what = webhook === undefined ? 'cancel' : webhook.enabled ? 'unhold' : 'hold'
    const { count } = await STEPS[what](transaction, { webhookId, now, limit })
    if (count < limit) await transaction.query(FORGET, [webhookId])
    return count
  })
}
