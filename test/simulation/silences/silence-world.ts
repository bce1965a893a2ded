import type { AlertState } from '../../../src/domain/alert/alert.ts'
import type { Claim } from '../../../src/domain/delivery/delivery.ts'
import type { Mode } from '../../../src/domain/webhook/webhook.ts'
import type { Store } from '../../../src/storage/store.ts'
import { AUTHOR, newWebhook, NOW, observation } from '../../support/build.ts'
import { claimDue } from '../../storage/suite/finish.ts'
import { answered, type Answer } from '../../storage/suite/receiver-state/support.ts'
import { silence as newSilence } from '../../storage/suite/silences/scene.ts'
import { daily } from '../../storage/suite/silences/windows.ts'
import type { Random } from '../random.ts'
import { ModelAcknowledgements } from './model-acknowledgements.ts'
import { Oracle, type ModelSilence } from './silence-oracle.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const LEASE_MS = 30_000
const SEEN_MS = 10_000
const ALERTS = ['lag', 'disk', 'locks'] as const

const WEIGHTS = {
  report: 30,
  acknowledge: 4,
  silence: 6,
  window: 2,
  delete_window: 1,
  change_end: 3,
  end: 2,
  pass: 20,
  switch_webhook: 3,
  switch_receiver: 4,
  crash: 2,
} as const

/** An attempt, and the node that makes it. */
interface UnderWay {
  readonly claim: Claim
  readonly store: Store
}

/** How a run differs from others. */
export interface SilenceRun {
  readonly mode: Mode
  /** The receiver never fails, so that everything must be sent at once. */
  readonly isHealthy: boolean
}

/**
 * Alerts, silences, a webhook and its receiver, on the real stores. Chance decides what happens; the oracle, which
 * shares no code with the service, says after each step whether the receiver got what it must get.
 */
export class SilenceWorld {
  readonly #random: Random
  /** The nodes, which share one database. */
  readonly #stores: readonly Store[]
  readonly #run: SilenceRun
  readonly #oracle: Oracle
  readonly #acknowledgements = new ModelAcknowledgements()
  readonly #webhookId: number
  #now = NOW
  #response: Answer = 'accepted'
  #isEnabled = true
  #underWay: readonly UnderWay[] = []
  readonly trace: string[] = []

  private constructor(given: {
    readonly random: Random
    readonly stores: readonly Store[]
    readonly run: SilenceRun
    readonly webhookId: number
  }) {
    this.#random = given.random
    this.#stores = given.stores
    this.#run = given.run
    this.#webhookId = given.webhookId
    this.#oracle = new Oracle(given.run, given.webhookId)
  }

  static async open(random: Random, stores: readonly Store[], run: SilenceRun): Promise<SilenceWorld> {
    const { mode } = run
    const webhook = await stores[0]!.createWebhook(newWebhook({ mode, retryScheduleMs: [MINUTE_MS] }), NOW)
    return new SilenceWorld({ random, stores, run, webhookId: webhook.id })
  }

