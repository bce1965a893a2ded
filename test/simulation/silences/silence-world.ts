import type { AlertState } from '../../../src/domain/alert/alert.ts'
import { silenceStateOf } from '../../../src/domain/silence/silence.ts'
import type { Claim } from '../../../src/domain/delivery/delivery.ts'
import type { Store } from '../../../src/storage/store.ts'
import { AUTHOR, newWebhook, NOW, observation } from '../../support/build.ts'
import { claimDue } from '../../storage/suite/finish.ts'
import { answered, type ReceiverResponse } from '../../storage/suite/receiver-state/support.ts'
import { silence as newSilence } from '../../storage/suite/silences/scene.ts'
import { daily } from '../../storage/suite/silences/windows.ts'
import { BrokenPromise } from '../model/broken-promise.ts'
import type { Random } from '../random.ts'
import { ModelAcknowledgements } from './model-acknowledgements.ts'
import type { ModelSilence } from './model-silences.ts'
import { SilenceNode } from './silence-node.ts'
import { STEPPING_WEIGHTS, WEIGHTS, type SilenceRun } from './silence-run.ts'
import { Oracle } from './silence-oracle.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const LEASE_MS = 30_000
const SEEN_MS = 10_000
const ALERTS = ['lag', 'disk', 'locks'] as const

/** An attempt, and the node that makes it. */
interface UnderWay {
  readonly claim: Claim
  readonly node: SilenceNode
}

/**
 * Alerts, silences, a webhook and its receiver, on the real stores. Chance decides what happens; the oracle, which
 * shares no code with the service, says after each step whether the receiver got what it must get.
 */
export class SilenceWorld {
  readonly #random: Random
  /** The nodes, which share one database. */
  readonly #nodes: readonly SilenceNode[]
  readonly #run: SilenceRun
  readonly #oracle: Oracle
  readonly #acknowledgements = new ModelAcknowledgements()
  readonly #webhookId: number
  /** The time that has passed, by a clock that nobody sets. */
  #elapsed = NOW
  /** How far the clock was set ahead. */
  #aheadMs = 0
  #stepCount = 0
  #response: ReceiverResponse = 'accepted'
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
    const machine = { now: () => this.#now, monotonic: () => this.#elapsed }
    this.#nodes = given.stores.map((store) => new SilenceNode(store, machine))
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
      this.#elapsed += this.#random.integer(1, 1_000)
      await this.#settle()
      const action = this.#random.weighted(this.#run.isStepping ? STEPPING_WEIGHTS : WEIGHTS)
      await this.#act(action)
      // Sometimes the service does nothing for a while: it is down, or busy.
      if (!this.#random.happens(0.2)) await this.#work()
    }
    await this.#end()
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
      case 'skip_day':
      case 'restore_day':
        return this.#changeDay(action)
      case 'step_clock':
        return this.#stepClock()
      case 'change_end':
        return this.#changeEnd()
      case 'end':
        return this.#endSilence()
      case 'pass':
        this.#say('time passes')
        return this.#pass(random.pick([MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 360 * MINUTE_MS]))
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
    const { at: _, ...undated } = observation({ key, name: key, state })
    await this.#store.acceptObservations([undated], this.#now)
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
    const hasLength = random.happens(0.5)
    const node = random.pick(this.#nodes)
    await node.followClock()
    const { id } = await node.store.createSilence(
      newSilence({ match, startsAt, endsAt, webhookIds, hasLength }),
      this.#now,
    )
    this.#say(
      `silence ${id} of ${key ?? 'all'} from ${startsAt - NOW} to ${endsAt - NOW}${hasLength ? ', a length' : ''}`,
    )
    this.#oracle.silences.give(id, { key, startsAt, endsAt, hasLength }, this.#now)
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
    this.#oracle.silences.addWindow(id, { key, ofDayMs, aheadMs, lastsMs }, this.#now)
  }

