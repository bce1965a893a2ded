import { AppError } from '../../../src/domain/errors.ts'
import type { AlertFlags } from '../../../src/domain/webhook/webhook.ts'
import type { WebhookEdit } from '../../../src/domain/webhook/webhook-edit.ts'
import type { Executed } from '../database/simulated-database.ts'
import { applyRows, demandConsistent, demandOrder } from './apply-rows.ts'
import { demand } from './broken-promise.ts'
import type { Model } from './model.ts'
import type { ModelWebhook } from './model-webhook.ts'
import { followWebhook } from '../receiver-state/follow-webhook.ts'
import { blur, blurOtherwise, forget } from '../receiver-state/received.ts'
import { endPause, newFlow } from './model-flow.ts'

type Of<Name extends Executed['method']> = Extract<Executed, { readonly method: Name }>

export function applyCreate(model: Model, { args: [webhook, now], value }: Of<'createWebhook'>): void {
  demand(
    value !== undefined && !model.webhooks.has(value.id),
    'each webhook has an id of its own',
    () => `webhook ${value?.id}`,
  )
  const { url, enabled, payloadType, alertFlags } = webhook
  const { timeoutMs, retryScheduleMs, concurrencyMax, rateLimit, fallbackWebhookId, fallbackAfterMs } =
    webhook
  const limits = { timeoutMs, retryScheduleMs, concurrencyMax, rateLimit, fallbackWebhookId, fallbackAfterMs }
  const modes = {
    match: webhook.match,
    mode: webhook.mode,
    missedAlerts: webhook.missedAlerts,
    clearUrl: webhook.clearRequest?.url ?? null,
    createdAt: now,
  }
  model.webhooks.set(value.id, { id: value.id, url, enabled, payloadType, alertFlags, ...limits, ...modes })
  model.flows.set(value.id, newFlow())
  blurOtherwise(model)
  demandFallback(model, value.id)
}

export function applyChange(model: Model, { args: [id, edit, { now }], changes }: Of<'changeWebhook'>): void {
  const before = model.webhooks.get(id)
  demand(before !== undefined, 'only what exists is changed', () => `webhook ${id}`)
  const after = merge(before, edit)
  model.webhooks.set(id, after)
  demandFallback(model, id)
  endPause(model, id)
  const flow = model.flows.get(id)
  if (flow && edit.rateLimit !== undefined) flow.claimedAt = []
  const changed = applyRows(model, changes, ['pending > pending'])
  for (const { delivery } of changed) {
    const dueAt = after.enabled ? now : null
    demand(
      delivery.webhookId === id && before.enabled !== after.enabled && delivery.dueAt === dueAt,
      'what was held is due at once when its webhook is enabled',
      () => `delivery ${delivery.id} is due at ${delivery.dueAt} instead of ${dueAt}`,
    )
  }
  demandAllConsistent(model, id)
  const isRecounted =
    JSON.stringify(before.alertFlags) !== JSON.stringify(after.alertFlags) || before.match !== after.match
  if (isRecounted) blur(model, id)
  blurOtherwise(model)
  followWebhook(model, before, after, now)
}

/** After its webhook was disabled or enabled, every delivery must fit to that. */
export function demandAllConsistent(model: Model, webhookId: number): void {
  for (const delivery of model.deliveries.values()) {
    if (delivery.webhookId === webhookId) demandConsistent(model, delivery)
  }
}

