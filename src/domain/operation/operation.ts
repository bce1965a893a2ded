import type { Event } from '../alert/event.ts'
import type { Delivery, DeliveryState } from '../delivery/delivery.ts'
import { AppError, invalidRequest } from '../errors.ts'
import type { DeliveryFilter, EventFilter } from '../filter/delivery-filters.ts'
import type { DeliveryId, OperationId, WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { usesCurrentState } from '../receiver-state/receiver-state.ts'
import { payloadTypeOf } from '../routing/matching.ts'
import type { Webhook } from '../webhook/webhook.ts'

/**
 * retry: failed and cancelled deliveries start again; cancel: waiting and pending ones end; reroute: another webhook is
 * notified instead.
 */
export type OperationKind = 'retry' | 'cancel' | 'reroute'
export const OPERATION_KINDS = ['retry', 'cancel', 'reroute'] as const satisfies readonly OperationKind[]

/** running -> done | stopped (by hand) | failed (`reason` says why). */
export type OperationState = 'running' | 'done' | 'stopped' | 'failed'
export const OPERATION_STATES = [
  'running',
  'done',
  'stopped',
  'failed',
] as const satisfies readonly OperationState[]

/** Operations that run at the same time; more would only wait for each other. */
export const RUNNING_OPERATIONS_MAX = 10

/** States are stored explicitly: a default could change in a later release. */
export type OperationFilter = DeliveryFilter & EventFilter & { readonly states: readonly DeliveryState[] }

export interface NewOperation {
  readonly kind: OperationKind
  readonly filter: OperationFilter
  readonly targetWebhookId: WebhookId | null
}

export interface OperationCounts {
  readonly changedCount: number
  /** Changed ones that ended here. */
  readonly cancelledCount: number
  /** Retried ones that are held, because their webhook is disabled. */
  readonly heldCount: number
  /** Deliveries that the target of a reroute got. */
  readonly notifiedCount: number
  /** Deliveries of a reroute whose event the target had, or was to get, already. */
  readonly alreadyNotifiedCount: number
}

export const NOTHING_DONE: OperationCounts = {
  changedCount: 0,
  cancelledCount: 0,
  heldCount: 0,
  notifiedCount: 0,
  alreadyNotifiedCount: 0,
}

/** Runs in the background, in steps that survive a crash. */
export interface Operation extends OperationCounts {
  readonly id: OperationId
  readonly kind: OperationKind
  /** Null: it is damaged in the database. */
  readonly filter: OperationFilter | null
  readonly targetWebhookId: WebhookId | null
  readonly state: OperationState
  readonly reason: string | null
  /** Deliveries that fitted the filter: `changed` and `skipped` together. */
  readonly examinedCount: number
  /** Left as they were: being sent, webhook deleted, already notified, … */
  readonly skippedCount: number
  /** An estimate from 0 to 1, by ids. */
  readonly doneShare: number
  readonly createdAt: Instant
  readonly finishedAt: Instant | null
  readonly createdBy: string
}

/** The states that each kind acts on. */
export const STATES_OF_KIND: Readonly<Record<OperationKind, readonly DeliveryState[]>> = {
  retry: ['failed', 'cancelled'],
  cancel: ['waiting', 'pending', 'sending'],
  reroute: ['waiting', 'pending', 'sending', 'failed', 'cancelled'],
}

/** The default states. Cancelling was on purpose, so cancelled deliveries must be named. */
export const DEFAULT_STATES_OF_KIND: Readonly<Record<OperationKind, readonly DeliveryState[]>> = {
  retry: ['failed'],
  cancel: ['waiting', 'pending', 'sending'],
  reroute: ['waiting', 'pending', 'sending', 'failed'],
}

/** Returns the done share of the way from one id to another; 1 once the operation has ended as done. */
export function doneShare(
  state: OperationState,
  { fromId, lastId, upToId }: Readonly<Record<'fromId' | 'lastId' | 'upToId', DeliveryId>>,
): number {
  if (state === 'done' || upToId <= fromId) return 1
  const share = (lastId - fromId) / (upToId - fromId)
  // Three digits suffice, and 1 is kept for the end.
  return Math.min(Math.floor(share * 1000) / 1000, 0.999)
}

/** The effect of an operation on one delivery. All false and null: it is left as it is. */
export interface DeliveryAction {
  readonly restarts: boolean
  /** Held until its webhook is enabled. */
  readonly isHeld: boolean
  readonly cancelReason: string | null
  /** The target of a reroute gets a delivery, unless it has an unfinished or delivered one of the event. */
  readonly addsToTarget: boolean
}

export const NO_ACTION: DeliveryAction = {
  restarts: false,
  isHeld: false,
  cancelReason: null,
  addsToTarget: false,
}

interface ActContext {
  /** Undefined: it has been deleted. */
  readonly webhook: Pick<Webhook, 'enabled'> | undefined
  readonly target: Pick<Webhook, 'id' | 'payloadType' | 'mode'> | undefined
  readonly event: Pick<Event, 'kind'> | undefined
}

/** Leaves a delivery that is being sent, as it may arrive. */
export function chooseAction(
  { id, kind }: Pick<Operation, 'id' | 'kind'>,
  { webhookId, state }: Pick<Delivery, 'webhookId' | 'state'>,
  { webhook, target, event }: ActContext,
): DeliveryAction {
  const isCancellable = state === 'waiting' || state === 'pending'
  switch (kind) {
    case 'retry':
      if (!webhook || (state !== 'failed' && state !== 'cancelled')) return NO_ACTION
      return { ...NO_ACTION, restarts: true, isHeld: !webhook.enabled }
    case 'cancel':
      return isCancellable ? { ...NO_ACTION, cancelReason: `cancelled by operation ${id}` } : NO_ACTION
    case 'reroute': {
      if (!target || !event || target.payloadType !== payloadTypeOf(event)) return NO_ACTION
      if (webhookId === target.id || !STATES_OF_KIND.reroute.includes(state) || state === 'sending')
        return NO_ACTION
      if (usesCurrentState(target)) return NO_ACTION
      const cancelReason = `rerouted to webhook ${target.id} by operation ${id}`
      return { ...NO_ACTION, addsToTarget: true, cancelReason: isCancellable ? cancelReason : null }
    }
  }
}

/** The reason of a rerouted delivery whose target has, or gets, the event already. */
export function whyNotRerouted(operationId: OperationId, targetId: WebhookId): string {
  return `cancelled by operation ${operationId}: webhook ${targetId} had been notified already`
}

/** Over what an operation goes on, or why it cannot go on at all. */
export function scopeOf(
  { kind, filter, targetWebhookId }: Pick<Operation, 'kind' | 'filter' | 'targetWebhookId'>,
  target: Webhook | undefined,
): { readonly filter: OperationFilter } | { readonly failsBecause: string } {
  if (filter === null) {
    return { failsBecause: 'what is stored of its filter is damaged: start another one over what is left' }
  }
  if (kind === 'reroute' && !target) return { failsBecause: `webhook ${targetWebhookId} has been deleted` }
  return { filter }
}

/** Says why deliveries cannot be rerouted to this webhook, in words that complete "webhook_id …". */
function whyNotTarget(
  id: WebhookId,
  target: Pick<Webhook, 'payloadType' | 'mode'> | undefined,
  source: Pick<Webhook, 'id' | 'payloadType'> | undefined,
): string | undefined {
  if (!target) return `is ${id}, but there is no such webhook`
  if (usesCurrentState(target))
    return `is ${id}, which is in current-state mode: resync that webhook instead, and its receiver gets what differs`
  if (source?.id === id) return 'must be another webhook than the one that the filter names'
  if (source && source.payloadType !== target.payloadType)
    return `is ${id}, which is for ${target.payloadType}; webhook ${source.id} is for ${source.payloadType}`
  return undefined
}

/** Counts notified webhooks apart from changed deliveries. */
export function describeOperation({
  kind,
  skippedCount,
  ...counts
}: OperationCounts & Pick<Operation, 'kind' | 'skippedCount'>): string {
  const { changedCount, cancelledCount, heldCount, notifiedCount, alreadyNotifiedCount } = counts
  const known = (count: number, words: string) => (count === 0 ? [] : [`${count} ${words}`])
  const did = {
    retry: [
      `${changedCount - heldCount} due again`,
      ...known(heldCount, 'waiting until their webhook is enabled'),
    ],
    cancel: [`${cancelledCount} cancelled`],
    reroute: [
      `${notifiedCount} sent to the other webhook`,
      ...known(alreadyNotifiedCount, 'notified there already'),
      ...known(cancelledCount, 'cancelled here'),
    ],
  }[kind]
  return [...did, ...known(skippedCount, 'left as they were')].join(', ')
}

/** Throws `conflict` at the limit. */
export function refuseMoreOperations(runningCount: number): void {
  if (runningCount < RUNNING_OPERATIONS_MAX) return
  throw new AppError(
    'conflict',
    `${RUNNING_OPERATIONS_MAX} operations are running already; wait until one has ended, or stop one.`,
  )
}

/** Throws `invalid_request` if the filtered deliveries cannot be rerouted to the target. */
export function refuseBadTarget(
  {
    targetWebhookId,
    filter,
  }: { readonly targetWebhookId: WebhookId | null; readonly filter: { readonly webhookId?: WebhookId } },
  findWebhook: (id: WebhookId) => Webhook | undefined,
): void {
  if (targetWebhookId === null) return
  const source = filter.webhookId === undefined ? undefined : findWebhook(filter.webhookId)
  const message = whyNotTarget(targetWebhookId, findWebhook(targetWebhookId), source)
  if (message !== undefined) throw invalidRequest([{ path: 'webhook_id', message }])
}

/** Throws `conflict` if it has ended. */
export function refuseStopping({ id, state }: Pick<Operation, 'id' | 'state'>): void {
  if (state === 'running') return
  throw new AppError('conflict', `Operation ${id} is not running; it has ended as ${state}.`)
}

export function requireOperation<Row>(row: Row | undefined, id: OperationId): Row {
  if (!row) throw new AppError('not_found', `There is no operation ${id}.`)
  return row
}