  async #deleteWindow(): Promise<void> {
    const id = this.#pickWindow()
    if (id === undefined) return
    this.#say(`deletes window ${id}`)
    await this.#store.deleteWindow(id, { now: this.#now })
    this.#oracle.silences.deleteWindow(id, this.#now)
  }

  /** Skips one of the next occurrences of a window, or takes that back. */
  async #changeDay(action: 'skip_day' | 'restore_day'): Promise<void> {
    const id = this.#pickWindow()
    if (id === undefined) return
    const now = this.#now
    const { silences } = this.#oracle
    const coming = silences.comingDays(id, now)
    const skipped = coming.filter((day) => silences.windows.get(id)?.skipped.has(day))
    const isBack = action === 'restore_day' && skipped.length > 0
    const day = this.#random.pick(isBack ? skipped : coming.slice(0, 2))
    this.#say(`${action} ${day} of window ${id}`)
    if (action === 'skip_day') {
      await this.#store.skipOccurrence(id, day, { now })
      silences.skip(id, day, now)
    } else {
      await this.#store.restoreOccurrence(id, day, { now })
      silences.restore(id, day, now)
    }
  }

  #pickWindow(): number | undefined {
    const ids = [...this.#oracle.silences.windows.keys()]
    return ids.length === 0 ? undefined : this.#random.pick(ids)
  }

  /**
   * Sets the clock, by hours or days forward or by minutes or hours back; mostly while the service is there and
   * notices, sometimes between two processes that do not know of each other. No two steps are alike.
   */
  async #stepClock(): Promise<void> {
    const random = this.#random
    await this.#finish()
    await this.#maintain()
    this.#stepCount += 1
    const minutes = random.pick([60, 300, 1_440, 4_320, -5, -30, -60, -300, -1_440])
    const ms = minutes * MINUTE_MS + this.#stepCount * 10_000
    const isNoticed = random.happens(0.7)
    this.#aheadMs += ms
    this.#say(`the clock is set by ${ms} ms${isNoticed ? '' : ', and nobody notices'}`)
    if (isNoticed) this.#oracle.silences.stepped(ms, { isNoticed })
    // Somebody may be faster than any node that reads the clock now and then.
    if (isNoticed && random.happens(0.3)) await this.#silence()
    for (const node of this.#nodes) await (isNoticed ? node.settle() : node.restart())
    await this.#store.clampDueTimes({ now: this.#now, limit: 99, scheduleMs: [MINUTE_MS] })
    await this.#checkShown()
  }

  async #pass(ms: number): Promise<void> {
    this.#elapsed += ms
    await this.#settle()
  }

  /** The silences that people gave are shown as what they are. */
  async #checkShown(): Promise<void> {
    const now = this.#now
    for (const silence of await this.#store.listSilences({ now }, { limit: 999 })) {
      const { id, startsAt, endsAt } = silence
      const expected = this.#oracle.silences.stateOf(id, now)
      if (expected !== undefined && silenceStateOf(silence, now) !== expected)
        throw new BrokenPromise(
          'a silence is shown as what it is',
          `${id} is ${expected}: ${startsAt - NOW} to ${endsAt - NOW}`,
        )
    }
  }

  /** Lets every node note that it is there. */
  async #settle(): Promise<void> {
    for (const node of this.#nodes) await node.settle()
  }

  get #now(): number {
    return this.#elapsed + this.#aheadMs
  }

  async #changeEnd(): Promise<void> {
    const found = this.#pickSilence()
    if (!found) return
    const [id, silence] = found
    const earliest = Math.max(this.#now, silence.startsAt) + 1
    const endsAt = this.#random.pick([earliest, earliest + 20 * MINUTE_MS])
    this.#say(`silence ${id} ends at ${endsAt - NOW}`)
    await this.#store.changeSilence(id, { endsAt }, { now: this.#now })
    silence.endsAt = endsAt
  }

  async #endSilence(): Promise<void> {
    const found = this.#pickSilence()
    if (!found) return
    const [id, silence] = found
    this.#say(`ends silence ${id}`)
    await this.#store.endSilence(id, { now: this.#now })
    this.#oracle.silences.end(silence, this.#now)
  }

  /** Picks a silence that has not ended. */
  #pickSilence(): readonly [number, ModelSilence] | undefined {
    const live = this.#oracle.silences.live(this.#now)
    return live.length === 0 ? undefined : this.#random.pick(live)
  }

  /** Kills a node that has claimed and sent: its attempts are never recorded. */
  async #crash(): Promise<void> {
    await this.#sendClaims()
    for (const { claim } of this.#underWay) this.#oracle.answered(claim, 'possible')
    this.#say(`crash with ${this.#underWay.length} under way`)
    this.#underWay = []
    await this.#pass(2 * LEASE_MS)
    await this.#store.reclaimLeases({ leasedBefore: this.#now, now: this.#now, limit: 100 })
  }

  /** Does what a service does within a second, as often as there is something to do. */
  async #work(): Promise<void> {
    let quietRounds = 0
    for (let round = 0; round < 30; round += 1) {
      const store = this.#store
      if (round === 0) await this.#maintain()
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
      if (quietRounds > 0) await this.#pass(SEEN_MS)
    }
    throw new Error('the service finds something to do again and again')
  }

  /** Does with the clock as it is what the service does all the time. */
  async #maintain(): Promise<void> {
    const now = this.#now
    await this.#store.releaseSilenced({ now, limit: 1 })
    await this.#store.createWindowSilences({ now, limit: 99 })
    this.#oracle.silences.worked(now)
  }

  /** Lets every node claim: only the node that took in a report knows what it claimed with it. */
  async #sendClaims(): Promise<number> {
    let count = 0
    for (const [index, node] of this.#nodes.entries()) {
      const { store } = node
      const claims = await claimDue(store, { now: this.#now, node: `node ${index}` })
      const held = claims.filter(({ heldBy }) => heldBy !== null)
      if (held.length > 0) await store.holdClaims(held, this.#now)
      const sent = claims.filter(({ heldBy }) => heldBy === null)
      for (const claim of sent) this.#say(`sends ${this.#oracle.sent(claim, this.#now)}`)
      this.#underWay = [...this.#underWay, ...sent.map((claim) => ({ claim, node }))]
      count += claims.length
    }
    return count
  }

  async #finish(): Promise<void> {
    const ended = this.#underWay
    this.#underWay = []
    for (const { claim, node } of ended) {
      await node.store.finishAttempts([answered(claim, this.#response, { now: this.#now })], this.#now)
      this.#say(`is answered ${this.#oracle.answered(claim, this.#response)}`)
    }
  }

  /** All silences and windows end, the webhook is enabled and its receiver healthy: then it must know what is so. */
  async #end(): Promise<void> {
    await this.#finish()
    this.#response = 'accepted'
    while (this.#oracle.silences.windows.size > 0) await this.#deleteWindow()
    if (!this.#isEnabled) await this.#act('switch_webhook')
    await this.#pass(Math.max(0, this.#oracle.silences.lastEnd - this.#now) + 1)
    for (let round = 0; round < 5; round += 1) {
      await this.#pass(10 * MINUTE_MS)
      await this.#work()
    }
    await this.#finish()
    await this.#work()
    this.#oracle.checkEnd()
  }

  get #store(): Store {
    return this.#random.pick(this.#nodes).store
  }

  get #view() {
    return { now: this.#now, isEnabled: this.#isEnabled }
  }

  #say(what: string): void {
    this.trace.push(`${String((this.#now - NOW) / 1_000).padStart(9)} s  ${what}`)
  }
}
