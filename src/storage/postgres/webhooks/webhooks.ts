import type { AuditAction, Author } from '../../../domain/audit/audit.ts'
import { webhookEntry } from '../../../domain/audit/audit-entries.ts'
import { refuseBadFallback, refuseDeletingFallback } from '../../../domain/routing/fallback.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { NewWebhook, Webhook, WebhookChange } from '../../../domain/webhook/webhook.ts'
import { mapPart } from '../../../domain/part.ts'
import { toWebhook } from '../../rows/webhook-row.ts'
import type { StoreVerbs } from '../../store.ts'
import {
  planChange,
  planCreation,
  planDisabling,
  planRotation,
  planSecretRemoval,
  requireRevision,
  type WebhookWrite,
} from '../../webhook-writes.ts'
import { recordAudit } from '../../records/audit.ts'
import { runIn } from '../connection/run-script.ts'
import type { Transaction } from '../connection/database.ts'
import type { Parts } from '../parts/parts.ts'
import {
  changeHeaders,
  deleteRow,
  insertHeaders,
  insertWebhook,
  nextHeaderIds,
  nextWebhookId,
  openWebhook,
  selectWebhook,
  SELECT_WEBHOOKS,
  updateWebhook,
  type FoundWebhook,
  type JoinedRow,
} from '../parts/webhook-rows.ts'
import { follow, settle } from './webhook-deliveries.ts'
import { readPart, type Sized } from '../history/sized-list.ts'
import { probeNow } from '../queue/webhook-flow.ts'
import { selectNeighbours } from './webhook-neighbours.ts'

/** With how many octets stand before each on the page, so that it ends by its size as well ($3). */
const SELECT_PAGE = `WITH sized AS (
    SELECT id, count(*) OVER () AS listed_count, sum(octets) OVER (ORDER BY id) - octets AS octets_before
    FROM (
      SELECT id, octet_length(url) + octet_length(payload_template) + coalesce(octet_length(tls), 0) + (
          SELECT coalesce(sum(octet_length(value)), 0) FROM webhook_headers WHERE webhook_id = webhooks.id
        ) AS octets
      FROM webhooks WHERE id > $1 ORDER BY id LIMIT $2
    ) AS page
  )
  SELECT listed.*, sized.listed_count FROM (${SELECT_WEBHOOKS}) AS listed JOIN sized ON sized.id = listed.id
  WHERE $3::bigint IS NULL OR octets_before < $3 ORDER BY listed.id`
const SELECT_ONE = `${SELECT_WEBHOOKS} WHERE id = $1`

interface When {
  readonly now: Instant
  readonly ifRevision?: number
  readonly by?: Author
}

/** Who changes a webhook holds up all other work of the cluster, so each goes to the database as seldom as it can. */
const CHANGING = { lock: 'webhooks' } as const

export function webhookVerbs(
  parts: Parts,
): Pick<
  StoreVerbs,
  | 'createWebhook'
  | 'listWebhooks'
  | 'findWebhook'
  | 'changeWebhook'
  | 'deleteWebhook'
  | 'rotateSigningSecret'
  | 'removeSigningSecrets'
> {
  const { database } = parts
  const changing = <Result>(change: (transaction: Transaction) => Promise<Result>) =>
    database.transaction(change, CHANGING)
  return {
    createWebhook: (webhook, now, by) =>
      changing((transaction) => createWebhook(transaction, parts, { webhook, now, by })),

    async listWebhooks({ after = 0, limit, charactersMax = null }) {
      const values = [after, limit ?? null, charactersMax]
      const rows = readPart(await database.read<JoinedRow & Sized>(SELECT_PAGE, values))
      return mapPart(rows, (row) => toWebhook(openWebhook(parts, row)))
    },

    async findWebhook(id) {
      const [row] = await database.read<JoinedRow>(SELECT_ONE, [id])
      return row && toWebhook(openWebhook(parts, row))
    },

    async changeWebhook(id, change, when) {
      const { webhook, isSettled } = await changing((transaction) =>
        changeWebhook(transaction, parts, { id, change, when }),
      )
      if (!isSettled) await settle(parts, { webhookId: id, now: when.now })
      return webhook
    },

    async deleteWebhook(id, when) {
      const isSettled = await changing((transaction) => deleteWebhook(transaction, parts, { id, when }))
      if (!isSettled) await settle(parts, { webhookId: id, now: when.now })
    },

    rotateSigningSecret: (id, rotation) =>
      changing(async (transaction) => {
        const found = requireRevision(await selectWebhook(transaction, parts, id), { id })
        const write = planRotation(found, rotation)
        // A receiver that refused the old signatures may take the new ones.
        await probeNow(transaction, [id])
        const about = { action: 'webhook.signing_rotated', at: rotation.now, by: rotation.by } as const
        return writeWebhook(transaction, parts, { found, write, about })
      }),

    removeSigningSecrets: (id, { now, by }) =>
      changing(async (transaction) => {
        const found = requireRevision(await selectWebhook(transaction, parts, id), { id })
        const write = planSecretRemoval(found, now)
        if (!write) return toWebhook(found)
        const about = { action: 'webhook.signing_removed', at: now, by } as const
        return writeWebhook(transaction, parts, { found, write, about })
      }),
  }
}

