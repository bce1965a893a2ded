import { formatCount } from '../../../ui/text/format.ts'
import type { ListedWebhook } from '../listed-webhook.ts'

export interface LabelChange {
  readonly added: Readonly<Record<string, string>>
  /** Names. */
  readonly removed: readonly string[]
}

type Labelled = Pick<ListedWebhook, 'labels'>

/** Returns the labels of a webhook after a change. */
export function labelsAfter({ labels }: Labelled, { added, removed }: LabelChange) {
  const kept = Object.entries(labels ?? {}).filter(([name]) => !removed.includes(name))
  return { ...Object.fromEntries(kept), ...added }
}

/** Returns the webhooks that the change makes otherwise. */
export function relabelledBy<Webhook extends Labelled>(
  change: LabelChange,
  webhooks: readonly Webhook[],
): readonly Webhook[] {
  return webhooks.filter((webhook) => textOf(webhook.labels ?? {}) !== textOf(labelsAfter(webhook, change)))
}

/** Returns the names of labels that some of the webhooks have, each with their number. */
export function labelNamesOf(webhooks: readonly Labelled[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of webhooks.flatMap(({ labels }) => Object.keys(labels ?? {}))) {
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

/** Says in numbers what the change will do. */
export function describeLabelChange(change: LabelChange, webhooks: readonly Labelled[]): readonly string[] {
  const { added, removed } = change
  const labelled = labelNamesOf(webhooks)
  const gains = Object.entries(added).flatMap(([name, value]) => {
    const same = webhooks.filter(({ labels }) => labels?.[name] === value).length
    const gaining = webhooks.length - same
    const replacing = (labelled.get(name) ?? 0) - same
    return [
      gaining > 0 && `${count(gaining)} will get ${name}=${value}.`,
      replacing > 0 && `${formatCount(replacing)} of them had another ${name}.`,
    ]
  })
  const losses = removed.map((name) => {
    const losing = Object.hasOwn(added, name) ? 0 : (labelled.get(name) ?? 0)
    return losing > 0 && `${count(losing)} will lose ${name}.`
  })
  const sentences = [...gains, ...losses].filter((sentence) => sentence !== false)
  return sentences.length > 0 ? sentences : ['Nothing will change.']
}

/** Labels in one order, so that two of the same are equal. */
function textOf(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function count(webhooks: number): string {
  return webhooks === 1 ? '1 webhook' : `${formatCount(webhooks)} webhooks`
}
