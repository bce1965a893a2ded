import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import { Silences } from '../../../domain/silence/silences.ts'
import { mayHaveReceiverStates } from '../../../domain/routing/routed-webhook.ts'
import { toWebhook } from '../../rows/webhook-row.ts'
import { liveSilences } from '../../scripts/silences.ts'
import { runIn } from '../connection/run-script.ts'
import type { Transaction } from '../connection/database.ts'
import { KnownWebhooks } from './known-webhooks.ts'
import {
  DELETIONS_KEPT,
  openWebhook,
  SELECT_WEBHOOKS,
  type JoinedRow,
  type WebhookSecrets,
} from './webhook-rows.ts'
import { statement } from '../connection/statement.ts'

const SELECT_CHANGED = statement<[version: number], JoinedRow>(
  `${SELECT_WEBHOOKS} WHERE changed_in > $1 ORDER BY id`,
)
const SELECT_DELETED = statement<[version: number], { webhook_id: WebhookId }>(
  'SELECT webhook_id FROM webhook_deletions WHERE deleted_in > $1',
)

const IS_REMEMBERED = statement('SELECT FROM receiver_states LIMIT 1')

interface Known {
  /** The version of the webhooks, as the database counts it. */
  readonly version: number
  readonly byId: KnownWebhooks
}

const NOTHING: Known = { version: 0, byId: new KnownWebhooks([], false) }

/**
 * Each event is matched against all webhooks and silences, and each claim carries its own. When their version has
 * counted up, webhooks that have changed since are read, and all silences; the transaction's lock holds them still, so
 * what it sees here is what the database has.
 */
export class WebhookCache {
  readonly #deps: WebhookSecrets
  #known = NOTHING
  /** Transactions that begin while what is new is being read wait for it together. */
  #reading: { readonly version: number; readonly known: Promise<Known> } | undefined

  constructor(deps: WebhookSecrets) {
    this.#deps = deps
  }

  /** Returns the webhooks as they were last read, for what may be asked in vain or too late. */
  get lastKnown(): KnownWebhooks {
    return this.#known.byId
  }

  /**
   * Returns the webhooks in the order of their ids, for transactions with the lock `shared` or `webhooks`, before the
   * latter changes any.
   */
  async all(transaction: Transaction): Promise<KnownWebhooks> {
    const version = await transaction.webhooksVersion
    if (version === this.#known.version) return this.#known.byId
    // A backup was put in its place: nothing of what is known holds.
    if (version < this.#known.version) this.#known = NOTHING
    if (this.#reading?.version === version) {
      const known = await this.#reading.known.catch(() => undefined)
      // The connection of the one that read may have been lost; this one's has not.
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

  async #read(transaction: Transaction, version: number): Promise<Known> {
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
    // Until a webhook changes again nothing can come to be remembered.
    const areRemembered =
      mayHaveReceiverStates(merged) ||
      silences.length > 0 ||
      (await transaction.query(IS_REMEMBERED, [])).count > 0
    return { version, byId: new KnownWebhooks(merged, areRemembered, new Silences(silences)) }
  }
}

/** Merges changes into a new map: whoever holds the old one keeps it as it is. */
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
