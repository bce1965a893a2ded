import type { AlertState } from '../../../src/domain/alert/alert.ts'
import { afterChange } from '../../../src/domain/receiver-state/after-change.ts'
import { newReceiverState, type ReceiverState } from '../../../src/domain/receiver-state/receiver-state.ts'
import { positionOf } from '../model/position-in-queue.ts'
import type { Model, ModelDelivery, ModelEvent } from '../model/model.ts'
import { countsAsActive, fits } from '../model/model-match.ts'
import { isKept, type ModelWebhook } from '../model/model-webhook.ts'
import type { Written } from '../model/written.ts'
import { dueAtOf } from './due-at.ts'
import { assume, receivedOf, miss } from './received.ts'
import {
  countedAs,
  headOf,
  wantsClear,
  alertQueueOf,
  pairName,
  supersede,
  notifiesMissed,
  sentOf,
  urgencyForReceiver,
  writeReceiverStates,
  type Pair,
} from './model-states.ts'

/** A delivery that a change must make. */
export interface ExpectedDelivery {
  readonly webhookId: number
  readonly eventId: number
  readonly state: 'pending' | 'waiting'
  /** Undefined: whatever it says. */
  readonly dueAt: number | null | undefined
  readonly urgency: number
  readonly fallbackAt: number | null
  readonly depth: number
  /** It notifies its receiver of something new, and nothing that it waits for. */
  readonly isNotifying: boolean
  /** It only says that an active alert is not for the webhook any more. */
  readonly isClosing: boolean
  /** Whose step in the schedule it takes over. */
  readonly former: ModelDelivery | undefined
}

type AlertChange = ModelEvent & { readonly alertId: number; readonly newState: AlertState }

/** The fallback of a webhook without a delay of its own is notified after this time. */
const FALLBACK_AFTER_MS = 15 * 60_000

export function fallbackAtOf(webhook: ModelWebhook, since: number): number | null {
  return webhook.fallbackWebhookId === null ? null : since + (webhook.fallbackAfterMs ?? FALLBACK_AFTER_MS)
}

/** Lists the webhooks in current-state mode, with the states now on their way to them; all others are notified of the change itself. */
export function followChange(
  model: Model,
  event: AlertChange,
  { now, written }: { readonly now: number; readonly written: Written },
): { readonly escalated: ReadonlySet<number>; readonly expected: readonly ExpectedDelivery[] } {
  const escalated = new Set<number>()
  const disabled: ModelWebhook[] = []
  const expected: ExpectedDelivery[] = []
  for (const pair of pairsOf(model, event)) {
    const before = sentOf(model, pair)
    const webhook = model.webhooks.get(pair.webhookId)
    if (!webhook || !(before?.escalated || isKept(webhook))) {
      writeReceiverStates(model, pair, null)
      continue
    }
    escalated.add(webhook.id)
    const { receiverState, made } = followPair(model, { event, webhook, before, pair, written }, now)
    if (receiverState?.resync === 'later') disabled.push(webhook)
    if (made) expected.push(made)
  }
  for (const webhook of disabled) {
    const made = escalate(model, event, webhook, now)
    if (made) expected.push(made)
  }
  return { escalated, expected }
}

/** Lists the webhooks that were notified of the alert, or count it as raised now. */
function pairsOf(model: Model, { alertId, newState }: AlertChange): readonly Pair[] {
  const remembered = [...model.receiverState.values()].filter(
    (receiverState) => receiverState.alertId === alertId,
  )
  const ids = new Set(remembered.map(({ webhookId }) => webhookId))
  for (const webhook of model.webhooks.values()) {
    if (countsAsActive(model, webhook, { id: alertId, state: newState })) ids.add(webhook.id)
  }
  return [...ids].map((webhookId) => ({ webhookId, alertId }))
}

interface Given {
  readonly event: AlertChange
  readonly webhook: ModelWebhook
  readonly before: ReceiverState | undefined
  readonly pair: Pair
  readonly written: Written
}

