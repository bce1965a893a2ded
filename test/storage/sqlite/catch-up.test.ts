import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { createEngine } from '../../../src/storage/sqlite/engine/engine.ts'
import { migrate } from '../../../src/storage/sqlite/migrate.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import { CHANGED_AT_ONCE } from '../../../src/storage/sqlite/node-memory/catch-up.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { eventually } from '../../support/time/eventually.ts'
import { assertBacklogIsExact } from '../suite/assert-backlog.ts'
import { claimRequest } from '../suite/finish.ts'

/** Alert queues of each webhook, of two deliveries each: more than follow a change at once. */
const QUEUES = CHANGED_AT_ONCE + 50
const PAGE = { limit: 10 * QUEUES }

/** Two webhooks with as many deliveries; of the first some have ended. */
function fill(db: Database.Database): void {
  migrate(db)
  const { methods } = createEngine(db)
  methods.createWebhook(newWebhook(), NOW)
  methods.createWebhook(newWebhook(), NOW)
  for (const state of ['cancelled', 'delivered']) {
    methods.acceptObservations([observation({ key: state })], NOW)
    db.prepare("UPDATE deliveries SET state = ?, due_at = NULL, finished_at = ? WHERE state = 'pending'").run(
      state,
      NOW,
    )
  }
  const insert = db.prepare(
    'INSERT INTO deliveries (event_id, webhook_id, subject, state, due_at, created_at) VALUES (1, ?, ?, ?, ?, ?)',
  )
  db.transaction(() => {
    for (let queue = 0; queue < QUEUES; queue += 1) {
      for (const webhookId of [1, 2]) {
        insert.run(webhookId, `alert ${queue}`, 'pending', NOW, NOW)
        insert.run(webhookId, `alert ${queue}`, 'waiting', null, NOW)
      }
    }
  })()
}

type Methods = ReturnType<typeof createEngine>['methods']

/** How many there are of each, as lists show it: state, when it is due, when it ended. */
function tally(
  methods: Methods,
  webhookId: number,
  states?: Parameters<Methods['listDeliveries']>[0]['states'],
) {
  const counts: Record<string, number> = {}
  for (const { state, dueAt, finishedAt } of methods.listDeliveries(
    { webhookId, ...(states && { states }) },
    PAGE,
  )) {
    const what = `${state}${dueAt === null ? '' : ` due ${dueAt - NOW}`}${finishedAt === null ? '' : ` at ${finishedAt - NOW}`}`
    counts[what] = (counts[what] ?? 0) + 1
  }
  return counts
}

