import type { Instant } from '../../../domain/instant.ts'
import {
  countHistoryKeys,
  countWebhook,
  describeKeys,
  isPlain,
  newHistoryKey,
  PAGE_LENGTH,
  refuseMissingKeys,
  refuseRotationWithoutKey,
  resealWebhook,
  rotationEntry,
  type EncryptionStart,
  type KeyCounts,
} from '../../encryption-rules.ts'
import type { StoredHistoryKey } from '../../encryption/history-seals.ts'
import type { StoredWebhook } from '../../rows/webhook-row.ts'
import type { SecretBox } from '../../encryption/secret-box.ts'
import type { StoreVerbs } from '../../store.ts'
import { damageReason, type WebhookSeals } from '../../webhook-seals.ts'
import { recordAudit } from '../people/audit.ts'
import type { Database, Transaction } from '../connection/database.ts'
import { ensureHistoryKey, resealHistoryKeys, SELECT_HISTORY_KEYS } from './history-keys.ts'
import type { Parts } from '../parts/parts.ts'
import { follow } from '../webhooks/webhook-deliveries.ts'
import { disableRow, sealAnew, SELECT_WEBHOOKS, type JoinedRow } from '../parts/webhook-rows.ts'

const SELECT_PAGE = `${SELECT_WEBHOOKS} WHERE id > $1 ORDER BY id LIMIT ${PAGE_LENGTH}`

interface Sealing {
  readonly webhookSeals: WebhookSeals
  readonly box: SecretBox
}

export function encryptionVerbs(parts: Parts): Pick<StoreVerbs, 'describeEncryption' | 'rotateEncryption'> {
  const { database, webhookSeals, box } = parts
  return {
    async describeEncryption() {
      const { counts } = await survey(database, parts)
      return describeKeys(box, counts)
    },

    /**
     * Beside all other work: what the values say stays the same, so nobody need read them anew. While it runs nobody
     * changes a webhook.
     */
    rotateEncryption: async ({ now, by }) => {
      refuseRotationWithoutKey(box)
      return database.transaction(async (transaction) => {
        let sealedCount = await resealHistoryKeys(transaction, box)
        for await (const page of pagesOf((after) => selectPage(transaction, after))) {
          sealedCount += await resealAll(transaction, webhookSeals, page)
        }
        await recordAudit(transaction, parts, rotationEntry(box, sealedCount, { at: now, by }))
        return { sealedCount }
      })
    },
  }
}

export interface StartedEncryption {
  readonly report: EncryptionStart
  readonly historyKeys: readonly StoredHistoryKey[]
}

/**
 * Makes the database fit for its keys, before this node reads anything else: refuses it if a key is missing, disables
 * webhooks with damaged values, and, with a key, seals what is still plain. Throws with a sentence that names the
 * setting. A start that finds nothing to do holds up nobody; nodes that start at once do it one after the other.
 *
 * The keys for history that there are now hold as long as the process: another is made only by a node that can open
 * none of them, and of what that one writes this node shows nothing until it is started anew.
 */
export async function startEncryption(
  database: Database,
  sealing: Sealing,
  now: Instant,
): Promise<StartedEncryption> {
  const { box } = sealing
  const found = await survey(database, sealing)
  refuseMissingKeys(box, found.counts)
  const isAllSealed = box.currentKeyId === null || (found.counts['plain'] ?? 0) === 0
  const hasHistoryKey = newHistoryKey(box, found.historyKeys) === undefined
  if (isAllSealed && hasHistoryKey && !found.hasDamaged) {
    return { report: reportOf(0, []), historyKeys: found.historyKeys }
  }
  const report = await database.transaction(
    async (transaction) => {
      const disabledIds: number[] = []
      let sealedCount = 0
      for await (const page of pagesOf((after) => selectPage(transaction, after))) {
        disabledIds.push(...(await disableDamaged(transaction, sealing, { page, now })))
        const plain = box.currentKeyId === null ? [] : page.filter(isPlain)
        sealedCount += await resealAll(transaction, sealing.webhookSeals, plain)
      }
      await ensureHistoryKey(transaction, box)
      return reportOf(sealedCount, disabledIds)
    },
    { lock: 'webhooks' },
  )
  return { report, historyKeys: await database.look<StoredHistoryKey>(SELECT_HISTORY_KEYS) }
}

function reportOf(sealedCount: number, disabledWebhookIds: readonly number[]): EncryptionStart {
  return { sealedCount, isScrubbed: null, disabledWebhookIds }
}

/** What is stored, and under which keys. */
async function survey(database: Database, { webhookSeals }: Pick<Sealing, 'webhookSeals'>) {
  const counts: KeyCounts = {}
  const historyKeys = await database.look<StoredHistoryKey>(SELECT_HISTORY_KEYS)
  countHistoryKeys(counts, historyKeys)
  let hasDamaged = false
  const pages = pagesOf(async (after) => toStored(await database.look<JoinedRow>(SELECT_PAGE, [after])))
  for await (const page of pages) {
    for (const webhook of page) {
      countWebhook(counts, webhook)
      hasDamaged ||= damageOf(webhookSeals, webhook).length > 0
    }
  }
  return { counts, historyKeys, hasDamaged }
}

/** Only of one that is enabled: the others are left as they are. */
function damageOf(seals: WebhookSeals, { row, headers }: StoredWebhook) {
  return row.enabled ? seals.open(row, headers).damaged : []
}

/** The ids of those that were enabled. */
async function disableDamaged(
  transaction: Transaction,
  { webhookSeals }: Sealing,
  { page, now }: { readonly page: readonly StoredWebhook[]; readonly now: Instant },
): Promise<readonly number[]> {
  const damaged = page.flatMap((webhook) => {
    const damage = damageOf(webhookSeals, webhook)
    return damage.length > 0 ? [{ id: webhook.row.id, reason: damageReason(damage) }] : []
  })
  for (const { id, reason } of damaged) {
    await Promise.all([
      disableRow(transaction, { id, reason, now }),
      follow(transaction, 'hold', { webhookId: id, now }),
    ])
  }
  return damaged.map(({ id }) => id)
}

/** How many values. */
async function resealAll(
  transaction: Transaction,
  seals: WebhookSeals,
  webhooks: readonly StoredWebhook[],
): Promise<number> {
  const resealed = webhooks.map(({ row, headers }) => ({ row, ...resealWebhook(seals, { row, headers }) }))
  await Promise.all(resealed.map((one) => sealAnew(transaction, one)))
  return resealed.reduce((sum, { count }) => sum + count, 0)
}

async function selectPage(transaction: Transaction, after: number): Promise<readonly StoredWebhook[]> {
  return toStored((await transaction.query<JoinedRow>(SELECT_PAGE, [after])).rows)
}

function toStored(rows: readonly JoinedRow[]): readonly StoredWebhook[] {
  return rows.map(({ headers, ...row }) => ({ row, headers }))
}

async function* pagesOf(
  select: (after: number) => Promise<readonly StoredWebhook[]>,
): AsyncGenerator<readonly StoredWebhook[], undefined> {
  for (let after = 0; ;) {
    const page = await select(after)
    yield page
    const last = page.at(-1)?.row.id
    if (last === undefined || page.length < PAGE_LENGTH) return
    after = last
  }
}
