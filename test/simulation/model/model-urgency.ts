import type { AlertState } from '../../../src/domain/alert/alert.ts'
import { demand } from './broken-promise.ts'
import type { DeliveryFacts } from './change-log.ts'
import type { Model, ModelDelivery } from './model.ts'

/** What wakes somebody, the end of that, everything else, and what can wait. */
export const [HIGH, END_OF_HIGH, NORMAL, LOW] = [0, 1, 2, 3] as const

export function urgencyOf(event: {
  readonly oldState: AlertState | undefined
  readonly newState: AlertState | undefined
  readonly status: string | null
}): number {
  const { oldState, newState, status } = event
  if (newState === undefined) return status === 'failure' ? HIGH : status === 'success' ? LOW : NORMAL
  if (newState === 'high') return HIGH
  if (newState === 'low') return LOW
  return newState === 'cleared' && oldState === 'high' ? END_OF_HIGH : NORMAL
}

/** Whether a head has only become as urgent as what came after it, and due at once. */
export function isHurried(
  { before, after }: { readonly before: DeliveryFacts; readonly after: DeliveryFacts },
  now: number,
): boolean {
  return (
    before.state === after.state &&
    after.queueUrgency <= before.queueUrgency &&
    (after.dueAt === before.dueAt ||
      // Calls that share a transaction may be some milliseconds apart: due then is due now.
      (before.dueAt !== null && after.dueAt !== null && after.dueAt <= now))
  )
}

/** Demands that the head of a changed alert queue is as urgent as the most urgent that waits. */
export function demandUrgentHead(model: Model, head: ModelDelivery): void {
  const alertQueue = [...model.alertQueue(head.alertQueue)].map((id) => model.delivery(id))
  const others = alertQueue.filter(({ isNotifying }) => !isNotifying)
  const mostUrgent = Math.min(...others.map(({ urgency }) => urgency))
  demand(
    head.queueUrgency <= mostUrgent,
    'the head of an alert queue is as urgent as anything in it',
    () => `delivery ${head.id} goes as ${head.queueUrgency}, in its alert queue is ${mostUrgent}`,
  )
}

/** Returns the deliveries of a webhook that are due, and may be claimed by alert queue and time. */
function dueOf(model: Model, webhookId: number, now: number): readonly ModelDelivery[] {
  return [...model.deliveries.values()].filter(
    (one) => one.webhookId === webhookId && one.state === 'pending' && one.dueAt !== null && one.dueAt <= now,
  )
}

/** Somebody asked for it by hand, and it goes for the first time since. */
function isAskedFor({ life, attemptsInLife }: ModelDelivery): boolean {
  return life > 1 && attemptsInLife === 1
}

/** Of seven slots four are for what wakes somebody; so many more may others have had, for each node with a quota. */
const OTHERS_MORE_MAX = 3

interface Taken {
  readonly taken: readonly ModelDelivery[]
  readonly now: number
  readonly node: number
}

/** After a claim: while something that wakes somebody is due, others have no more than their share. */
export function demandShares(model: Model, webhookId: number, { taken, now, node }: Taken): void {
  const flow = model.flows.get(webhookId)
  if (!flow) return
  const isUrgentDue = dueOf(model, webhookId, now).some(({ urgency }) => urgency === HIGH)
  if (!isUrgentDue) {
    flow.turns = { nodes: new Set(), urgent: 0, others: 0 }
    return
  }
  const { turns } = flow
  turns.nodes.add(node)
  for (const delivery of taken) {
    // A delivery that was asked for, and claimed and given back since, goes by its urgency.
    if (delivery.queueUrgency === HIGH) turns.urgent += 1
    else if (!isAskedFor(delivery)) turns.others += 1
  }
  model.saw('something less urgent goes while a raise to high waits', turns.others > 0)
  demand(
    turns.others <= (turns.urgent * 3) / 4 + OTHERS_MORE_MAX * turns.nodes.size,
    'the newest raise to high waits only for raises to high, shares included',
    () => `webhook ${webhookId}: ${turns.others} others and ${turns.urgent} urgent ones went meanwhile`,
  )
}

/** The one that was claimed of a receiver that fails, by how everything was before. */
export function demandRightProbe(
  model: Model,
  probe: ModelDelivery,
  { dueAt, now }: { readonly dueAt: number; readonly now: number },
): void {
  const failedId = model.flows.get(probe.webhookId)?.failedId
  if (isAskedFor(probe)) return
  const others = dueOf(model, probe.webhookId, now).filter(({ id }) => id !== failedId)
  demand(
    probe.id !== failedId || others.length === 0,
    'what failed last is no probe while there is anything else',
    () => `delivery ${probe.id}, though ${others.map(({ id }) => id).join(', ')}`,
  )
  if (probe.id === failedId) return
  const better = others.find(
    (other) =>
      other.queueUrgency < probe.queueUrgency ||
      (other.queueUrgency === probe.queueUrgency && (other.dueAt ?? 0) > dueAt),
  )
  model.saw('a probe is chosen among several', others.length > 0)
  demand(
    better === undefined,
    'a probe is the most urgent that is due, and of these what became due last',
    () => `delivery ${probe.id} before ${better?.id}`,
  )
}
