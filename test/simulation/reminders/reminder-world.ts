import type { AlertState } from '../../../src/domain/alert/alert.ts'
import { isReminder } from '../../../src/domain/alert/event.ts'
import type { Claim } from '../../../src/domain/delivery/delivery.ts'
import { whyReminderOver } from '../../../src/domain/receiver-state/reminder.ts'
import type { Store } from '../../../src/storage/store.ts'
import { AUTHOR, newWebhook, NOW, observation } from '../../support/build.ts'
import { claimDue, finished, lasting } from '../../storage/suite/finish.ts'
import { answered, type ReceiverResponse } from '../../storage/suite/receiver-state/support.ts'
import { silence } from '../../storage/suite/silences/scene.ts'
import type { Random } from '../random.ts'
import { ModelReminders, REMIND_MS } from './model-reminders.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const LEASE_MS = 30_000
const ALERTS = ['lag', 'disk', 'locks'] as const

const WEIGHTS = {
  report: 24,
  acknowledge: 6,
  withdraw: 2,
  silence: 4,
  switch_webhook: 3,
  switch_receiver: 8,
  crash: 3,
  stop: 2,
  step_clock: 0,
  pass: 40,
}
/** The clock is set; acknowledgements and silences would end with it. */
const STEPPING_WEIGHTS = { ...WEIGHTS, acknowledge: 0, withdraw: 0, silence: 0, step_clock: 8 }

/**
 * Alerts, a webhook with reminders, its receiver and its fallback, on the real stores. Chance decides what happens; the
 * model says after each step whether the receiver was reminded as it must be.
 */
export class ReminderWorld {
  readonly #random: Random
  readonly #stores: readonly Store[]
  readonly #isStepping: boolean
  readonly #webhookId: number
  readonly #model = new ModelReminders()
  /** The time that has passed, and how far the clock was set ahead of it. */
  #elapsed = NOW
  #aheadMs = 0
  #response: ReceiverResponse = 'accepted'
  #isHindered = false
  readonly trace: string[] = []
  readonly seen = new Map<string, number>()

  private constructor(random: Random, stores: readonly Store[], isStepping: boolean, webhookId: number) {
    this.#random = random
    this.#stores = stores
    this.#isStepping = isStepping
    this.#webhookId = webhookId
  }

  static async open(random: Random, stores: readonly Store[], isStepping: boolean): Promise<ReminderWorld> {
    const none = { low: false, medium: false, high: false, cleared: false }
    const fallback = await stores[0]!.createWebhook(newWebhook({ alertFlags: none }), NOW)
    const late = { fallbackWebhookId: fallback.id, fallbackAfterMs: 7 * DAY_MS }
    const made = newWebhook({
      mode: 'current_state',
      remindMs: REMIND_MS,
      retryScheduleMs: [0, MINUTE_MS],
      ...late,
    })
    const { id } = await stores[0]!.createWebhook(made, NOW)
    return new ReminderWorld(random, stores, isStepping, id)
  }

  /** Throws when a promise is broken; the trace says how it came to that. */
  async play(stepCount: number): Promise<void> {
    for (let step = 0; step < stepCount; step += 1) {
      this.#elapsed += this.#random.integer(1, 1_000)
      await this.#act(this.#random.weighted(this.#isStepping ? STEPPING_WEIGHTS : WEIGHTS))
      await this.#work()
    }
    this.#response = 'accepted'
    if (!this.#model.isEnabled) await this.#act('switch_webhook')
    await this.#pass(100)
  }

  async #act(action: keyof typeof WEIGHTS): Promise<void> {
    const random = this.#random
    const key = random.pick(ALERTS)
    const minutes = random.pick([5, 20, 60])
    switch (action) {
      case 'report': {
        const state = random.pick<AlertState>(['low', 'medium', 'high', 'high', 'cleared'])
        const { at: _, ...undated } = observation({ key, name: key, state })
        this.#say(`${key} is ${state}`)
        await this.#store.acceptObservations([undated], this.#now)
        return this.#model.reported(key, state)
      }
      case 'acknowledge':
      case 'withdraw':
        return this.#acknowledge(key, action, this.#elapsed + minutes * MINUTE_MS)
      case 'silence': {
        const endsAt = this.#now + minutes * MINUTE_MS
        this.#say(`silences ${key} for ${minutes} min`)
        await this.#store.createSilence(
          silence({ match: `name="${key}"`, startsAt: this.#now, endsAt }),
          this.#now,
        )
        return this.#model.silence(key, endsAt)
      }
      case 'switch_webhook': {
        const enabled = !this.#model.isEnabled
        this.#say(enabled ? 'enables' : 'disables')
        await this.#store.changeWebhook(this.#webhookId, { enabled }, { now: this.#now })
        return this.#model.enable(enabled, this.#elapsed)
      }
      case 'switch_receiver':
        this.#response = random.pick(['accepted', 'accepted', 'not_notified', 'possible', 'rejected'])
        return this.#say(`receiver: ${this.#response}`)
      case 'crash':
        return this.#crash()
      case 'stop':
        this.#say('is down')
        this.#elapsed += random.pick([30, 180]) * MINUTE_MS
        this.#isHindered = true
        return
      case 'step_clock': {
        this.#aheadMs += random.pick([60, 1_440, -60, -300, -1_440]) * MINUTE_MS
        this.#say('the clock is set')
        this.#model.stepped()
        await this.#store.clampDueTimes({ now: this.#now, limit: 99, scheduleMs: [0, MINUTE_MS] })
        return
      }
      case 'pass':
        return this.#pass(random.pick([1, 5, 10, 40]))
    }
  }

  async #acknowledge(key: string, action: 'acknowledge' | 'withdraw', until: number): Promise<void> {
    const [found] = await this.#store.listAlerts({ key }, { limit: 1 })
    if (found === undefined || found.state === 'cleared') return
    this.#say(`${action} ${key}${action === 'acknowledge' ? ` until ${until - NOW}` : ''}`)
    if (action === 'withdraw') {
      await this.#store.withdrawAcknowledgement(found.id, { now: this.#now, by: AUTHOR })
      return this.#model.withdraw(key, this.#elapsed)
    }
    await this.#store.acknowledgeAlert(found.id, { note: null, until, now: this.#now, by: AUTHOR })
    this.#model.acknowledge(key, until, this.#elapsed)
  }

