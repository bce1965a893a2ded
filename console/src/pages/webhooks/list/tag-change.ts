import { formatCount } from '../../../ui/text/format.ts'
import type { ListedWebhook } from '../listed-webhook.ts'

export interface TagChange {
  readonly added: Readonly<Record<string, string>>
  readonly removed: readonly string[]
}

type Tagged = Pick<ListedWebhook, 'tags'>

export function tagsAfter({ tags }: Tagged, { added, removed }: TagChange) {
  const kept = Object.entries(tags ?? {}).filter(([name]) => !removed.includes(name))
  return { ...Object.fromEntries(kept), ...added }
}

/** Returns the webhooks that the change affects. */
export function retaggedBy<Webhook extends Tagged>(
  change: TagChange,
  webhooks: readonly Webhook[],
): readonly Webhook[] {
  return webhooks.filter((webhook) => textOf(webhook.tags ?? {}) !== textOf(tagsAfter(webhook, change)))
}

/** Returns the tag names of the webhooks, with counts. */
export function tagNamesOf(webhooks: readonly Tagged[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of webhooks.flatMap(({ tags }) => Object.keys(tags ?? {}))) {
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

/** Says in numbers what the change will do. */
export function describeTagChange(change: TagChange, webhooks: readonly Tagged[]): readonly string[] {
  const { added, removed } = change
  const tagged = tagNamesOf(webhooks)
  const gains = Object.entries(added).flatMap(([name, value]) => {
    const same = webhooks.filter(({ tags }) => tags?.[name] === value).length
    const gaining = webhooks.length - same
    const replacing = (tagged.get(name) ?? 0) - same
    return [
      gaining > 0 && `${count(gaining)} will get ${name}=${value}.`,
      replacing > 0 && `${formatCount(replacing)} of them had another ${name}.`,
    ]
  })
  const losses = removed.map((name) => {
    const losing = Object.hasOwn(added, name) ? 0 : (tagged.get(name) ?? 0)
    return losing > 0 && `${count(losing)} will lose ${name}.`
  })
  const sentences = [...gains, ...losses].filter((sentence) => sentence !== false)
  return sentences.length > 0 ? sentences : ['Nothing will change.']
}

/** Orders tags, so that equal ones compare equal. */
function textOf(tags: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(tags).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function count(webhooks: number): string {
  return webhooks === 1 ? '1 webhook' : `${formatCount(webhooks)} webhooks`
}
