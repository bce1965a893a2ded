import type { DeliveryFilter, DeliveryState } from './delivery.ts'
import type { Instant } from './instant.ts'
import type { Webhook } from './webhook.ts'

/**
 * What can be done to many deliveries at once. retry: failed and cancelled ones start anew; cancel: waiting and
 * pending ones end; reroute: another webhook is told instead.
 */
export type OperationKind = 'retry' | 'cancel' | 'reroute'
export const OPERATION_KINDS = ['retry', 'cancel', 'reroute'] as const satisfies readonly OperationKind[]

/** running -> done | stopped (somebody said so) | failed (it cannot go on; `reason` says why). */
export type OperationState = 'running' | 'done' | 'stopped' | 'failed'
export const OPERATION_STATES = [
  'running',
  'done',
  'stopped',
  'failed',
] as const satisfies readonly OperationState[]

/** More at a time would only wait for each other. */
export const RUNNING_OPERATIONS_MAX = 10

/** The states are always said, so that what is looked at never depends on what a later release means by nothing. */
export type OperationFilter = DeliveryFilter & { readonly states: readonly DeliveryState[] }

export interface NewOperation {
  readonly kind: OperationKind
  readonly filter: OperationFilter
  /** Of a reroute: who is told instead. */
  readonly targetWebhookId: number | null
}

/** Something that is done to many deliveries, in the background, in steps that survive a crash. */
export interface Operation {
  readonly id: number
  readonly kind: OperationKind
  readonly filter: OperationFilter
  readonly targetWebhookId: number | null
  readonly state: OperationState
  /** Why it failed. */
  readonly reason: string | null
  /** Deliveries that fitted the filter when their turn came: `changed` and `skipped` together. */
  readonly examinedCount: number
  readonly changedCount: number
  /** Left as they were: sent right now, webhook deleted, told already, … */
  readonly skippedCount: number
  /** From 0 to 1, by the ids that are behind it: an estimate. */
  readonly doneShare: number
  readonly createdAt: Instant
  readonly finishedAt: Instant | null
  /** The name of who asked for it. */
  readonly createdBy: string
}

/** The states that each kind looks at; in others there is nothing for it to do. */
export const STATES_OF_KIND: Readonly<Record<OperationKind, readonly DeliveryState[]>> = {
  retry: ['failed', 'cancelled'],
  cancel: ['waiting', 'pending', 'sending'],
  reroute: ['waiting', 'pending', 'sending', 'failed', 'cancelled'],
}

/** What is meant if no state is said. What was cancelled was cancelled on purpose: it must be asked for. */
export const DEFAULT_STATES_OF_KIND: Readonly<Record<OperationKind, readonly DeliveryState[]>> = {
  retry: ['failed'],
  cancel: ['waiting', 'pending', 'sending'],
  reroute: ['waiting', 'pending', 'sending', 'failed'],
}

/** How much of the way from one id to another lies behind; 1 once it has ended as done. */
export function doneShare(
  state: OperationState,
  { fromId, lastId, upToId }: { readonly fromId: number; readonly lastId: number; readonly upToId: number },
): number {
  if (state === 'done' || upToId <= fromId) return 1
  const share = (lastId - fromId) / (upToId - fromId)
  // Three digits say enough, and 1 is kept for the end.
  return Math.min(Math.floor(share * 1000) / 1000, 0.999)
}

/** Why deliveries cannot be re-routed to this webhook, in words that complete "webhook_id …"; undefined: they can. */
export function whyNotTarget(
  id: number,
  target: Pick<Webhook, 'payloadType'> | undefined,
  source: Pick<Webhook, 'id' | 'payloadType'> | undefined,
): string | undefined {
  if (!target) return `is ${id}, but there is no such webhook`
  if (source?.id === id) return 'must be another webhook than the one that the filter names'
  if (source && source.payloadType !== target.payloadType)
    return `is ${id}, which is for ${target.payloadType}; webhook ${source.id} is for ${source.payloadType}`
  return undefined
}
