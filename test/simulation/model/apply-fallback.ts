import { demand } from './broken-promise.ts'
import type { Change, DeliveryFacts } from './change-log.ts'
import type { Model, ModelDelivery } from './model.ts'

/** However webhooks name each other. */
const CHAIN_LENGTH_MAX = 10

/** Where one that comes late stands in its line: behind an older event, or one that is being sent; else it displaces. */
export function placeOf(
  model: Model,
  { line, eventId }: Pick<ModelDelivery, 'line' | 'eventId'>,
): { readonly isBehind: boolean; readonly mayDisplace: number | undefined } {
  const unfinished = [...model.line(line)].map((id) => model.delivery(id))
  const head = unfinished.find(({ state }) => state !== 'waiting')
  const isBehind = unfinished.some((other) => other.eventId <= eventId) || head?.state === 'sending'
  return { isBehind, mayDisplace: isBehind ? undefined : head?.id }
}

/**
 * When deliveries have just ended: the fallbacks of those that failed must be told, and nobody else. Answers what was
 * made. Those of older events take their places first.
 */
export function applyFallbacks(
  model: Model,
  ended: readonly ModelDelivery[],
  changes: readonly Change[],
): readonly ModelDelivery[] {
  const added = changes.flatMap((change) => (change.kind === 'delivery added' ? [change.after] : []))
  const ids = new Set(ended.map(({ id }) => id))
  const strays = added.filter(({ fallbackOf: id }) => id === null || !ids.has(id))
  demand(strays.length === 0, 'the fallback is told of what failed, exactly once', () =>
    JSON.stringify(strays),
  )
  return ended
    .toSorted((one, other) => one.eventId - other.eventId)
    .flatMap((failed) => {
      const rows = added.filter(({ fallbackOf: id }) => id === failed.id)
      return applyFallback(model, failed, rows) ?? []
    })
}

function applyFallback(
  model: Model,
  failed: ModelDelivery,
  added: readonly DeliveryFacts[],
): ModelDelivery | undefined {
  const expected = fallbackOf(model, failed)
  const [row] = added
  demand(
    added.length === (expected === undefined ? 0 : 1) && row?.webhookId === expected,
    'the fallback is told of what failed, exactly once',
    () =>
      `delivery ${failed.id}: webhooks ${added.map(({ webhookId }) => webhookId).join(', ') || 'none'} instead of ${expected ?? 'none'}`,
  )
  const event = model.events.get(failed.eventId)
  if (!row || !event) return undefined
  const isNew = !model.deliveries.has(row.id) && row.attemptsMade === 0
  demand(
    isNew && row.fallbackOf === failed.id && row.eventId === failed.eventId,
    'a fallback is told of the same event',
    () => JSON.stringify(row),
  )
  const line = `webhook ${row.webhookId}, ${event.subject}`
  const { isBehind } = placeOf(model, { line, eventId: event.id })
  demand(
    row.state === (isBehind ? 'waiting' : 'pending'),
    'what a fallback is told takes its place in the order of events',
    () => `delivery ${row.id} is ${row.state}`,
  )
  model.saw(failed.depth === 0 ? 'a fallback is told' : 'the fallback of a fallback is told')
  return model.add({ row, event, line, depth: failed.depth + 1, now: failed.finishedAt ?? 0 })
}

function fallbackOf(model: Model, failed: ModelDelivery): number | undefined {
  const event = model.events.get(failed.eventId)
  const id = model.webhooks.get(failed.webhookId)?.fallbackWebhookId ?? undefined
  const fallback = id === undefined ? undefined : model.webhooks.get(id)
  if (failed.state !== 'failed' || failed.depth >= CHAIN_LENGTH_MAX) return undefined
  if (!event || !fallback?.enabled) return undefined
  if (fallback.payloadType !== (event.newState === undefined ? 'JOB' : 'ALERT')) return undefined
  const isTold = [...model.deliveries.values()].some(
    ({ eventId, webhookId }) => eventId === failed.eventId && webhookId === fallback.id,
  )
  return isTold ? undefined : fallback.id
}