  /** The service works every minute. */
  async #pass(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      this.#elapsed += MINUTE_MS
      await this.#work()
    }
  }

  /** Kills a node that has claimed and sent: its attempts are never recorded. */
  async #crash(): Promise<void> {
    this.#elapsed += this.#random.pick([1, 10, 30]) * MINUTE_MS
    this.#isHindered = true
    await this.#store.createReminders({ now: this.#now, limit: 99, staleAfterMs: DAY_MS })
    for (const claim of await this.#claim()) this.#note(claim, this.#send(claim), 'lost')
    this.#say('crashes')
    this.#elapsed += 2 * LEASE_MS
  }

  async #work(): Promise<void> {
    const [store, now] = [this.#store, this.#now]
    await store.reclaimLeases({ leasedBefore: now, now, limit: 99, lease: lasting(LEASE_MS) })
    await store.releaseSilenced({ now, limit: 99 })
    await store.createMissingDeliveries({ now, limit: 99 })
    await store.createReminders({ now, limit: 99, staleAfterMs: DAY_MS })
    let count = 0
    for (const node of this.#stores) {
      for (const claim of await this.#claim(node)) {
        count += 1
        const over = whyReminderOver(claim, now)
        if (over !== undefined) {
          const unsent = {
            request: null,
            response: null,
            failure: null,
            outcome: 'refuse',
            reason: over,
          } as const
          await node.finishAttempts([finished(claim, { state: 'outdated' }, unsent)], now)
          continue
        }
        const episode = this.#send(claim)
        await node.finishAttempts([answered(claim, this.#response, { now })], now)
        this.#note(claim, episode, this.#response)
      }
    }
    if (count > 0) await store.createMissingDeliveries({ now, limit: 99 })
    const isHindered = this.#isHindered || this.#response !== 'accepted'
    this.#isHindered = this.#response !== 'accepted'
    this.#model.check(this.#elapsed, isHindered)
    for (const { alertId, uncertain } of await store.listReceiverStates(
      { webhookId: this.#webhookId },
      { limit: 9 },
    ))
      this.#model.checkStored(ALERTS.find((key) => this.#ids.get(key) === alertId) ?? '', uncertain)
  }

  readonly #ids = new Map<string, number>()

  /** Claims what is due; what silences hold goes back. */
  async #claim(node = this.#store): Promise<readonly Claim[]> {
    const claims = await claimDue(node, { now: this.#now, lease: lasting(LEASE_MS) })
    const held = claims.filter(({ heldBy }) => heldBy !== null)
    if (held.length > 0) await node.holdClaims(held, this.#now)
    return claims.filter(({ heldBy }) => heldBy === null)
  }

  #send(claim: Claim): number {
    const { event, webhook, attempt } = claim
    const { key, state } = saidBy(claim)
    if (event.kind === 'alert') this.#ids.set(key, event.alertId)
    if (webhook.id !== this.#webhookId) {
      this.#model.escalated(key)
      return 0
    }
    const isRepeat = isReminder(event)
    if (isRepeat) this.#saw(attempt === 1 ? 'a reminder' : 'a reminder is tried again')
    this.#say(`sends ${key} ${state}${isRepeat ? ' again' : ''}`)
    const sent = { isReminder: isRepeat, isFirst: attempt === 1, now: this.#elapsed }
    return this.#model.sent(key, state, sent)
  }

  #note(claim: Claim, episode: number, response: ReceiverResponse | 'lost'): void {
    if (claim.webhook.id !== this.#webhookId) return
    const { key, state } = saidBy(claim)
    const isRepeat = isReminder(claim.event)
    if (isRepeat) this.#saw(`a reminder is ${response}`)
    this.#say(`  ${response}`)
    this.#model.answered(key, response, { state, episode, isReminder: isRepeat, now: this.#elapsed })
  }

  get #store(): Store {
    return this.#random.pick(this.#stores)
  }

  get #now(): number {
    return this.#elapsed + this.#aheadMs
  }

  #saw(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1)
  }

  #say(what: string): void {
    this.trace.push(
      `${String((this.#elapsed - NOW) / MINUTE_MS)
        .slice(0, 9)
        .padStart(9)} min  ${what}`,
    )
  }
}

function saidBy({ event, sentStates }: Claim): { readonly key: string; readonly state: AlertState } {
  if (event.kind !== 'alert') throw new Error('there is no other event')
  return { key: event.name, state: sentStates?.episodeState.state ?? event.newState }
}
