import type { Database } from 'better-sqlite3'
import type { Leap } from '../../src/domain/clock-steps.ts'
import type { RaisedAlerts } from '../../src/storage/overview-verbs.ts'
import type { Backlog } from '../../src/storage/store.ts'
import { demand } from './broken-promise.ts'
import { DELIVERY_COLUMNS, type DeliveryFacts } from './change-log.ts'
import { isBroken } from './model-alerts.ts'
import { claimName, isEnded, type Model } from './model.ts'

/** Compares the whole database with the model: whatever was committed is there, and nothing else. */
export function checkEverything(model: Model, db: Database): void {
  const rows = db.prepare<[], DeliveryFacts>(`SELECT ${DELIVERY_COLUMNS} FROM deliveries`).all()
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
  const events = db.prepare<[], number>('SELECT id FROM events').pluck().all()
  demandSame('events', events, model.events.keys())
  checkAttempts(model, db)
  checkWebhooks(model, db)
  checkAlerts(model, db)
}

/** What the engine counts as it writes, whatever was taken back, against what there is. */
export function checkBacklog({ waiting, pending, sending }: Backlog, db: Database): void {
  const rows = db
    .prepare<[], [string, number]>(
      'SELECT state, count(*) FROM deliveries WHERE finished_at IS NULL GROUP BY state',
    )
    .raw()
    .all()
  const real = { waiting: 0, pending: 0, sending: 0, ...Object.fromEntries(rows) }
  const told = { waiting, pending, sending }
  demand(
    waiting === real.waiting && pending === real.pending && sending === real.sending,
    'the backlog is counted exactly',
    () => `${JSON.stringify(told)} instead of ${JSON.stringify(real)}`,
  )
}

/** Likewise. */
export function checkRaised(told: RaisedAlerts, db: Database): void {
  const rows = db
    .prepare<[], { state: string; count: number }>(
      "SELECT state, count(*) AS count FROM alerts WHERE state <> 'cleared' GROUP BY state",
    )
    .all()
  const real = {
    low: 0,
    medium: 0,
    high: 0,
    ...Object.fromEntries(rows.map(({ state, count }) => [state, count])),
  }
  demand(
    told.low === real.low && told.medium === real.medium && told.high === real.high,
    'the raised alerts are counted exactly',
    () => `${JSON.stringify(told)} instead of ${JSON.stringify(real)}`,
  )
}

/** So soon an alert is cleared when its promise is broken: the interval of the task, and some more. */
const EXPIRY_MS_MAX = 3_000

/** After everything has calmed down and time went by: nothing may be left to do. */
export function checkAllEnded(model: Model, now: number, leap: Leap | null | undefined): void {
  const unfinished = [...model.deliveries.values()].filter(({ state }) => !isEnded(state))
  demand(unfinished.length === 0, 'every delivery ends', () =>
    unfinished
      .map(({ id, state, dueAt }) => `delivery ${id} is ${state}, due at ${dueAt}, now ${now}`)
      .join('; '),
  )
  const brokenBefore = now - model.plan.expiryGraceMs - EXPIRY_MS_MAX
  for (const [name, alert] of model.alerts) {
    const isLeft = isBroken(alert, brokenBefore, leap)
    demand(
      !isLeft,
      'an alert whose monitor fell silent is cleared',
      () => `${name} since ${alert.promisedUntil}, now ${now}`,
    )
  }
  for (const { deliveryId, attempt, exchange } of model.claims.values()) {
    const delivery = model.deliveries.get(deliveryId)
    if (!exchange?.told || 'failure' in exchange.told.reaction || exchange.told.reaction.status !== 200)
      continue
    // With a lost lease the answer is not written, but then there was another attempt.
    demand(
      !delivery || isEnded(delivery.state),
      'what a receiver accepted comes to an end',
      () => `delivery ${deliveryId}, attempt ${attempt}`,
    )
  }
}

/** After a start that took every lease for one of a predecessor: those that were dead then hold none any more. */
export function checkRescued(model: Model, alive: ReadonlySet<number>): void {
  for (const { id, state, attemptsMade } of model.deliveries.values()) {
    const claim = model.claims.get(claimName(id, attemptsMade))
    demand(
      state !== 'sending' || claim === undefined || alive.has(claim.node),
      'a start goes on at once with what its predecessor was sending',
      () => `delivery ${id}, attempt ${attemptsMade} of node ${claim?.node}`,
    )
  }
}

/** Some time after a start in the place of others, which are gone. */
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

function checkAttempts(model: Model, db: Database): void {
  const rows = db
    .prepare<[], { deliveryId: number; count: number; last: number }>(
      'SELECT delivery_id AS deliveryId, count(*) AS count, max(number) AS last FROM attempts GROUP BY delivery_id',
    )
    .all()
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

function checkWebhooks(model: Model, db: Database): void {
  const rows = db
    .prepare<[], { id: number; enabled: number; url: string }>('SELECT id, enabled, url FROM webhooks')
    .all()
  demandSame(
    'webhooks',
    rows.map(({ id }) => id),
    model.webhooks.keys(),
  )
  for (const { id, enabled, url } of rows) {
    const webhook = model.webhooks.get(id)
    demand(
      webhook?.enabled === (enabled === 1) && webhook.url === url,
      'webhooks are as they were written',
      () => `webhook ${id}`,
    )
  }
}

function checkAlerts(model: Model, db: Database): void {
  const rows = db
    .prepare<
      [],
      { id: number; name: string; state: string; changedAt: number; promisedUntil: number | null }
    >(
      "SELECT id, source || ' ' || key AS name, state, changed_at AS changedAt, expires_at AS promisedUntil FROM alerts",
    )
    .all()
  demandSame(
    'alerts',
    rows.map(({ id }) => id),
    new Set([...model.alerts.values()].map(({ id }) => id)).values(),
  )
  for (const { id, name, state, changedAt, promisedUntil } of rows) {
    const alert = model.alerts.get(name)
    demand(
      alert?.id === id &&
        alert.state === state &&
        alert.changedAt === changedAt &&
        alert.promisedUntil === promisedUntil,
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