  /** Throws when a promise is broken; the trace says how it came to that. */
  async play(stepCount: number): Promise<void> {
    for (let step = 0; step < stepCount; step += 1) {
      this.#now += this.#random.integer(1, 1_000)
      const action = this.#random.weighted(WEIGHTS)
      await this.#act(action)
      // Sometimes the service does nothing for a while: it is down, or busy.
      if (!this.#random.happens(0.2)) await this.#work()
    }
    await this.#settle()
  }

  async #act(action: keyof typeof WEIGHTS): Promise<void> {
    const random = this.#random
    switch (action) {
      case 'report':
        return this.#report()
      case 'acknowledge':
        return this.#acknowledge()
      case 'silence':
        return this.#silence()
      case 'window':
        return this.#window()
      case 'delete_window':
        return this.#deleteWindow()
      case 'change_end':
        return this.#changeEnd()
      case 'end':
        return this.#end()
      case 'pass':
        this.#now += random.pick([MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 360 * MINUTE_MS])
        return this.#say('time passes')
      case 'switch_webhook':
        // In mode every_change a disabled webhook misses what happens.
        if (this.#run.mode === 'every_change') return
        this.#isEnabled = !this.#isEnabled
        this.#say(this.#isEnabled ? 'enables' : 'disables')
        await this.#store.changeWebhook(this.#webhookId, { enabled: this.#isEnabled }, { now: this.#now })
        return
      case 'switch_receiver':
        if (!this.#run.isHealthy) this.#response = random.pick(['accepted', 'not_notified', 'possible'])
        return this.#say(`receiver: ${this.#response}`)
      case 'crash':
        return this.#crash()
    }
  }

  async #report(): Promise<void> {
    const key = this.#random.pick(ALERTS)
    const state = this.#random.pick<AlertState>(['low', 'medium', 'high', 'cleared', 'cleared'])
    this.#say(`${key} is ${state}`)
    await this.#store.acceptObservations([observation({ key, name: key, state, at: this.#now })], this.#now)
    this.#oracle.reported(key, state)
    this.#acknowledgements.reported(key, state)
    await this.#checkAcknowledgements()
  }

  async #acknowledge(): Promise<void> {
    const alert = this.#random.pick(ALERTS)
    const [found] = await this.#store.listAlerts({ key: alert }, { limit: 1 })
    if (found === undefined || found.state === 'cleared') return
    this.#say(`acknowledges ${alert}, which is ${found.state}`)
    const given = { note: null, until: this.#now + 1_000 * DAY_MS, now: this.#now, by: AUTHOR }
    await this.#store.acknowledgeAlert(found.id, given)
    this.#acknowledgements.given(alert)
    await this.#checkAcknowledgements()
  }

  async #checkAcknowledgements(): Promise<void> {
    this.#acknowledgements.check(await this.#store.listAlerts({}, { limit: ALERTS.length }))
  }