describe('SQLite: a change of a webhook that has more deliveries than follow it at once', () => {
  const open = () => {
    const db = new Database(':memory:')
    fill(db)
    return { db, ...createEngine(db) }
  }
  const catchUp = ({ methods, isCaughtUp }: ReturnType<typeof open>) => {
    let steps = 0
    for (; !isCaughtUp(); steps += 1)
      assert.ok(methods.catchUpDeliveries({ now: NOW + 99, limit: 1000 }) <= 1000)
    return steps
  }

  it('shows a deleted webhook’s as cancelled at once, wherever they are looked for, and cancels them in steps', () => {
    const engine = open()
    const { methods } = engine
    const sending = methods
      .claimDue(claimRequest({ now: NOW, limit: 10 }))
      .claims.find(({ webhook }) => webhook.id === 1)
    assert.ok(sending)
    const neighbour = tally(methods, 2)

    methods.deleteWebhook(1, { now: NOW + 5 })
    const seen = () => ({
      all: tally(methods, 1),
      cancelled: tally(methods, 1, ['cancelled']),
      undelivered: tally(methods, 1, ['waiting', 'pending', 'sending', 'failed', 'cancelled']),
      pending: tally(methods, 1, ['pending', 'waiting', 'sending', 'delivered']),
      onTheirWay: methods
        .listDeliveries({ states: ['pending', 'waiting'] }, PAGE)
        .filter(({ webhookId }) => webhookId === 1),
      counted: methods.countDeliveries({ states: ['cancelled'] }, 100_000),
      ofEvent: methods.countDeliveries({ eventId: 1, states: ['cancelled'] }, 100_000),
      last: methods.findDelivery(4 * QUEUES + 1),
      ahead: methods.findDeliveryAhead(4 * QUEUES + 2),
    })
    assert.equal(engine.isCaughtUp(), false)
    const before = seen()
    const held = methods
      .claimDue(claimRequest({ now: NOW + 6, limit: 10 }))
      .claims.filter(({ webhook }) => webhook.id === 1)
    assert.throws(() => methods.retryDelivery(sending.deliveryId, NOW + 6), {
      code: 'conflict',
      message: /has been deleted/,
    })
    assert.throws(() => methods.cancelDelivery(4 * QUEUES + 2, NOW + 6), {
      code: 'conflict',
      message: /ended as cancelled/,
    })
    const steps = catchUp(engine)

    assert.ok(steps >= 3, `${steps} steps`)
    assert.deepEqual(held, [])
    assert.equal(before.all['cancelled at 5'], 2 * QUEUES)
    assert.deepEqual(before.pending, { 'delivered at 0': 1 })
    assert.deepEqual(before.onTheirWay, [])
    assert.deepEqual(seen(), before)
    const { 'pending due 0': due, sending: claimed, ...others } = tally(methods, 2)
    assert.deepEqual(
      [(due ?? 0) + (claimed ?? 0), others['waiting']],
      [(neighbour['pending due 0'] ?? 0) + (neighbour['sending'] ?? 0), neighbour['waiting']],
    )
  })

  it('holds and frees at once what it does not reach at once', () => {
    const engine = open()
    const { methods } = engine

    methods.changeWebhook(1, { enabled: false }, { now: NOW + 1 })
    const held = tally(methods, 1)
    const ahead = methods.findDeliveryAhead(4 * QUEUES + 2)
    const whileDisabled = methods.claimDue(claimRequest({ now: NOW + 2, limit: 10_000 }))
    const backlog = methods.findHealth(1, NOW + 2)?.nextDueAt
    catchUp(engine)
    assert.deepEqual(tally(methods, 1), held)
    methods.changeWebhook(1, { enabled: true }, { now: NOW + 3 })
    const freed = tally(methods, 1)
    catchUp(engine)

    assert.equal(held['pending'], QUEUES)
    assert.deepEqual([ahead?.id, ahead?.dueAt], [4 * QUEUES + 1, null])
    assert.ok(whileDisabled.claims.every(({ webhook }) => webhook.id === 2))
    assert.equal(backlog, null)
    assert.equal(freed['pending due 3'], QUEUES)
    assert.deepEqual(tally(methods, 1), freed)
  })

  it('loses nothing when the process ends between two steps, and forgets what is taken back', () => {
    const engine = open()
    engine.methods.deleteWebhook(1, { now: NOW + 5 })
    engine.methods.catchUpDeliveries({ now: NOW + 6, limit: 10 })
    const seen = tally(engine.methods, 1)

    const next = { db: engine.db, ...createEngine(engine.db) }
    assert.deepEqual(tally(next.methods, 1), seen)
    catchUp(next)
    assert.deepEqual(tally(next.methods, 1), seen)

    const takeBack = next.savepoint()
    next.db.exec('BEGIN')
    next.methods.deleteWebhook(2, { now: NOW + 7 })
    assert.equal(next.isCaughtUp(), false)
    next.db.exec('ROLLBACK')
    takeBack()
    assert.equal(next.isCaughtUp(), true)
    assert.equal(tally(next.methods, 2)['pending due 0'], QUEUES)
  })

  it('lets an operation wait until it finds what there is', () => {
    const engine = open()
    const { methods } = engine
    methods.deleteWebhook(1, { now: NOW + 5 })
    methods.startOperation(
      { kind: 'reroute', filter: { states: ['cancelled'], webhookId: 1 }, targetWebhookId: 2 },
      NOW + 6,
    )
    const waiting = methods.advanceOperations({ now: NOW + 6, limit: 100_000 })
    catchUp(engine)
    const done = methods.advanceOperations({ now: NOW + 6, limit: 100_000 })

    assert.deepEqual([waiting?.state, waiting?.examinedCount], ['running', 0])
    assert.deepEqual([done?.state, done?.examinedCount], ['done', 2 * QUEUES + 1])
  })
})

describe('SQLite: the thread', () => {
  let folder: string
  after(() => rm(folder, { recursive: true, force: true }))

  it('goes on by itself, after a change and after a start', async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-catchUp-'))
    const file = join(folder, 'a.db')
    const db = new Database(file)
    fill(db)
    createEngine(db).methods.changeWebhook(2, { enabled: false }, { now: NOW })
    db.close()

    const { store } = await openSqliteStore({ file, sizeMax: 0 })
    await store.countBacklog(0)
    await store.deleteWebhook(1, { now: NOW + 5 })
    const reader = new Database(file, { readonly: true })
    const left = reader.prepare<[], number>('SELECT count(*) FROM unfinished_webhook_changes').pluck()
    await eventually('all have followed', () => left.get() === 0)
    reader.close()
    await assertBacklogIsExact(store)
    await store.close()
  })
})
