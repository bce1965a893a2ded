import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { DELIVERY_STATES, type NextStep } from '../../../src/domain/delivery/delivery.ts'
import type { DeliveryFilter } from '../../../src/domain/filter/delivery-filters.ts'
import { packAttempt } from '../../../src/storage/rows/attempt-row.ts'
import { createEngine } from '../../../src/storage/sqlite/engine/engine.ts'
import { migrate } from '../../../src/storage/sqlite/migrate.ts'
import { CHANGED_AT_ONCE } from '../../../src/storage/sqlite/node-memory/catch-up.ts'
import { Random } from '../../simulation/random.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { claimRequest, finished } from '../suite/finish.ts'

const QUEUES = CHANGED_AT_ONCE + 300
const WEBHOOKS = [1, 2, 3]
const STEPS = 25
/** Nothing but what is due says how many are claimed. */
const WITHOUT_LIMITS = { limit: 100_000, concurrencyMax: 100_000, windowFirst: 100_000, failingMax: 100_000 }

type Methods = ReturnType<typeof createEngine>['methods']

/** A database with one engine after another. */
class Side {
  readonly db = new Database(':memory:')
  #engine: ReturnType<typeof createEngine>

  constructor() {
    migrate(this.db)
    this.#engine = createEngine(this.db)
    for (const fallbackWebhookId of [null, null, 2])
      this.methods.createWebhook(newWebhook({ fallbackWebhookId }), NOW)
    for (const state of ['high', 'low'] as const)
      this.methods.acceptObservations(
        Array.from({ length: QUEUES }, (_, queue) => observation({ key: `${queue}`, state })),
        NOW,
      )
  }

  get methods(): Methods {
    return this.#engine.methods
  }

  get isCaughtUp(): boolean {
    return this.#engine.isCaughtUp()
  }

  /** In a transaction of its own: returns its result, or its refusal. */
  do(act: (methods: Methods) => unknown): unknown {
    const takeBack = this.#engine.savepoint()
    this.db.exec('BEGIN')
    try {
      const response = act(this.methods)
      this.db.exec('COMMIT')
      return response
    } catch (error) {
      this.db.exec('ROLLBACK')
      takeBack()
      return String(error)
    }
  }

  catchUp(): void {
    while (!this.isCaughtUp) this.methods.catchUpDeliveries({ now: NOW, limit: 5_000 })
  }

  restart(): void {
    this.#engine = createEngine(this.db)
  }

  /** Whether some are not due yet that one of which all have followed has made due. */
  get hasToFree(): boolean {
    const notes =
      'SELECT 1 FROM unfinished_webhook_changes JOIN webhooks ON webhooks.id = webhook_id WHERE enabled = 1'
    return this.db.prepare(notes).get() !== undefined
  }
}

/** A moment that is past is due, whichever it was. */
function toComparable(response: unknown, now: number): unknown {
  return JSON.parse(
    JSON.stringify(response ?? null, (key, value: unknown) =>
      key === 'dueAt' || key === 'nextDueAt' ? typeof value === 'number' && value <= now : value,
    ),
  )
}

class Story {
  readonly #steps = new Side()
  readonly #atOnce = new Side()
  readonly #random: Random
  readonly #notified: string[] = []
  now = NOW
  leftCount = 0

  constructor(seed: number) {
    this.#random = new Random(seed)
  }

  goOn(): void {
    this.now += 1 + this.#below(1_000)
    const acts = [
      () => this.#change(),
      () => this.#change(),
      () => this.#change(),
      () => this.#both('deleteWebhook', (methods, id) => methods.deleteWebhook(id, { now: this.now })),
      () => this.#work(),
      () => this.#work(),
      () => this.#byHand(),
      () =>
        this.#both('reclaim', (methods) =>
          methods.reclaimLeases({ leasedBefore: Infinity, now: this.now, limit: 9_999 }),
        ),
      () => this.#report(),
      () =>
        this.#steps.do((methods) =>
          methods.catchUpDeliveries({ now: this.now, limit: 1 + this.#below(1_500) }),
        ),
      () => this.#steps.restart(),
    ]
    acts[this.#below(acts.length)]?.()
    this.leftCount += this.#steps.isCaughtUp ? 0 : 1
    this.#check()
  }

  #below(end: number): number {
    return this.#random.integer(0, end - 1)
  }

  #same(what: string, act: (methods: Methods) => unknown): void {
    this.#notified.push(what)
    const seen = [this.#steps, this.#atOnce].map((side) => toComparable(side.do(act), this.now))
    this.#atOnce.catchUp()
    assert.deepEqual(seen[0], seen[1], this.#notified.slice(-30).join('\n'))
  }

  #both(what: string, act: (methods: Methods, webhookId: number) => unknown): void {
    const id = 1 + this.#below(WEBHOOKS.length)
    this.#same(`${what} ${id}`, (methods) => act(methods, id))
  }

