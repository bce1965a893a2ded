import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AlertState } from '../../../../src/domain/alert/alert.ts'
import type { Claim } from '../../../../src/domain/delivery/delivery.ts'
import { isReminder } from '../../../../src/domain/alert/event.ts'
import { whyReminderOver } from '../../../../src/domain/receiver-state/reminder.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { AUTHOR, DAY_MS, newWebhook, NOW } from '../../../support/build.ts'
import { isHousekeepingDue } from '../../../support/time/is-housekeeping-due.ts'
import { claimAll, finished, lasting, LEASE_MS } from '../finish.ts'
import { MINUTE_MS, silence } from '../silences/scene.ts'
import type { OpenStore } from '../store-suite.ts'
import { type Case, CASES, REMIND_MS } from './reminder-cases.ts'
import {
  answered,
  attempt,
  desired,
  NO_FLAGS,
  report,
  sentOf,
  statesOf,
  type ReceiverResponse,
} from './support.ts'

const STEP_MINUTES = 5

/** Has an alert, a webhook with reminders, and its fallback, which takes nothing by itself. */
class Reminded {
  readonly #store: Store
  readonly #id: number
  readonly #sent: string[] = []
  #response: ReceiverResponse | 'lost' = 'accepted'
  #isRunning = true
  #minute = 0

  constructor(store: Store, id: number) {
    this.#store = store
    this.#id = id
  }

