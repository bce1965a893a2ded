import type { ApiDeps } from '../../deps/api-deps.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import { addCalls, acceptedSince } from '../../../domain/overview/webhook-calls.ts'
import type { WithCalls } from './recent-calls-wire.ts'

interface Called {
  readonly id: WebhookId
  /** The health knows it at once; counts follow some seconds later. */
  readonly firstAcceptedAt: Instant | null
}

/** Reads how webhooks were called lately, up to this moment as far as this node knows. In no order. */
export async function readCalls(
  { store, unwrittenCalls }: ApiDeps,
  webhooks: readonly Called[],
): Promise<ReadonlyMap<WebhookId, WithCalls['calls']>> {
  const written = await store.listCalls(webhooks.map(({ id }) => id))
  const firsts = new Map(webhooks.map(({ id, firstAcceptedAt }) => [id, firstAcceptedAt]))
  const added = Map.groupBy(unwrittenCalls(), ({ webhookId }) => webhookId)
  return new Map(
    written.map(({ unfinished, ...calls }) => {
      const { webhookId } = calls
      const sum = (added.get(webhookId) ?? []).reduce(addCalls, calls)
      return [webhookId, { ...acceptedSince(sum, firsts.get(webhookId) ?? null), unfinished }]
    }),
  )
}
