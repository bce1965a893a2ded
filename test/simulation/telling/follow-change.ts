import type { AlertState } from '../../../src/domain/alert/alert.ts'
import { afterChange } from '../../../src/domain/telling/after-change.ts'
import { newTold, type Told } from '../../../src/domain/telling/told.ts'
import { placeOf } from '../model/place-in-line.ts'
import type { Model, ModelDelivery, ModelEvent } from '../model/model.ts'
import type { ModelWebhook } from '../model/model-webhook.ts'
import type { Written } from '../model/written.ts'
import { dueAtOf } from './due-at.ts'
import { assume, heardOf, miss } from './heard.ts'
import {
  countedAs,
  headOf,
  isEndWanted,
  isKept,
  lineOf,
  pairName,
  supersede,
  tellsMissed,
  toldOf,
  urgencyAsTold,
  writeTold,
  type Pair,
} from './model-told.ts'

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
  /** It tells what its receiver does not know, and holds up nothing behind which it waits. */
  readonly isTelling: boolean
  /** Whose place in the schedule it takes. */
  readonly former: ModelDelivery | undefined
}

type AlertChange = ModelEvent & { readonly alertId: number; readonly newState: AlertState }

/** The fallback of a webhook that says nothing else is told after so long. */
const FALLBACK_AFTER_MS = 15 * 60_000

export function fallbackAtOf(webhook: ModelWebhook, since: number): number | null {
  return webhook.fallbackWebhookId === null ? null : since + (webhook.fallbackAfterMs ?? FALLBACK_AFTER_MS)
}

/** Who is kept at the present, and what of the change is on its way to them from now on; all others are told of the change itself. */
export function followChange(
  model: Model,
  event: AlertChange,
  { now, written }: { readonly now: number; readonly written: Written },
): { readonly followed: ReadonlySet<number>; readonly expected: readonly ExpectedDelivery[] } {
  const followed = new Set<number>()
  const disabled: ModelWebhook[] = []
  const expected: ExpectedDelivery[] = []
  for (const pair of pairsOf(model, event)) {
    const before = toldOf(model, pair)
    const webhook = model.webhooks.get(pair.webhookId)
    if (!webhook || !(before?.follows || isKept(webhook))) {
      writeTold(model, pair, null)
      continue
    }
    followed.add(webhook.id)
    const { told, made } = followPair(model, { event, webhook, before, pair, written }, now)
    if (told?.owed === 'owed') disabled.push(webhook)
    if (made) expected.push(made)
  }
  for (const webhook of disabled) {
    const made = tellInstead(model, event, webhook, now)
    if (made) expected.push(made)
  }
  return { followed, expected }
}

/** Whoever is remembered to have been told of the alert, or counts it as raised now. */
function pairsOf(model: Model, { alertId, newState }: AlertChange): readonly Pair[] {
  const remembered = [...model.told.values()].filter((told) => told.alertId === alertId)
  const ids = new Set(remembered.map(({ webhookId }) => webhookId))
  for (const webhook of model.webhooks.values()) {
    if (isKept(webhook) && newState !== 'cleared' && webhook.alertFlags[newState]) ids.add(webhook.id)
  }
  return [...ids].map((webhookId) => ({ webhookId, alertId }))
}

interface Given {
  readonly event: AlertChange
  readonly webhook: ModelWebhook
  readonly before: Told | undefined
  readonly pair: Pair
  readonly written: Written
}

function followPair(
  model: Model,
  { event, webhook, before, pair, written }: Given,
  now: number,
): { readonly told: Told | null; readonly made: ExpectedDelivery | undefined } {
  const told = before ?? newTold(pair)
  const state = countedAs(event.newState, webhook, told.follows)
  const head = headOf(model, pair)
  // As it is before it ends.
  const former = head?.state === 'pending' ? { ...head } : undefined
  const changed = afterChange(
    { told, present: { state, raise: event.raise }, eventId: event.id, now },
    {
      isSending: head?.state === 'sending',
      isEnabled: webhook.enabled,
      isEndWanted: isEndWanted(webhook, told),
      tellsMissed: tellsMissed(webhook),
    },
  )
  const eventId =
    changed.missed === null
      ? event.id
      : takeMissed(model, event, { written, oldState: changed.missed, toWhom: webhook.id }).id
  if (changed.missed !== null) miss(model, pair)
  writeTold(model, pair, changed.told && { ...changed.told, eventId })
  supersede(
    model,
    lineOf(model, pair).filter((other) => other.state !== 'sending'),
    now,
  )
  if (changed.makes === null) return { told: changed.told, made: undefined }
  const urgency = urgencyAsTold(event, state, changed.told?.known ?? told.known)
  return {
    told: changed.told,
    made: {
      webhookId: webhook.id,
      eventId,
      state: changed.makes,
      dueAt: changed.makes === 'waiting' ? undefined : dueAtOf(former, urgency, now),
      urgency,
      fallbackAt: former ? former.fallbackAt : fallbackAtOf(webhook, changed.told?.owedSince ?? now),
      depth: 0,
      isTelling: true,
      former,
    },
  }
}

/** What could not be told in time has an event of its own. */
function takeMissed(
  model: Model,
  { subject, alertId, newState, raise }: AlertChange,
  {
    written,
    oldState,
    toWhom,
  }: { readonly written: Written; readonly oldState: AlertState; readonly toWhom: number },
): ModelEvent {
  model.saw('what was missed is told')
  const cause = {
    subject,
    alertId,
    newState,
    raise,
    oldState,
    cause: 'missed',
    isExpiry: undefined,
    toWhom,
  } as const
  const event = written.takeEvent(cause)
  model.events.set(event.id, event)
  return event
}

/** Its webhook is disabled, so its fallback hears of it: unless it knows the alert, or hears of the change by itself. */
function tellInstead(
  model: Model,
  event: AlertChange,
  { fallbackWebhookId }: ModelWebhook,
  now: number,
): ExpectedDelivery | undefined {
  const fallback = fallbackWebhookId === null ? undefined : model.webhooks.get(fallbackWebhookId)
  if (!fallback?.enabled || fallback.payloadType !== 'ALERT' || event.newState === 'cleared') return undefined
  const pair = { webhookId: fallback.id, alertId: event.alertId }
  const hearsItself = !isKept(fallback) && fallback.alertFlags[event.newState]
  if (hearsItself || toldOf(model, pair)) return undefined
  beginFollowing(model, pair, event, now)
  model.saw('a fallback is told for a disabled webhook')
  const { isBehind } = placeOf(model, { line: pairName(pair), eventId: event.id })
  return {
    webhookId: fallback.id,
    eventId: event.id,
    state: isBehind ? 'waiting' : 'pending',
    dueAt: isBehind ? undefined : now,
    urgency: event.urgency,
    fallbackAt: fallbackAtOf(fallback, now),
    depth: 1,
    isTelling: false,
    former: undefined,
  }
}

export function beginFollowing(model: Model, pair: Pair, event: AlertChange, now: number): void {
  // What it is told of by itself may be on its way.
  const maybe = lineOf(model, pair).length > 0
  writeTold(model, pair, {
    ...newTold(pair, true),
    maybe,
    present: { state: event.newState, raise: event.raise },
    eventId: event.id,
    owedSince: now,
  })
  const heard = heardOf(model, pair)
  heard.follows = true
  if (maybe) assume(model, pair)
  heard.newest = { state: event.newState, raise: event.raise, eventId: event.id }
}