function followPair(
  model: Model,
  { event, webhook, before, pair, written }: Given,
  now: number,
): { readonly receiverState: ReceiverState | null; readonly made: ExpectedDelivery | undefined } {
  const receiverState = before ?? newReceiverState(pair)
  const isActive = countsAsActive(model, webhook, { id: event.alertId, state: event.newState })
  const state = countedAs(event.newState, isActive, receiverState.escalated)
  const head = headOf(model, pair)
  // As it is before it ends.
  const former = head?.state === 'pending' ? { ...head } : undefined
  const changed = afterChange(
    {
      receiverState,
      desired: { state, episodeNumber: event.episodeNumber },
      eventId: event.id,
      restate: false,
      now,
    },
    {
      isSending: head?.state === 'sending',
      coveredBy: null,
      isEnabled: webhook.enabled,
      wantsClear: wantsClear(webhook, receiverState),
      notifiesMissed: notifiesMissed(webhook),
    },
  )
  const eventId =
    changed.missed === null
      ? event.id
      : takeMissed(model, event, { written, oldState: changed.missed, toWhom: webhook.id }).id
  if (changed.missed !== null) miss(model, pair)
  writeReceiverStates(model, pair, changed.receiverState && { ...changed.receiverState, eventId })
  supersede(
    model,
    alertQueueOf(model, pair).filter((other) => other.state !== 'sending'),
    now,
  )
  if (changed.makes === null) return { receiverState: changed.receiverState, made: undefined }
  const urgency = urgencyForReceiver(event, state, changed.receiverState?.lastSent ?? receiverState.lastSent)
  return {
    receiverState: changed.receiverState,
    made: {
      webhookId: webhook.id,
      eventId,
      state: changed.makes,
      dueAt: changed.makes === 'waiting' ? undefined : dueAtOf(former, urgency, now),
      urgency,
      fallbackAt: former
        ? former.fallbackAt
        : fallbackAtOf(webhook, changed.receiverState?.outOfSyncSince ?? now),
      depth: 0,
      isNotifying: true,
      isClosing: state === 'cleared' && event.newState !== 'cleared',
      former,
    },
  }
}

/** A notification that could not be sent in time has an event of its own. */
function takeMissed(
  model: Model,
  { subject, alertId, newState, episodeNumber }: AlertChange,
  {
    written,
    oldState,
    toWhom,
  }: { readonly written: Written; readonly oldState: AlertState; readonly toWhom: number },
): ModelEvent {
  model.saw('a missed alert is sent')
  const trigger = {
    subject,
    alertId,
    newState,
    episodeNumber,
    oldState,
    trigger: 'missed',
    isExpiry: undefined,
    toWhom,
  } as const
  const event = written.takeEvent(trigger)
  model.events.set(event.id, event)
  return event
}

/**
 * Its webhook is disabled, so its fallback is notified: unless it knows the alert, or is notified of the change by
 * itself.
 */
function escalate(
  model: Model,
  event: AlertChange,
  { fallbackWebhookId }: ModelWebhook,
  now: number,
): ExpectedDelivery | undefined {
  const fallback = fallbackWebhookId === null ? undefined : model.webhooks.get(fallbackWebhookId)
  if (!fallback?.enabled || fallback.payloadType !== 'ALERT' || event.newState === 'cleared') return undefined
  const pair = { webhookId: fallback.id, alertId: event.alertId }
  const { alertId, oldState = 'cleared', newState } = event
  const isNotifiedByItself =
    !isKept(fallback) &&
    fallback.alertFlags[newState] &&
    fits(model, fallback, { alertId, oldState, newState })
  if (isNotifiedByItself || sentOf(model, pair)) return undefined
  beginFollowing(model, pair, event, now)
  model.saw('a fallback is notified for a disabled webhook')
  const { isBehind } = positionOf(model, { alertQueue: pairName(pair), eventId: event.id })
  return {
    webhookId: fallback.id,
    eventId: event.id,
    state: isBehind ? 'waiting' : 'pending',
    dueAt: isBehind ? undefined : now,
    urgency: event.urgency,
    fallbackAt: fallbackAtOf(fallback, now),
    depth: 1,
    isNotifying: false,
    isClosing: false,
    former: undefined,
  }
}

export function beginFollowing(model: Model, pair: Pair, event: AlertChange, now: number): void {
  // Its own notification may be on its way.
  const uncertain = alertQueueOf(model, pair).length > 0
  writeReceiverStates(model, pair, {
    ...newReceiverState(pair, true),
    uncertain,
    desired: { state: event.newState, episodeNumber: event.episodeNumber },
    eventId: event.id,
    outOfSyncSince: now,
  })
  const received = receivedOf(model, pair)
  received.escalated = true
  if (uncertain) assume(model, pair)
  received.newest = { state: event.newState, episodeNumber: event.episodeNumber, eventId: event.id }
}
