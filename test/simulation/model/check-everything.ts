import {
  checkAtThePresent,
  checkCarried,
  checkFallbacksInTime,
  checkNotified,
} from '../receiver-state/check-current-state.ts'
import { demand } from './broken-promise.ts'
import type { DeliveryFacts } from './change-log.ts'
import { hasEnded, isBroken } from './model-alerts.ts'
import { claimName, type ModelClaim } from './model-claim.ts'
import { isEnded, type Model } from './model.ts'
import type { Stored } from '../database/stored.ts'

/** Compares the whole database with the model: whatever was committed is there, and nothing else. */
export function checkEverything(model: Model, stored: Stored, now: number): void {
  const rows = stored.deliveries
  demandSame(
    'deliveries',
    rows.map(({ id }) => id),
    model.deliveries.keys(),
  )
  for (const row of rows) {
    const { state, attemptsMade, dueAt, finishedAt } = model.delivery(row.id)
    demand(
      row.state === state &&
        row.attemptsMade === attemptsMade &&
        row.dueAt === dueAt &&
        row.finishedAt === finishedAt,
      'nothing acknowledged is lost or changed',
      () => `delivery ${JSON.stringify(row)} instead of ${JSON.stringify(model.delivery(row.id))}`,
    )
  }
  demandSame('events', stored.events, model.events.keys())
  checkAttempts(model, stored)
  checkWebhooks(model, stored)
  checkAlerts(model, stored)
  checkBacklog(stored)
  checkRaised(stored)
  checkFlows(model, stored)
  checkNotified(model, stored.memory)
  checkCarried(model)
  checkFallbacksInTime(model, now)
}

/** What the engine counts as it writes, whatever was taken back, against what there is. */
function checkBacklog({ deliveries, reported }: Stored): void {
  if (!reported) return
  const count = (wanted: DeliveryFacts['state']) => deliveries.filter(({ state }) => state === wanted).length
  const real = { waiting: count('waiting'), pending: count('pending'), sending: count('sending') }
  const { waiting, pending, sending } = reported.backlog
  demand(
    waiting === real.waiting && pending === real.pending && sending === real.sending,
    'the backlog is counted exactly',
    () => `${JSON.stringify(reported.backlog)} instead of ${JSON.stringify(real)}`,
  )
}

/** By what it rejects a receiver is not taken for one that fails, and so holds up nothing else. */
function checkFlows(model: Model, { flows }: Stored): void {
  for (const { webhookId, failures } of flows) {
    const known = model.flows.get(webhookId)
    demand(
      known === undefined || known.failures === failures,
      'a rejected notice delays no other alert',
      () => `webhook ${webhookId} has failed ${failures} times in a row instead of ${known?.failures}`,
    )
  }
}

/** Checks the raised alerts that the store reports. */
function checkRaised({ alerts, reported }: Stored): void {
  if (!reported) return
  const real = { low: 0, medium: 0, high: 0 }
  for (const { state } of alerts) if (state !== 'cleared') real[state] += 1
  const { low, medium, high } = reported.raised
  demand(
    low === real.low && medium === real.medium && high === real.high,
    'the raised alerts are counted exactly',
    () => `${JSON.stringify(reported.raised)} instead of ${JSON.stringify(real)}`,
  )
}

/** So soon an alert is cleared when its promise is broken: it is noted every 5 s that reports can come in; then the task, and some more. */
const EXPIRY_MS_MAX = 8_000

/** After everything has calmed down and time went by: nothing may be left to do. */
export function checkAllEnded(model: Model, now: number): void {
  const unfinished = [...model.deliveries.values()].filter(({ state }) => !isEnded(state))
  demand(unfinished.length === 0, 'every delivery ends', () =>
    unfinished
      .map(({ id, state, dueAt }) => `delivery ${id} is ${state}, due at ${dueAt}, now ${now}`)
      .join('; '),
  )
  checkAtThePresent(model)
  const brokenBefore = now - model.plan.expiryGraceMs - EXPIRY_MS_MAX
  for (const [name, alert] of model.alerts) {
    const asked = { now, openTime: model.openTime }
    const isLeft =
      isBroken(alert, brokenBefore, asked) || hasEnded(alert, { ...asked, now: now - EXPIRY_MS_MAX })
    demand(
      !isLeft,
      'an alert whose monitor fell silent is cleared',
      () => `${name} since ${alert.promisedUntil}, now ${now}`,
    )
  }
  for (const { deliveryId, attempt, exchange } of model.claims.values()) {
    const delivery = model.deliveries.get(deliveryId)
    if (
      !exchange?.receiverState ||
      'failure' in exchange.receiverState.reaction ||
      exchange.receiverState.reaction.status !== 200
    )
      continue
    // With a lost lease the response is not written, but then there was another attempt.
    demand(
      !delivery || isEnded(delivery.state),
      'what a receiver accepted comes to an end',
      () => `delivery ${deliveryId}, attempt ${attempt}`,
    )
  }
}

