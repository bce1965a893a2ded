import type { AlertEvent } from '../alert/event.ts'
import type { WebhookId } from '../ids.ts'
import {
  mayEscalate,
  newEscalation,
  newReceiverState,
  usesCurrentState,
  usesReceiverState,
  type EpisodeState,
  type ReceiverState,
  type ReceiverStateKey,
} from '../receiver-state/receiver-state.ts'
import { isNotifiedByItself, isFallbackNotified } from '../routing/fallback.ts'
import { matchingChanges, matchingCurrentStates, whyNotNotified } from '../routing/matching.ts'
import type { RoutedWebhook, WebhookList } from '../routing/routed-webhook.ts'
import { NOT_COVERED, type Covering } from '../silence/silences.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { notifyChange, type ReceiverStateChange } from './notify.ts'

export interface PlannedChange extends ReceiverStateChange {
  readonly webhook: Webhook
  readonly before: ReceiverState | undefined
  readonly head: Head
}

/** The state of the first delivery in an alert queue; undefined: the queue is empty. */
type Head = 'pending' | 'sending' | undefined

/** Rows that an engine writes when an alert changes, besides the event. */
export interface ChangePlan {
  /** Their webhooks are gone, or use no receiver states any more. */
  readonly removed: readonly ReceiverState[]
  readonly changes: readonly PlannedChange[]
  /** Disabled webhooks that are now out of sync; `planEscalation` decides about their fallbacks afterwards. */
  readonly outOfSyncIds: readonly WebhookId[]
}

export interface ChangeView {
  readonly webhooks: WebhookList
  readonly findWebhook: (id: WebhookId) => Webhook | undefined
  readonly receiverStates: Iterable<ReceiverState>
  readonly headOf: (webhookId: WebhookId) => Head
  readonly coveredBy: Covering
}

/**
 * Plans a change of an alert for all webhooks in current-state mode, fallbacks that follow it, and webhooks for which a
 * silence holds it.
 */
export function planChange(event: AlertEvent, view: ChangeView): ChangePlan {
  const removed: ReceiverState[] = []
  const changes: PlannedChange[] = []
  const outOfSyncIds: WebhookId[] = []
  const matching = new Set(matchingCurrentStates(view.webhooks, event).map(({ id }) => id))
  const held = newlyHeld(event, view)
  for (const [webhookId, before] of statesByWebhook([...matching, ...held.keys()], view)) {
    const webhook = view.findWebhook(webhookId)
    const known = before ?? held.get(webhookId)
    if (!webhook || !usesReceiverState(webhook, known)) {
      if (before) removed.push(before)
      continue
    }
    if (!isAsked(webhook, event)) continue
    const head = view.headOf(webhookId)
    const isMatched = matching.has(webhookId) || wouldBeNotified(webhook, event, view)
    const given = {
      before: known,
      isMatched,
      isSending: head === 'sending',
      coveredBy: view.coveredBy(webhookId),
    }
    const changed = notifyChange(event, webhook, given)
    changes.push({ ...changed, webhook, before, head })
    const left = changed.makes === null ? changed.receiverState : null
    if (left?.resync === 'later' && left.heldBy === null) outOfSyncIds.push(webhookId)
  }
  return { removed, changes, outOfSyncIds }
}

export interface PlannedCounts {
  /** All other webhooks are notified of the change itself. */
  readonly decidedByState: ReadonlySet<WebhookId>
  readonly deliveryCount: number
  /** Deliveries that only close an active alert at a receiver that it is no longer for. */
  readonly closingCount: number
  /** The webhooks that get a delivery. */
  readonly notifiedIds: readonly WebhookId[]
}

