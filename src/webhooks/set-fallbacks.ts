import type { Issue } from '../domain/errors.ts'
import type { WebhookId } from '../domain/ids.ts'
import { whyLoop, whyNotFallback } from '../domain/routing/fallback.ts'
import type { ChainedWebhook } from '../domain/webhook/webhook-set.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'

interface Naming {
  readonly name: string
  readonly fallback: string | null | undefined
}

interface Indexed extends Issue {
  /** The webhook of the set that it is about. */
  readonly index: number
}

/** Resolves the names of a set and of the stored webhooks. */
export class SetNames {
  readonly wanted: readonly Naming[]
  /** Stored webhooks that the set does not name. */
  readonly unnamed: readonly Webhook[]
  readonly #stored: ReadonlyMap<string, readonly Webhook[]>
  readonly #indexes: ReadonlyMap<string, number>
  readonly #namesById: ReadonlyMap<WebhookId, string>
  readonly #prune: boolean

  constructor(
    wanted: readonly Naming[],
    { stored, prune }: { readonly stored: readonly Webhook[]; readonly prune: boolean },
  ) {
    this.wanted = wanted
    this.#stored = Map.groupBy(stored, ({ name }) => name)
    // A shared name means the first; the planner refuses the others.
    this.#indexes = new Map(wanted.map(({ name }, index) => [name, index] as const).toReversed())
    this.unnamed = stored.filter(({ name }) => !this.#indexes.has(name))
    this.#namesById = new Map(stored.map(({ id, name }) => [id, name]))
    this.#prune = prune
  }

  /** Returns undefined if no stored webhook has this name. */
  currentOf(name: string): Webhook | undefined {
    return this.#stored.get(name)?.[0]
  }

  /**
   * Returns the id of the webhook that will have this name; undefined: none. Negative: the set creates it.
   */
  idOf(name: string): WebhookId | undefined {
    const index = this.#indexes.get(name)
    const stored = this.currentOf(name)?.id
    if (index !== undefined) return stored ?? -(index + 1)
    return this.#prune ? undefined : stored
  }

  /** Returns a name by id, negative or not; null: none. */
  nameOf(id: WebhookId | null): string | null {
    if (id === null) return null
    return id < 0 ? (this.wanted[-id - 1]?.name ?? null) : (this.#namesById.get(id) ?? null)
  }

  /** Says why a name is ambiguous; undefined: it is not. */
  whyShared(name: string): string | undefined {
    const found = this.#stored.get(name) ?? []
    if (found.length < 2) return undefined
    const ids = found.map(({ id }) => id).join(', ')
    return `${found.length} webhooks of the service have this name (ids ${ids}), and a definition is found by it; rename all but one`
  }

  /** Says why the name at this index is taken; undefined: it is not. */
  whyTaken(index: number): string | undefined {
    const { name = '' } = this.wanted[index] ?? {}
    const first = this.#indexes.get(name)
    if (name !== '' && first !== index)
      return `is "${name}" a second time (first in webhooks[${first}]); a webhook is found by its name`
    const shared = this.whyShared(name)
    return shared && `is "${name}", but ${shared}`
  }

  /** Says why a name means no possible fallback; undefined: it does. */
  whyUnknown(name: string): string | undefined {
    const shared = this.whyShared(name)
    if (shared !== undefined) return `is "${name}", and ${shared}`
    if (this.idOf(name) !== undefined) return undefined
    return this.currentOf(name)
      ? `is "${name}", which is not in the set and would be deleted`
      : `is "${name}", but there is no webhook of this name`
  }
}

interface Judged {
  readonly index: number
  readonly after: Webhook
}

/** Finds shared names, and fallbacks that cannot serve in the whole set. */
export function findFallbackIssues(
  entries: readonly Judged[],
  {
    after,
    stored,
    names,
  }: { readonly after: readonly Webhook[]; readonly stored: readonly Webhook[]; readonly names: SetNames },
): readonly Indexed[] {
  const byId = new Map(after.map((webhook) => [webhook.id, webhook]))
  const before = new Map(stored.map((webhook) => [webhook.id, webhook]))
  const indexOf = new Map(entries.map((entry) => [entry.after.id, entry.index]))
  const ofNames = entries.flatMap(({ index }): Indexed[] => {
    const taken = names.whyTaken(index)
    const { fallback, name } = names.wanted[index] ?? {}
    const unknown = typeof fallback === 'string' && fallback !== name ? names.whyUnknown(fallback) : undefined
    return [
      ...(taken === undefined ? [] : [{ index, path: 'name', message: taken }]),
      ...(unknown === undefined ? [] : [{ index, path: 'fallback', message: unknown }]),
    ]
  })
  const wrong = new Set(ofNames.map(({ index }) => index))
  const ofChains = after.flatMap((webhook): Indexed[] => {
    const index = indexOf.get(webhook.id)
    if (webhook.fallbackWebhookId === null || (index !== undefined && wrong.has(index))) return []
    const fallback = byId.get(webhook.fallbackWebhookId)
    const named = fallback ?? before.get(webhook.fallbackWebhookId)
    const unfit = whyNotFallback(webhook, fallback, named && `"${named.name}"`)
    if (unfit !== undefined && index !== undefined) return [{ index, path: 'fallback', message: unfit }]
    const blamed = unfit === undefined ? undefined : indexOf.get(webhook.fallbackWebhookId)
    if (blamed !== undefined)
      return [{ index: blamed, path: 'payload_type', message: whyStillFallback(webhook) }]
    const isNew = webhook.fallbackWebhookId !== before.get(webhook.id)?.fallbackWebhookId
    const loop = index !== undefined && isNew ? whyLoop(webhook, byId) : undefined
    return loop === undefined || index === undefined ? [] : [{ index, path: 'fallback', message: loop }]
  })
  return [...ofNames, ...ofChains]
}

function whyStillFallback({ name, payloadType }: Webhook): string {
  return `must stay ${payloadType} while it is the fallback of "${name}"; give that one another fallback, or none`
}

/** Counts the fallbacks after a webhook; a loop counts once. */
export function chainLength(
  { fallbackWebhookId }: ChainedWebhook,
  byId: ReadonlyMap<WebhookId, ChainedWebhook>,
): number {
  const chain = new Set<WebhookId>()
  let next = fallbackWebhookId
  while (next !== null && !chain.has(next)) {
    chain.add(next)
    next = byId.get(next)?.fallbackWebhookId ?? null
  }
  return chain.size
}