/** After a start that took every lease for one of a predecessor: those that were dead then hold none any more. */
export function checkReclaimed(model: Model, mayHold: (node: number) => boolean): void {
  for (const { id, state, attemptsMade } of model.deliveries.values()) {
    const claim = model.claims.get(claimName(id, attemptsMade))
    demand(
      state !== 'sending' || claim === undefined || mayHold(claim.node),
      'a start goes on at once with what its predecessor was sending',
      () => `delivery ${id}, attempt ${attemptsMade} of node ${claim?.node}`,
    )
  }
}

/** Some time after its request could not be made. */
export function checkPutBack(model: Model, claim: ModelClaim): void {
  const { deliveryId, attempt } = claim
  const delivery = model.deliveries.get(deliveryId)
  demand(
    model.claims.get(claimName(deliveryId, attempt)) !== claim ||
      delivery?.state !== 'sending' ||
      // It had lost its lease, and somebody else makes the next attempt by now.
      delivery.attemptsMade !== attempt,
    'what could not be sent because of an exhausted resource is put back at once',
    () => `delivery ${deliveryId}, attempt ${attempt}`,
  )
}

/** Some time after a start instead of others, which are gone. */
export function checkTakenBack(model: Model, goneNodes: readonly string[]): void {
  for (const { id, state, attemptsMade } of model.deliveries.values()) {
    const claim = model.claims.get(claimName(id, attemptsMade))
    demand(
      state !== 'sending' || claim === undefined || !goneNodes.includes(`node ${claim.node}`),
      'a node takes back at once what its predecessor had under way',
      () => `delivery ${id}, attempt ${attemptsMade} of node ${claim?.node}`,
    )
  }
}

function checkAttempts(model: Model, { attempts: rows }: Stored): void {
  const attempted = [...model.deliveries.values()].filter(({ attemptsRecorded }) => attemptsRecorded > 0)
  demandSame(
    'attempts',
    rows.map(({ deliveryId }) => deliveryId),
    new Set(attempted.map(({ id }) => id)).values(),
  )
  for (const { deliveryId, count, last } of rows) {
    const { attemptsRecorded } = model.delivery(deliveryId)
    demand(
      count === attemptsRecorded && last === attemptsRecorded,
      'every attempt is on record',
      () => `delivery ${deliveryId}: ${count} rows up to ${last} instead of ${attemptsRecorded}`,
    )
  }
}

function checkWebhooks(model: Model, { webhooks: rows }: Stored): void {
  demandSame(
    'webhooks',
    rows.map(({ id }) => id),
    model.webhooks.keys(),
  )
  for (const { id, enabled, url } of rows) {
    const webhook = model.webhooks.get(id)
    demand(
      webhook?.enabled === enabled && webhook.url === url,
      'webhooks are as they were written',
      () => `webhook ${id}`,
    )
  }
}

function checkAlerts(model: Model, { alerts: rows }: Stored): void {
  demandSame(
    'alerts',
    rows.map(({ id }) => id),
    new Set([...model.alerts.values()].map(({ id }) => id)).values(),
  )
  for (const { id, name, state, changedAt, promisedUntil, endsAt } of rows) {
    const alert = model.alerts.get(name)
    demand(
      alert?.id === id &&
        alert.state === state &&
        alert.changedAt === changedAt &&
        alert.promisedUntil === promisedUntil &&
        (alert.endsAt ?? null) === endsAt,
      'an alert is in the state that its monitors said',
      () =>
        `${name} is ${state} since ${changedAt} until ${promisedUntil} instead of ${JSON.stringify(alert)}`,
    )
  }
}

function demandSame(what: string, found: readonly number[], expected: Iterable<number>): void {
  const rest = new Set(expected)
  const extra = found.filter((id) => !rest.delete(id))
  demand(
    extra.length === 0 && rest.size === 0,
    'nothing acknowledged is lost, and nothing else is there',
    () => `${what}: too many ${extra.join(', ') || 'none'}, missing ${[...rest].join(', ') || 'none'}`,
  )
}
