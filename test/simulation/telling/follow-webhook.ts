import { takeUp } from '../../../src/domain/telling/take-up.ts'
import { newTold, type Told } from '../../../src/domain/telling/told.ts'
import { AppError } from '../../../src/domain/errors.ts'
import type { Executed } from '../database/simulated-database.ts'
import { demand } from '../model/broken-promise.ts'
import type { Model, ModelAlert, ModelEvent } from '../model/model.ts'
import type { ModelWebhook } from '../model/model-webhook.ts'
import { Written } from '../model/written.ts'
import { demandOrder } from '../model/apply-rows.ts'
import { fallbackAtOf } from './follow-change.ts'
import {
  urgencyAsTold,
  countedAs,
  headOf,
  isKept,
  lineOf,
  pairName,
  toldOf,
  writeTold,
  type Pair,
} from './model-told.ts'
import { makeDue } from './follow-attempt.ts'
import { seed } from './seed.ts'
import { forget, forgetKnown, forgetUnderWay } from './heard.ts'

type Of<Name extends Executed['verb']> = Extract<Executed, { readonly verb: Name }>

/** What is remembered of a webhook after it was changed. */
export function followWebhook(model: Model, before: ModelWebhook, after: ModelWebhook, now: number): void {
  if (isKept(after) && !isKept(before)) {
    model.saw('a webhook is moved to mode present')
    for (const alert of model.alerts.values()) seed(model, { webhook: after, alert, now })
  }
  if (isKept(before) && !isKept(after)) {
    for (const [name, { webhookId, follows }] of model.told) {
      if (webhookId === after.id && !follows) model.told.delete(name)
    }
    for (const { pair, follows } of model.heard.values()) {
      if (pair.webhookId === after.id && !follows) forget(model, after.id, pair.alertId)
    }
  }
  if (after.enabled && !before.enabled) makeDue(model, after.id, { now })
}

export function applyResync(
  model: Model,
  { args: [id, given], value, error, isUnanswered }: Of<'resyncWebhook'>,
): void {
  const webhook = model.webhooks.get(id)
  const isFollowed = (alertId: number) => toldOf(model, { webhookId: id, alertId })?.follows === true
  const follows = [...model.told.values()].some((told) => told.webhookId === id && told.follows)
  const canBe = webhook !== undefined && (isKept(webhook) || follows) && webhook.enabled
  if (error !== undefined) {
    const code = error instanceof AppError ? error.code : undefined
    const isRight = code === 'unavailable' || (!canBe && (code === 'conflict' || code === 'not_found'))
    return demand(isRight, 'a refusal has a reason', () => `resync of ${id}: ${String(error)}`)
  }
  demand(canBe, 'only an enabled webhook of which something is remembered is resynced', () => `webhook ${id}`)
  model.saw('a resync of what is followed in mode changes', !isKept(webhook))
  const isOwn = ({ state }: ModelAlert) => isKept(webhook) && state !== 'cleared' && webhook.alertFlags[state]
  const isRaised = (alert: ModelAlert) => isOwn(alert) || (alert.state !== 'cleared' && isFollowed(alert.id))
  const raised = [...model.alerts.values()].filter(isRaised)
  const unknown = raised.filter((alert) => !toldOf(model, { webhookId: id, alertId: alert.id }))
  const owed = [...model.told.values()].filter((told) => told.webhookId === id && told.owed !== 'none')
  const count = given.forgets ? raised.length : owed.length + unknown.length
  demand(
    isUnanswered || value?.count === count,
    'an answer says what was done',
    () => `resync of webhook ${id}: ${value?.count} instead of ${count}`,
  )
  if (given.isDryRun) return
  model.saw(given.forgets ? 'a receiver is told everything anew' : 'a resync is asked for')
  if (given.forgets) forgetTold(model, id, given.now)
  makeDue(model, id, { now: given.now })
  for (const alert of unknown) {
    const pair = { webhookId: id, alertId: alert.id }
    const present = { state: alert.state, raise: alert.raise }
    writeTold(model, pair, { ...newTold(pair), present, owed: 'due', owedSince: given.now })
  }
}

function forgetTold(model: Model, webhookId: number, now: number): void {
  for (const [name, told] of model.told) {
    if (told.webhookId !== webhookId) continue
    const owed = told.owedSince === null ? 'owed' : told.owed
    const { known } = newTold(told)
    model.told.set(name, { ...told, known, maybe: false, owed, owedSince: told.owedSince ?? now })
    if (lineOf(model, told).length === 0) forgetKnown(model, told)
    else forgetUnderWay(model, told)
  }
}

/** Each of what is due is told as its alert is now, by an event of its own, or not at all. */
export function applyTakeUp(
  model: Model,
  { args: [{ now, limit }], value, isUnanswered, changes }: Of<'takeUpOwed'>,
): void {
  const due = [...model.told.values()]
    .filter(({ owed }) => owed === 'due')
    .toSorted((one, other) => one.webhookId - other.webhookId || one.alertId - other.alertId)
    .slice(0, limit)
  demand(
    isUnanswered || value === due.length,
    'an answer says what was done',
    () => `${value} taken up instead of ${due.length}`,
  )
  const written = new Written(changes)
  for (const told of due) takeUpOne(model, told, { written, now })
  written.demandNoMore()
  demandOrder(
    model,
    written.lines.flatMap((line) => [...model.line(line)].slice(0, 1).map((id) => model.delivery(id))),
  )
}

function takeUpOne(
  model: Model,
  before: Told,
  { written, now }: { readonly written: Written; readonly now: number },
): void {
  const pair: Pair = before
  const webhook = model.webhooks.get(pair.webhookId)
  const alert = [...model.alerts.values()].find(({ id }) => id === pair.alertId)
  const state = webhook && alert ? countedAs(alert.state, webhook, before.follows) : 'cleared'
  const { told, isTold } = takeUp({
    told: before,
    webhook,
    alert,
    hasLine: headOf(model, pair) !== undefined,
    now,
  })
  writeTold(model, pair, told)
  if (!told || !isTold || !webhook || !alert) return
  model.saw('what was owed is taken up')
  const cause = {
    subject: `alert ${alert.id}`,
    alertId: alert.id,
    oldState: before.known.state,
    newState: alert.state,
    raise: alert.raise,
    cause: 'resync',
    isExpiry: undefined,
  } as const
  const event: ModelEvent = written.takeEvent(cause)
  model.events.set(event.id, event)
  writeTold(model, pair, { ...told, eventId: event.id })
  const rows = written.takeDeliveries(event.id)
  const [row] = rows
  const urgency = urgencyAsTold(event, state, before.known)
  demand(
    row !== undefined &&
      rows.length === 1 &&
      row.webhookId === webhook.id &&
      row.state === 'pending' &&
      row.dueAt === now,
    'what is owed is told to whom it is owed, at once',
    () => `event ${event.id} for webhook ${webhook.id}: ${JSON.stringify(rows)}`,
  )
  demandFallbackAt(row, fallbackAtOf(webhook, told.owedSince ?? now))
  written.lines.push(pairName(pair))
  model.add({ row, event, urgency, line: pairName(pair), depth: 0, now })
}

export function demandFallbackAt(
  row: { readonly id: number; readonly fallbackAt: number | null },
  expected: number | null,
): void {
  demand(
    row.fallbackAt === expected,
    'a fallback is told after the time that its webhook says',
    () => `delivery ${row.id}: at ${row.fallbackAt} instead of ${expected}`,
  )
}