  get #now(): number {
    return NOW + this.#minute * MINUTE_MS
  }

  async play({ actions, until }: Case): Promise<readonly string[]> {
    const minutes = new Set(actions.map(([minute]) => minute))
    for (let minute = 0; minute <= until; minute += 1) {
      this.#minute = minute
      for (const [, action] of actions.filter(([at]) => at === minute)) await this.#act(action)
      if (minute % STEP_MINUTES === 0 && this.#isRunning) await this.#work()
      else if (minutes.has(minute)) await this.#demandCertain()
    }
    return this.#sent
  }

  async #act(action: string): Promise<void> {
    const [verb, value = ''] = action.split(' ')
    const [store, id, now] = [this.#store, this.#id, this.#now]
    const change = (edit: Parameters<Store['changeWebhook']>[1]) => store.changeWebhook(id, edit, { now })
    switch (verb) {
      case 'report':
        return report(store, [value as AlertState], { at: now })
      case 'acknowledge': {
        const given = { note: null, until: now + Number(value) * MINUTE_MS, now, by: AUTHOR }
        return void (await store.acknowledgeAlert(1, given))
      }
      case 'withdraw':
        return void (await store.withdrawAcknowledgement(1, { now, by: AUTHOR }))
      case 'silence':
        return void (await store.createSilence(
          silence({ startsAt: now, endsAt: now + Number(value) * MINUTE_MS }),
          now,
        ))
      case 'disable':
      case 'enable':
        return void (await change({ enabled: verb === 'enable' }))
      case 'flags':
        return void (await change({ alertFlags: { high: value === 'on' } }))
      case 'mode':
        return void (await (value === 'current_state'
          ? change({ mode: value, remindMs: REMIND_MS })
          : change({ mode: 'every_change', remindMs: null })))
      case 'remind':
        return void (await change({ remindMs: value === '' ? null : [Number(value) * MINUTE_MS] }))
      case 'cancel': {
        const [delivery] = await store.listDeliveries({ webhookId: id, states: ['pending'] }, { limit: 1 })
        return void (await store.cancelDelivery(delivery!.id, now))
      }
      case 'answer':
        this.#response = value as ReceiverResponse
        return
      case 'stop':
      case 'start':
        this.#isRunning = verb === 'start'
        return
      default:
        throw new Error(`what is ${action}?`)
    }
  }

  async #work(): Promise<void> {
    const [store, now] = [this.#store, this.#now]
    const node = { leasedBefore: now, now, limit: 9, lease: lasting(LEASE_MS) }
    await store.reclaimLeases(node)
    await this.#demandCertain()
    await store.releaseSilenced({ now, limit: 9 })
    await store.createMissingDeliveries({ now, limit: 9 })
    await store.createReminders({ now, limit: 9, staleAfterMs: DAY_MS })
    const claims = await claimAll(store, now)
    const held = claims.filter(({ heldBy }) => heldBy !== null)
    if (held.length > 0) await store.holdClaims(held, now)
    for (const claim of claims.filter(({ heldBy }) => heldBy === null)) await this.#send(claim)
    await store.createMissingDeliveries({ now, limit: 9 })
    await this.#demandCertain()
  }

  async #send(claim: Claim): Promise<void> {
    const now = this.#now
    assert.equal(claim.webhook.id, this.#id, 'the fallback was notified')
    if (whyReminderOver(claim, now) !== undefined) {
      const unsent = { request: null, response: null, failure: null, outcome: 'refuse' } as const
      return void (await this.#store.finishAttempts([finished(claim, { state: 'outdated' }, unsent)], now))
    }
    const state = claim.sentStates?.episodeState.state ?? ''
    const said = isReminder(claim.event) ? `still ${state}` : state
    const response = this.#response
    this.#sent.push(`${this.#minute} ${said}${response === 'accepted' ? '' : `, ${response}`}`)
    if (response !== 'lost') await this.#store.finishAttempts([answered(claim, response, { now })], now)
  }

  /** A reminder changes nothing for the worse, whatever comes of it. */
  async #demandCertain(): Promise<void> {
    for (const { lastSent, desired: wanted, uncertain, resync } of await sentOf(this.#store, this.#id)) {
      assert.equal(uncertain, false, `minute ${this.#minute}`)
      if (lastSent.state === wanted.state) assert.equal(resync, 'none', `minute ${this.#minute}`)
    }
  }
}

/** Holds reminders of alerts that last. */
export function exerciseReminders(engine: string, openStore: OpenStore): void {
  describe(`${engine}: createReminders`, () => {
    for (const one of CASES) {
      it(one.name, async () => {
        const store = await openStore()
        const fallback = await store.createWebhook(newWebhook({ alertFlags: NO_FLAGS }), NOW)
        const late = { fallbackWebhookId: fallback.id, fallbackAfterMs: 7 * DAY_MS }
        const { id } = await store.createWebhook(desired({ remindMs: REMIND_MS, ...late }), NOW)

        assert.deepEqual(await new Reminded(store, id).play(one), one.sent)
      })
    }

    const remind = (store: Store, now: number, limit = 9) =>
      store.createReminders({ now, limit, staleAfterMs: DAY_MS })

    it('goes in steps, the longest due first, and says when it has something to do next', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired({ remindMs: REMIND_MS }), NOW)
      for (const [index, key] of ['a', 'b', 'c'].entries()) {
        await report(store, ['high'], { key, at: NOW + index })
        await attempt(store, NOW + index)
      }
      const due = NOW + 10 * MINUTE_MS
      assert.equal(await store.nextHousekeepingAt(NOW + 9), due)
      assert.equal(await isHousekeepingDue(store, due), true)

      const counts = [
        await remind(store, due + 2, 2),
        await remind(store, due + 2, 2),
        await remind(store, due + 2, 2),
      ]

      assert.deepEqual(counts, [2, 1, 0])
      const dues = (await sentOf(store, id)).map(({ nextDue, reminders }) => [nextDue, reminders])
      assert.deepEqual(
        dues,
        Array.from({ length: 3 }, () => [due + 2 + 30 * MINUTE_MS, 1]),
      )
      const [event] = await store.listEvents({}, { limit: 1 })
      assert.deepEqual(event?.kind === 'alert' && [event.trigger, event.oldState, event.newState], [
        'reminder',
        'high',
        'high',
      ])
    })

    it('passes nothing on to a change that supersedes it, or comes while it is sent: that has a fallback in time', async () => {
      const store = await openStore()
      const fallback = await store.createWebhook(newWebhook({ alertFlags: NO_FLAGS }), NOW)
      const late = { fallbackWebhookId: fallback.id, fallbackAfterMs: 60 * MINUTE_MS }
      await store.createWebhook(desired({ remindMs: REMIND_MS, ...late }), NOW)
      for (const key of ['unsent', 'being sent']) await report(store, ['high'], { key })
      await attempt(store, NOW)
      const due = NOW + 10 * MINUTE_MS
      await remind(store, due)
      const claims = await claimAll(store, due)
      const [unsent, sending] = claims.map((claim) => answered(claim, 'not_notified', { now: due }))
      await store.finishAttempts([unsent!], due)

      for (const key of ['unsent', 'being sent']) await report(store, ['medium'], { key, at: due + 5 })
      await store.finishAttempts([sending!], due + 6)
      const early = await store.escalateToFallbacks({ now: due + 5 + 60 * MINUTE_MS - 1, limit: 9 })
      const count = await store.escalateToFallbacks({ now: due + 7 + 60 * MINUTE_MS, limit: 9 })

      assert.deepEqual([early, count], [0, 2])
    })

    it('counts a reminder that is due further ahead than it can be as due now: the clock was set back', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(desired({ remindMs: REMIND_MS }), NOW)
      await report(store, ['high'], { at: NOW + DAY_MS })
      await attempt(store, NOW + DAY_MS)

      const clamp = () => store.clampDueTimes({ now: NOW, limit: 9, scheduleMs: [0] })
      assert.deepEqual(
        [await remind(store, NOW), await clamp(), await clamp(), await remind(store, NOW)],
        [0, 1, 0, 1],
      )
      assert.deepEqual(await statesOf(store, id), ['delivered', 'pending'])
    })
  })
}
