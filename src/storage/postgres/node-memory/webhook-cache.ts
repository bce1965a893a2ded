import { mayHaveReceiverStates } from '../../../domain/routing/routed-webhook.ts'
import { AppError } from '../../../domain/errors.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import { NO_SILENCES, type Silences } from '../../../domain/silence/silences.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { weighMatching } from '../../../domain/routing/matching.ts'
import type { MatchRows } from '../../../domain/write-weight.ts'
import type { Known } from '../../changes/rows.ts'
import { sealedWith } from '../../encryption/secret-box.ts'
import { type HeaderRow, type StoredWebhook, toWebhook, type WebhookRow } from '../../rows/webhook-row.ts'
import type { Sealing } from '../../scripts/encryption.ts'
import { liveSilences } from '../../scripts/silences.ts'
import { type OpenedWebhook, storedValuesOf } from '../../webhook-seals.ts'
import type { Transaction } from '../connection/database.ts'
import { runIn } from '../connection/run-script.ts'
import { statement } from '../connection/statement.ts'

/** All webhooks at one moment, by id, and the silences that may hold something. */
export class KnownWebhooks extends Map<WebhookId, Webhook> implements Known {
  /**
   * Whether receiver states have to be read: a webhook may get some (`mayHaveReceiverStates`), a former
   * fallback left some, or a silence may hold something.
   */
  readonly areRemembered: boolean
  readonly silences: Silences

  constructor(
    webhooks: Iterable<readonly [WebhookId, Webhook]>,
    areRemembered: boolean,
    silences: Silences = NO_SILENCES,
  ) {
    super(webhooks)
    this.areRemembered = areRemembered
    this.silences = silences
  }

  get webhooks(): this {
    return this
  }

  find(id: WebhookId): Webhook | undefined {
    return this.get(id)
  }

  get matchRows(): MatchRows {
    return weighMatching(this)
  }
}

export const NO_WEBHOOKS = new KnownWebhooks([], false)

/** A webhook with its headers, of one moment. */
export type JoinedRow = WebhookRow & { readonly headers: readonly HeaderRow[] }

export const SELECT_WEBHOOKS = `SELECT webhooks.*, coalesce((SELECT json_agg(header ORDER BY header.id)
  FROM webhook_headers header WHERE header.webhook_id = webhooks.id), '[]') AS headers FROM webhooks`
/** Changes whose deletions are kept; a node that missed more reads all webhooks again. */
export const DELETIONS_KEPT = 10_000

const SELECT_CHANGED = statement<[version: number], JoinedRow>(
  `${SELECT_WEBHOOKS} WHERE changed_in > $1 ORDER BY id`,
)
const SELECT_DELETED = statement<[version: number], { webhook_id: WebhookId }>(
  'SELECT webhook_id FROM webhook_deletions WHERE deleted_in > $1',
)

const IS_REMEMBERED = statement('SELECT FROM receiver_states LIMIT 1')

interface Read {
  readonly version: number
  readonly byId: KnownWebhooks
}

const NOTHING: Read = { version: 0, byId: NO_WEBHOOKS }

/**
 * Caches all webhooks and silences, which each event is matched against. When their version grows, it reads
 * the changed webhooks, and all silences; the transaction's lock keeps them as read.
 */
export class WebhookCache {
  readonly #deps: Sealing
  #known = NOTHING
  #reading: { readonly version: number; readonly known: Promise<Read> } | undefined

  constructor(deps: Sealing) {
    this.#deps = deps
  }

  /** Returns the webhooks as last read; they may be out of date. */
  get lastKnown(): KnownWebhooks {
    return this.#known.byId
  }

  /** Returns the webhooks, for transactions with the lock `shared` or `webhooks`, before they change any. */
  async all(transaction: Transaction): Promise<KnownWebhooks> {
    const version = await transaction.webhooksVersion
    if (version === this.#known.version) return this.#known.byId
    // A backup was restored: nothing of the cache holds.
    if (version < this.#known.version) this.#known = NOTHING
    if (this.#reading?.version === version) {
      const known = await this.#reading.known.catch(() => undefined)
      if (known) return known.byId
    }
    const reading = { version, known: this.#read(transaction, version) }
    this.#reading = reading
    try {
      const known = await reading.known
      if (known.version > this.#known.version) this.#known = known
      return known.byId
    } finally {
      if (this.#reading === reading) this.#reading = undefined
    }
  }

  async #read(transaction: Transaction, version: number): Promise<Read> {
    const { version: seen, byId } = version - this.#known.version > DELETIONS_KEPT ? NOTHING : this.#known
    const [changed, deleted, silences] = await Promise.all([
      transaction.query(SELECT_CHANGED, [seen]),
      transaction.query(SELECT_DELETED, [seen]),
      runIn(transaction, liveSilences()),
    ])
    const webhooks = changed.rows.map((row) => toWebhook(openWebhook(this.#deps, row)))
    const merged = merge(
      byId,
      webhooks,
      deleted.rows.map((row) => row.webhook_id),
    )
    // Until a webhook changes, no receiver state can appear.
    const areRemembered =
      mayHaveReceiverStates(merged) ||
      !silences.isEmpty ||
      (await transaction.query(IS_REMEMBERED, [])).count > 0
    return { version, byId: new KnownWebhooks(merged, areRemembered, silences) }
  }
}

/** Merges changes into a new map, because the old one may be in use. */
function merge(
  old: ReadonlyMap<WebhookId, Webhook>,
  changed: readonly Webhook[],
  deletedIds: readonly WebhookId[],
): ReadonlyMap<WebhookId, Webhook> {
  const merged = new Map(old)
  for (const webhook of changed) merged.set(webhook.id, webhook)
  for (const id of deletedIds) merged.delete(id)
  const ids = [...merged.keys()]
  const isOrdered = ids.every((id, index) => index === 0 || id > ids[index - 1]!)
  return isOrdered ? merged : new Map([...merged].toSorted(([one], [other]) => one - other))
}

/**
 * Throws `unavailable` if a value is sealed under a key that only another node has: this node would take it
 * for damaged, and lose it with the next change.
 */
export function openStored({ webhookSeals, box }: Sealing, stored: StoredWebhook): OpenedWebhook {
  const { row, headers } = stored
  const opened = webhookSeals.open(row, headers)
  if (opened.damaged.length > 0) {
    for (const { stored: value } of storedValuesOf(stored)) {
      const keyId = sealedWith(value)
      if (keyId !== null && !box.keyIds.includes(keyId)) throw missingKey(row.id, keyId)
    }
  }
  return opened
}

export function openWebhook(secrets: Sealing, { headers, ...row }: JoinedRow): OpenedWebhook {
  return openStored(secrets, { row, headers })
}

function missingKey(webhookId: WebhookId, keyId: string): AppError {
  return new AppError(
    'unavailable',
    `Webhook ${webhookId} is encrypted with the key ${keyId}, which this node has not been given: another node has. Give it in TOCSIN_ENCRYPTION_KEY or TOCSIN_ENCRYPTION_KEY_FILE and start this node anew.`,
  )
}