/**
 * A receiver said that it is gone for good. For transactions with the lock `webhooks`, after the last of their
 * statements that makes a delivery of this webhook pending: all that are there are held. Whether it was enabled.
 */
export async function disableWebhook(
  transaction: Transaction,
  parts: Parts,
  { id, reason, now }: { readonly id: number; readonly reason: string; readonly now: Instant },
): Promise<boolean> {
  const found = await selectWebhook(transaction, parts, id)
  const write = found && planDisabling(found, { reason, now })
  if (!write) return false
  const about = { action: 'webhook.disabled_by_receiver', at: now } as const
  await Promise.all([
    follow(transaction, 'hold', { webhookId: id, now }),
    writeWebhook(transaction, parts, { found, write, about }),
  ])
  return true
}

async function createWebhook(
  transaction: Transaction,
  parts: Parts,
  {
    webhook,
    now,
    by,
  }: { readonly webhook: NewWebhook; readonly now: Instant; readonly by: Author | undefined },
): Promise<Webhook> {
  const { headers } = webhook
  const fields = planCreation(webhook, now)
  const [neighbours, id, ids] = await Promise.all([
    selectNeighbours(transaction, 0, fields.fallbackWebhookId),
    nextWebhookId(transaction),
    nextHeaderIds(transaction, headers.length),
  ])
  refuseBadFallback({ ...fields, id }, neighbours)
  const [, , after] = await Promise.all([
    insertWebhook(transaction, parts, { id, fields }),
    insertHeaders(transaction, parts, { webhookId: id, headers, ids }),
    selectWebhook(transaction, parts, id),
  ])
  const created = present(after)
  await runIn(
    transaction,
    recordAudit(parts, webhookEntry('webhook.created', { after: created }, { at: now, by })),
  )
  return created
}

async function changeWebhook(
  transaction: Transaction,
  parts: Parts,
  { id, change, when }: { readonly id: number; readonly change: WebhookChange; readonly when: When },
): Promise<{ readonly webhook: Webhook; readonly isSettled: boolean }> {
  const { now, by, ifRevision } = when
  const [neighbours, before, ids] = await Promise.all([
    selectNeighbours(transaction, id, change.fallbackWebhookId),
    selectWebhook(transaction, parts, id),
    nextHeaderIds(transaction, change.headers?.added.length ?? 0),
  ])
  const found = requireRevision(before, { id, ifRevision })
  const write = planChange(found, change, now)
  refuseBadFallback({ ...(write?.fields ?? toWebhook(found)), id }, neighbours)
  // What was wrong may be right now, even if it was not changed here.
  await probeNow(transaction, [id])
  if (!write) return { webhook: toWebhook(found), isSettled: true }

  const { headers, deliveries } = write
  const about = { action: 'webhook.changed', at: now, by } as const
  const [isSettled, , , webhook] = await Promise.all([
    deliveries === 'keep' || follow(transaction, deliveries, { webhookId: id, now }),
    changeHeaders(transaction, parts, { webhookId: id, ...headers }),
    insertHeaders(transaction, parts, { webhookId: id, headers: headers.added, ids }),
    writeWebhook(transaction, parts, { found, write, about }),
  ])
  return { webhook, isSettled }
}

/** Whether all of its deliveries are cancelled. */
async function deleteWebhook(
  transaction: Transaction,
  parts: Parts,
  { id, when }: { readonly id: number; readonly when: When },
): Promise<boolean> {
  const { now, by, ifRevision } = when
  const [neighbours, stored] = await Promise.all([
    selectNeighbours(transaction, id),
    selectWebhook(transaction, parts, id),
  ])
  const before = toWebhook(requireRevision(stored, { id, ifRevision }))
  refuseDeletingFallback(before, neighbours)
  const [isSettled] = await Promise.all([
    follow(transaction, 'cancel', { webhookId: id, now }),
    deleteRow(transaction, id),
    runIn(transaction, recordAudit(parts, webhookEntry('webhook.deleted', { before }, { at: now, by }))),
  ])
  return isSettled
}

interface Written {
  readonly found: FoundWebhook
  readonly write: WebhookWrite
  readonly about: { readonly action: AuditAction; readonly at: Instant; readonly by?: Author | undefined }
}

/** With its entry in the log. Headers are to be written by statements before. */
async function writeWebhook(
  transaction: Transaction,
  parts: Parts,
  { found, write, about: { action, ...circumstances } }: Written,
): Promise<Webhook> {
  const [, after] = await Promise.all([
    updateWebhook(transaction, parts, { found, write }),
    selectWebhook(transaction, parts, found.row.id),
  ])
  const written = present(after)
  const entry = webhookEntry(action, { before: toWebhook(found), after: written }, circumstances)
  await runIn(transaction, recordAudit(parts, entry))
  return written
}

function present(found: FoundWebhook | undefined): Webhook {
  if (!found) throw new Error('a webhook vanished inside its own transaction')
  return toWebhook(found)
}