export function applyDelete(
  model: Model,
  { args: [id], value, isUnanswered, changes }: Of<'deleteWebhook'>,
): void {
  demand(!isFallback(model, id), 'a webhook that others rely on is not deleted', () => `webhook ${id}`)
  demand(model.webhooks.delete(id), 'only what exists is deleted', () => `webhook ${id}`)
  const open = [...model.receiverState.values()].filter(
    ({ webhookId, lastSent, uncertain }) => webhookId === id && (uncertain || lastSent.state !== 'cleared'),
  )
  demand(
    isUnanswered || value?.openNotifications === open.length,
    'a response says what was done',
    () =>
      `webhook ${id} deleted with ${value?.openNotifications} open notifications instead of ${open.length}`,
  )
  forget(model, id)
  blurOtherwise(model)
  for (const [name, receiverState] of model.receiverState)
    if (receiverState.webhookId === id) model.receiverState.delete(name)
  const changed = applyRows(model, changes, [
    'waiting > cancelled',
    'pending > cancelled',
    'sending > cancelled',
  ])
  for (const { delivery } of changed) {
    demand(
      delivery.webhookId === id,
      'only the deleted webhook loses its deliveries',
      () => `delivery ${delivery.id}`,
    )
  }
  for (const { id: deliveryId, webhookId, alertQueue } of model.deliveries.values()) {
    demand(
      webhookId !== id || !model.alertQueue(alertQueue).has(deliveryId),
      'the unfinished deliveries of a deleted webhook are cancelled',
      () => `delivery ${deliveryId}`,
    )
  }
  demandOrder(
    model,
    changed.map(({ delivery }) => delivery),
  )
}

/** A change of a webhook that is not there, or has changed meanwhile, is refused; everything else must be done. */
export function demandRightRefusal(model: Model, id: number, error: unknown): void {
  const code = error instanceof AppError ? error.code : undefined
  demand(
    (code === 'not_found' && !model.webhooks.has(id)) ||
      (code === 'conflict' && isFallback(model, id)) ||
      code === 'invalid_request' ||
      code === 'precondition_failed' ||
      code === 'unavailable',
    'a refusal has a reason',
    () => `webhook ${id}: ${String(error)}`,
  )
}

/** Another webhook that is there and is notified of the same kind of events. */
function demandFallback(model: Model, id: number): void {
  const webhook = model.webhooks.get(id)
  if (!webhook || webhook.fallbackWebhookId === null) return
  const fallback = model.webhooks.get(webhook.fallbackWebhookId)
  demand(
    fallback !== undefined && fallback !== webhook && fallback.payloadType === webhook.payloadType,
    'a fallback is another webhook of the same kind',
    () => `webhook ${id}, fallback ${webhook.fallbackWebhookId}`,
  )
}

function isFallback(model: Model, id: number): boolean {
  return [...model.webhooks.values()].some((other) => other.fallbackWebhookId === id && other.id !== id)
}

function merge(webhook: ModelWebhook, edit: WebhookEdit): ModelWebhook {
  return {
    ...webhook,
    url: edit.url ?? webhook.url,
    enabled: edit.enabled ?? webhook.enabled,
    payloadType: edit.payloadType ?? webhook.payloadType,
    alertFlags: mergeFlags(webhook.alertFlags, edit.alertFlags ?? {}),
    timeoutMs: given(edit.timeoutMs, webhook.timeoutMs),
    retryScheduleMs: given(edit.retryScheduleMs, webhook.retryScheduleMs),
    concurrencyMax: given(edit.concurrencyMax, webhook.concurrencyMax),
    rateLimit: given(edit.rateLimit, webhook.rateLimit),
    fallbackWebhookId: given(edit.fallbackWebhookId, webhook.fallbackWebhookId),
    fallbackAfterMs: given(edit.fallbackAfterMs, webhook.fallbackAfterMs),
    match: given(edit.match, webhook.match),
    mode: edit.mode ?? webhook.mode,
    missedAlerts: edit.missedAlerts ?? webhook.missedAlerts,
    clearUrl: edit.clearRequest === undefined ? webhook.clearUrl : (edit.clearRequest?.url ?? null),
  }
}

function given<Value>(value: Value | undefined, otherwise: Value): Value {
  return value === undefined ? otherwise : value
}

function mergeFlags(flags: AlertFlags, change: Partial<AlertFlags>): AlertFlags {
  const { low = flags.low, medium = flags.medium, high = flags.high, cleared = flags.cleared } = change
  return { low, medium, high, cleared }
}
