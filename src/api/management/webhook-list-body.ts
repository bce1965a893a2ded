import { Readable } from 'node:stream'
import { PAGE_CHARACTERS_MAX } from '../../domain/page.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import type { WebhookId } from '../../domain/ids.ts'
import type { Store } from '../../storage/store.ts'
import type { RouteResponse } from '../routes/route.ts'

/** Limits webhooks read at a time, fewer if they are long. */
const PAGE = { limit: 500, charactersMax: PAGE_CHARACTERS_MAX } as const

export interface ListedWebhooks {
  readonly store: Pick<Store, 'listWebhooks'>
  /** Exclusive. */
  readonly after: WebhookId
  /** Inclusive. */
  readonly upToId: WebhookId
  readonly toWire: (webhook: Webhook) => object
}

/**
 * Sends a list of any length; after the first page it reads as the client does. Each webhook is a consistent snapshot;
 * one deleted meanwhile may be missing.
 */
export async function listBody(
  listed: ListedWebhooks,
): Promise<Pick<RouteResponse, 'body' | 'stream' | 'headers'>> {
  const first = await readPage(listed, listed.after)
  if (first.isLast) return { body: first.webhooks.map(listed.toWire) }
  return {
    // A stream in object mode would buffer 16 pieces.
    stream: Readable.from(writeArray(listed, first), { objectMode: false }),
    headers: { 'content-type': 'application/json; charset=utf-8' },
  }
}

interface ReadPage {
  readonly webhooks: readonly Webhook[]
  readonly isLast: boolean
}

async function readPage({ store, upToId }: ListedWebhooks, after: WebhookId): Promise<ReadPage> {
  const page = await store.listWebhooks({ ...PAGE, after })
  const webhooks = page.filter(({ id }) => id <= upToId)
  const isLast = webhooks.length < page.length || (page.length < PAGE.limit && !page.isCut)
  return { webhooks, isLast: isLast || webhooks.at(-1)?.id === upToId }
}

async function* writeArray(listed: ListedWebhooks, first: ReadPage): AsyncGenerator<string> {
  let comma = '['
  let page = first
  for (;;) {
    for (const webhook of page.webhooks) {
      yield comma + JSON.stringify(listed.toWire(webhook))
      comma = ','
    }
    const last = page.webhooks.at(-1)
    if (page.isLast || !last) break
    page = await readPage(listed, last.id)
  }
  yield comma === '[' ? '[]' : ']'
}