  #change(): void {
    const enabled = this.#below(2) === 0
    this.#both(`enabled ${enabled}`, (methods, id) =>
      methods.changeWebhook(id, { enabled }, { now: this.now }),
    )
  }

  /** Claims all that is due, finishes some, keeps some and gives back the others. */
  #work(): void {
    if (this.#steps.hasToFree) this.#steps.catchUp()
    const next: NextStep = (
      [{ state: 'delivered' }, { state: 'failed' }, { state: 'pending', dueAt: this.now }] as const
    )[this.#below(3)]!
    const disables = this.#below(3) === 0
    const share = this.#below(10)
    this.#same(`work ${next.state} ${disables}`, (methods) => {
      const { claims } = methods.claimDue(claimRequest({ now: this.now, ...WITHOUT_LIMITS }))
      const ordered = claims.toSorted((one, other) => one.deliveryId - other.deliveryId)
      const isKept = ({ deliveryId }: { deliveryId: number }) => deliveryId % 100 < share
      const receiver = { kind: 'unknown' } as const
      const given = { receiver, ...(disables && { disableWebhookReason: 'gone' }) }
      const attempts = ordered.filter((claim) => isKept(claim) && claim.deliveryId % 3 > 0)
      methods.releaseClaims(
        ordered.filter((claim) => !isKept(claim)),
        this.now,
      )
      return [
        methods.finishAttempts(
          attempts.map((claim) => packAttempt(finished(claim, next, given))),
          this.now,
        ),
        ordered.map(({ deliveryId }) => deliveryId),
      ]
    })
  }

  #byHand(): void {
    for (let turn = 0; turn < 10; turn += 1) {
      const id = 1 + this.#below(QUEUES * 6)
      this.#same(`retry ${id}`, (methods) => methods.retryDelivery(id, this.now))
      this.#same(`cancel ${id + 1}`, (methods) => methods.cancelDelivery(id + 1, this.now))
    }
  }

  #report(): void {
    const state = this.#below(2) === 0 ? 'medium' : 'cleared'
    const observations = Array.from({ length: 50 }, (_, queue) =>
      observation({ key: `${queue}`, state, at: this.now }),
    )
    this.#same('report', (methods) => methods.acceptObservations(observations, this.now))
  }

  /** Everything that counts deliveries has the same counts. */
  #check(): void {
    const webhookId = 1 + this.#below(WEBHOOKS.length)
    const states = DELIVERY_STATES.filter(() => this.#below(2) === 0)
    const filters: DeliveryFilter[] = [
      { states },
      { webhookId },
      { webhookId, states },
      { eventId: 1 + this.#below(QUEUES), states },
    ]
    for (const filter of filters) {
      const page = { limit: 1 + this.#below(300), before: 1 + this.#below(QUEUES * 6) }
      this.#same(`list ${JSON.stringify(filter)}`, (methods) => methods.listDeliveries(filter, page))
      this.#same('count', (methods) => methods.countDeliveries(filter, page.before))
    }
    const id = 1 + this.#below(QUEUES * 6)
    const some = Array.from({ length: 10 }, () => 1 + this.#below(QUEUES * 6))
    this.#same('find', (methods) =>
      some.map((one) => [methods.findDelivery(one), methods.findDeliveryAhead(one)]),
    )
    this.#same('routing', (methods) =>
      methods.reviewRouting(
        methods.findEvent(1 + (id % QUEUES))!,
        { openNotificationsMax: 9, notNotifiedMax: 9 },
        this.now,
      ),
    )
    this.#same('health', (methods) => methods.findHealth(webhookId, this.now))
    for (const { db, methods } of [this.#steps, this.#atOnce]) {
      const { waiting, pending, sending } = methods.countBacklog(this.now)
      const count =
        "SELECT sum(state = 'waiting') AS waiting, sum(state = 'pending') AS pending, sum(state = 'sending') AS sending FROM deliveries"
      assert.deepEqual({ waiting, pending, sending }, db.prepare(count).get())
      const sent =
        "SELECT 1 FROM deliveries WHERE state = 'sending' AND webhook_id NOT IN (SELECT id FROM webhooks)"
      assert.equal(db.prepare(sent).get(), undefined, 'nobody is to finish what is cancelled')
    }
  }
}

describe('SQLite: deliveries that follow a change of their webhook in steps', () => {
  for (const seed of [4, 8]) {
    it(`are at each moment what they were if all had followed at once (seed ${seed})`, () => {
      const story = new Story(seed)
      for (let step = 0; step < STEPS; step += 1) story.goOn()
      assert.ok(story.leftCount > STEPS / 4, `only ${story.leftCount} times there was something left`)
    })
  }
})