  async #silence(): Promise<void> {
    const random = this.#random
    const key = random.pick([...ALERTS, null]) ?? undefined
    const startsAt = this.#now + random.pick([0, 0, 0, 5 * MINUTE_MS])
    const endsAt = startsAt + random.pick([2, 15, 60, 180]) * MINUTE_MS
    const match = key === undefined ? 'name=~"lag|disk|locks"' : `name="${key}"`
    const webhookIds = random.pick([null, null, [this.#webhookId]])
    const { id } = await this.#store.createSilence(
      newSilence({ match, startsAt, endsAt, webhookIds }),
      this.#now,
    )
    this.#say(`silence ${id} of ${key ?? 'all'} from ${startsAt - NOW} to ${endsAt - NOW}`)
    this.#oracle.silences.set(id, { key, startsAt, endsAt })
  }

  /** Creates a window that recurs every day, in a zone that never moves its clocks. */
  async #window(): Promise<void> {
    const random = this.#random
    const key = random.pick([...ALERTS, null]) ?? undefined
    const ofDayMs = random.integer(0, 24 * 60 - 1) * MINUTE_MS
    const lastsMs = random.pick([15, 60, 180]) * MINUTE_MS
    const [zone, aheadMs] = random.pick([
      ['UTC', 0],
      ['Asia/Tokyo', 540 * MINUTE_MS],
    ] as const)
    const begins = new Date(ofDayMs + aheadMs).toISOString().slice(11, 16)
    const match = key === undefined ? 'name=~"lag|disk|locks"' : `name="${key}"`
    const name = `window ${this.trace.length}`
    const { id } = await this.#store.createWindow(
      daily(0, { name, match, zone, begins, lastsMs, firstDay: '2026-09-01' }),
      this.#now,
    )
    this.#say(`window ${id} of ${key ?? 'all'} at ${begins} in ${zone} for ${lastsMs}`)
    this.#oracle.windows.set(id, { key, ofDayMs, lastsMs, from: this.#now })
  }

  async #deleteWindow(): Promise<void> {
    if (this.#oracle.windows.size === 0) return
    const id = this.#random.pick([...this.#oracle.windows.keys()])
    this.#say(`deletes window ${id}`)
    await this.#store.deleteWindow(id, { now: this.#now })
    this.#oracle.windows.delete(id)
  }

  async #changeEnd(): Promise<void> {
    const found = this.#pickSilence()
    if (!found) return
    const [id, silence] = found
    const earliest = Math.max(this.#now, silence.startsAt) + 1
    const endsAt = this.#random.pick([earliest, earliest + 20 * MINUTE_MS])
    this.#say(`silence ${id} ends at ${endsAt - NOW}`)
    await this.#store.changeSilence(id, { endsAt }, { now: this.#now })
    this.#oracle.silences.set(id, { ...silence, endsAt })
  }

  async #end(): Promise<void> {
    const found = this.#pickSilence()
    if (!found) return
    const [id, silence] = found
    this.#say(`ends silence ${id}`)
    await this.#store.endSilence(id, { now: this.#now })
    this.#oracle.silences.set(id, { ...silence, endsAt: this.#now })
  }

  /** Picks a silence that has not ended. */
  #pickSilence(): readonly [number, ModelSilence] | undefined {
    const live = [...this.#oracle.silences].filter(([, { endsAt }]) => endsAt > this.#now)
    return live.length === 0 ? undefined : this.#random.pick(live)
  }

  /** Kills a node that has claimed and sent: its attempts are never recorded. */
  async #crash(): Promise<void> {
    await this.#sendClaims()
    for (const { claim } of this.#underWay) this.#oracle.answered(claim, 'possible')
    this.#say(`crash with ${this.#underWay.length} under way`)
    this.#underWay = []
    this.#now += 2 * LEASE_MS
    await this.#store.reclaimLeases({ leasedBefore: this.#now, now: this.#now, limit: 100 })
  }

  /** Does what a service does within a second, as often as there is something to do. */
  async #work(): Promise<void> {
    let quietRounds = 0
    for (let round = 0; round < 30; round += 1) {
      const store = this.#store
      if (round === 0) await store.createWindowSilences({ now: this.#now, limit: 99 })
      const released = await store.releaseSilenced({ now: this.#now, limit: 1 })
      const made = await store.createMissingDeliveries({ now: this.#now, limit: 2 })
      const count = (await this.#sendClaims()) + this.#underWay.length
      // An attempt may end after something else has happened.
      if (round === 0 && this.#underWay.length > 0 && this.#random.happens(0.2)) return
      await this.#finish()
      quietRounds = released + made + count === 0 ? quietRounds + 1 : 0
      if (quietRounds > 0 && !this.#run.isHealthy) return
      if (quietRounds > 1) return this.#oracle.check(this.#view)
      // A node learns within seconds what another one made.
      if (quietRounds > 0) this.#now += SEEN_MS
    }
    throw new Error('the service finds something to do again and again')
  }

  /** Lets every node claim: only the node that took in a report knows what it claimed with it. */
  async #sendClaims(): Promise<number> {
    let count = 0
    for (const [index, store] of this.#stores.entries()) {
      const claims = await claimDue(store, { now: this.#now, node: `node ${index}` })
      const held = claims.filter(({ heldBy }) => heldBy !== null)
      if (held.length > 0) await store.holdClaims(held, this.#now)
      const sent = claims.filter(({ heldBy }) => heldBy === null)
      for (const claim of sent) this.#say(`sends ${this.#oracle.sent(claim, this.#now)}`)
      this.#underWay = [...this.#underWay, ...sent.map((claim) => ({ claim, store }))]
      count += claims.length
    }
    return count
  }

  async #finish(): Promise<void> {
    const ended = this.#underWay
    this.#underWay = []
    for (const { claim, store } of ended) {
      await store.finishAttempts([answered(claim, this.#response, { now: this.#now })], this.#now)
      this.#say(`is answered ${this.#oracle.answered(claim, this.#response)}`)
    }
  }

  /** All silences and windows end, the webhook is enabled and its receiver healthy: then it must know what is so. */
  async #settle(): Promise<void> {
    await this.#finish()
    this.#response = 'accepted'
    while (this.#oracle.windows.size > 0) await this.#deleteWindow()
    if (!this.#isEnabled) await this.#act('switch_webhook')
    this.#now = Math.max(this.#now, ...[...this.#oracle.silences.values()].map(({ endsAt }) => endsAt)) + 1
    for (let round = 0; round < 5; round += 1) {
      this.#now += 10 * MINUTE_MS
      await this.#work()
    }
    await this.#finish()
    await this.#work()
    this.#oracle.checkEnd()
  }

  get #store(): Store {
    return this.#random.pick(this.#stores)
  }

  get #view() {
    return { now: this.#now, isEnabled: this.#isEnabled }
  }

  #say(what: string): void {
    this.trace.push(`${String((this.#now - NOW) / 1_000).padStart(9)} s  ${what}`)
  }
}