export function countPlanned(
  { changes }: ChangePlan,
  { newState }: Pick<AlertEvent, 'newState'>,
): PlannedCounts {
  const made = changes.filter(({ makes }) => makes !== null)
  const isClosing = ({ receiverState }: PlannedChange) => receiverState?.desired.state === 'cleared'
  return {
    decidedByState: new Set(changes.map(({ webhook }) => webhook.id)),
    deliveryCount: made.length,
    closingCount: newState === 'cleared' ? 0 : made.filter(isClosing).length,
    notifiedIds: made.map(({ webhook }) => webhook.id),
  }
}

/** Tells whether a webhook in mode `every_change` counts the new state as active, after a silence held the alert. */
function wouldBeNotified(webhook: Webhook, event: AlertEvent, { webhooks }: ChangeView): boolean {
  if (usesCurrentState(webhook) || event.newState === 'cleared') return false
  return whyNotNotified({ ...webhook, enabled: true }, webhooks, event) === undefined
}

function isAsked({ enabled, acknowledgements }: Webhook, { trigger }: AlertEvent): boolean {
  return trigger !== 'acknowledgement' || (enabled && acknowledgements)
}

function statesByWebhook(
  matching: readonly WebhookId[],
  { receiverStates }: ChangeView,
): ReadonlyMap<WebhookId, ReceiverState | undefined> {
  const states = new Map<WebhookId, ReceiverState | undefined>()
  for (const one of receiverStates) states.set(one.webhookId, one)
  for (const id of matching) {
    if (!states.has(id)) states.set(id, undefined)
  }
  return states
}

/**
 * Returns the states of receivers in mode `every_change` for which a silence holds the alert from now on: they were
 * sent all earlier changes. A delivery that is left is held when it is claimed, with all after it.
 */
function newlyHeld(event: AlertEvent, view: ChangeView): ReadonlyMap<WebhookId, ReceiverState> {
  const { webhooks, coveredBy, headOf } = view
  if (coveredBy === NOT_COVERED || event.newState === 'cleared') return new Map()
  const held = matchingChanges(webhooks, event).filter(
    ({ id }) => coveredBy(id) !== null && headOf(id) === undefined,
  )
  return new Map(
    held.map((webhook) => {
      const pair = { alertId: event.alertId, webhookId: webhook.id }
      return [webhook.id, { ...newReceiverState(pair), lastSent: stateBefore(webhook, event, webhooks) }]
    }),
  )
}

/** Returns what the receiver of a webhook in mode `every_change` was sent before the event. */
export function stateBefore(webhook: RoutedWebhook, event: AlertEvent, webhooks: WebhookList): EpisodeState {
  const { oldState, episodeNumber } = event
  const whyNotThen = whyNotNotified({ ...webhook, enabled: true }, webhooks, { ...event, newState: oldState })
  const state = oldState === 'cleared' || whyNotThen !== undefined ? 'cleared' : oldState
  return { state, episodeNumber }
}

export interface EscalationPlan {
  readonly fallback: Webhook
  readonly pair: ReceiverStateKey
  readonly receiverState: ReceiverState
}

/** Plans the escalation from a disabled webhook to its fallback; undefined: no escalation. */
export function planEscalation(
  webhookId: WebhookId,
  event: AlertEvent,
  view: Pick<ChangeView, 'findWebhook' | 'webhooks'> & {
    readonly findState: (pair: ReceiverStateKey) => ReceiverState | undefined
    readonly hasAlertQueue: (pair: ReceiverStateKey) => boolean
  },
): EscalationPlan | undefined {
  const fallbackId = view.findWebhook(webhookId)?.fallbackWebhookId ?? null
  const fallback = fallbackId === null ? undefined : view.findWebhook(fallbackId)
  if (
    !fallback ||
    !isFallbackNotified(fallback, event, 0) ||
    isNotifiedByItself(fallback, view.webhooks, event)
  )
    return undefined
  const pair = { alertId: event.alertId, webhookId: fallback.id }
  if (!mayEscalate(view.findState(pair), event)) return undefined
  const given = { hasAlertQueue: view.hasAlertQueue(pair), now: event.acceptedAt }
  return { fallback, pair, receiverState: newEscalation(pair, event, given) }
}
