import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AlertState } from '../../../../src/domain/alert/alert.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { newWebhook, NOW, observation } from '../../../support/build.ts'
import { claimAll } from '../finish.ts'
import { answered } from '../receiver-state/support.ts'
import type { OpenStore } from '../store-suite.ts'
import { MINUTE_MS, silence } from './scene.ts'
import { daily } from './windows.ts'
import { isHousekeepingDue } from '../../../support/time/is-housekeeping-due.ts'

const HOUR_MS = 60 * MINUTE_MS

/** A store with a webhook, whose clock can be set. */
class Stepping {
  readonly store: Store
  now = NOW

  constructor(store: Store) {
    this.store = store
  }

  /** Sets the clock; `isKnown`: the process has noticed by how much. */
  async step(stepMs: number, { isKnown }: { readonly isKnown: boolean }): Promise<void> {
    this.now += stepMs
    if (isKnown) await this.store.stepSilences({ now: this.now, stepMs })
  }

  report(key: string, state: AlertState = 'high') {
    const { at: _, ...undated } = observation({ key, name: key, state })
    return this.store.acceptObservations([undated], this.now)
  }

  /** Does what a service does within a second, after so many minutes; returns what is sent. */
  async after(minutes: number): Promise<readonly string[]> {
    this.now += minutes * MINUTE_MS
    const { store, now } = this
    const sent: string[] = []
    for (let round = 0; round < 4; round += 1) {
      await store.createWindowSilences({ now, limit: 9 })
      await store.releaseSilenced({ now, limit: 9 })
      await store.createMissingDeliveries({ now, limit: 9 })
      const claims = await claimAll(store, now)
      const held = claims.filter(({ heldBy }) => heldBy !== null)
      if (held.length > 0) await store.holdClaims(held, now)
      const due = claims.filter(({ heldBy }) => heldBy === null)
      await store.finishAttempts(
        due.map((claim) => answered(claim, 'accepted', { now })),
        now,
      )
      sent.push(...due.map(({ event }) => event.name))
    }
    return sent.toSorted()
  }

  async states(): Promise<readonly string[]> {
    const now = this.now
    const states = ['pending', 'active', 'expired'] as const
    const found = await Promise.all(
      states.map(async (state) =>
        (await this.store.listSilences({ states: [state], now }, { limit: 9 })).map(() => state),
      ),
    )
    return found.flat()
  }
}

/** Checks silences and maintenance windows whose clock is set. */
export function exerciseSilenceClocks(engine: string, openStore: OpenStore): void {
  const open = async (mode: 'every_change' | 'current_state' = 'current_state') => {
    const store = await openStore()
    await store.createWebhook(newWebhook({ mode }), NOW)
    return new Stepping(store)
  }
  const given = (minutes: number, hasLength = true) =>
    silence({ startsAt: NOW, endsAt: NOW + minutes * MINUTE_MS, hasLength })

  describe(`${engine}: silences and steps of the clock`, () => {
    for (const mode of ['every_change', 'current_state'] as const) {
      for (const isKnown of [true, false]) {
        it(`set back, one goes on for its length at the most, mode ${mode}, ${isKnown ? 'noticed' : 'while down'}`, async () => {
          const world = await open(mode)
          await world.store.createSilence(given(15), NOW)
          await world.report('before')
          assert.deepEqual(await world.after(5), [])

          await world.step(-HOUR_MS, { isKnown })
          const [inside] = await world.report('inside')
          assert.equal(inside?.deliveryCount, 0, 'it is held at once')
          assert.deepEqual(await world.after(0), [], 'it stays active')
          assert.deepEqual(await world.states(), ['active'])
          assert.deepEqual(await world.after(isKnown ? 9 : 14), [])
          assert.deepEqual(await world.after(2), ['before', 'inside'])
          assert.deepEqual(await world.states(), ['expired'])
        })
      }
    }

    it('set forward, one that was given by its length goes on for exactly that', async () => {
      const world = await open()
      await world.store.createSilence(given(15), NOW)
      await world.report('before')
      assert.deepEqual(await world.after(5), [])
      await world.step(HOUR_MS, { isKnown: true })
      await world.report('inside')
      assert.deepEqual(await world.after(9), [])
      assert.deepEqual(await world.after(2), ['before', 'inside'])
    })

    it('set forward, one that was given its end ends at that time', async () => {
      const world = await open()
      await world.store.createSilence(given(15, false), NOW)
      await world.report('before')
      await world.step(HOUR_MS, { isKnown: true })
      assert.deepEqual(await world.after(0), ['before'])
    })

    it('set back and forth, also while nothing is done, one ends after its length', async () => {
      const world = await open()
      await world.store.createSilence(given(60), NOW)
      await world.report('before')
      for (const hours of [-2, 5, -1]) {
        assert.deepEqual(await world.after(10), [])
        await world.step(hours * HOUR_MS, { isKnown: true })
        await world.report('inside')
      }
      assert.deepEqual(await world.after(29), [])
      assert.deepEqual(await world.after(2), ['before', 'inside'])
    })

    it('one that has begun later than it was created remembers that, and one that has not begins in its time', async () => {
      const world = await open()
      const planned = { startsAt: NOW + 10 * MINUTE_MS, endsAt: NOW + 40 * MINUTE_MS }
      await world.store.createSilence(silence(planned), NOW)
      await world.step(-5 * MINUTE_MS, { isKnown: true })
      assert.deepEqual([await world.after(14), await world.states()], [[], ['pending']])
      await world.after(2)
      await world.step(-HOUR_MS, { isKnown: false })
      const [first] = await world.report('inside')
      assert.equal(first?.deliveryCount, 0, 'though it had held nothing before')
      assert.deepEqual([await world.after(1), await world.states()], [[], ['active']])
      assert.deepEqual(await world.after(30), ['inside'])
    })

    it('a maintenance window goes on for its length, and occurs again when the clock comes to its begin', async () => {
      const world = await open()
      await world.store.createWindow(daily(0, { begins: '03:00', lastsMs: HOUR_MS }), NOW)
      await world.report('lag')
      await world.after(30)
      assert.deepEqual(await world.states(), ['pending', 'active'], 'the next one is tomorrow')

      await world.step(-2 * HOUR_MS, { isKnown: true })
      await world.report('locks')
      assert.deepEqual(await world.after(0), [])
      assert.deepEqual(await world.states(), ['pending', 'pending', 'active'])
      assert.deepEqual(await world.after(61), ['lag', 'locks'])
      assert.deepEqual(await world.after(35), [])
      await world.report('disk')
      assert.deepEqual(await world.after(10), [], 'it is under way once more')
    })

    for (const minutes of [0, 2]) {
      it(`one that has ended ${minutes} min ago stays so when the clock is set back`, async () => {
        const world = await open()
        const { id } = await world.store.createSilence(given(60, false), NOW)
        await world.store.createSilence(given(15, false), NOW)
        await world.report('before')
        await world.after(5)
        await world.store.endSilence(id, { now: world.now })
        assert.deepEqual(await world.after(11 + minutes), ['before'])

        await world.step(-HOUR_MS, { isKnown: true })
        assert.deepEqual(await world.states(), ['expired', 'expired'])
        await world.report('inside')
        assert.deepEqual(await world.after(0), ['inside'])
        assert.deepEqual(await world.states(), ['expired', 'expired'])
      })

      it(`one that the clock was ahead of for ${minutes} min begins in its time`, async () => {
        const world = await open()
        await world.store.createSilence(
          silence({ startsAt: NOW + 30 * MINUTE_MS, endsAt: NOW + 60 * MINUTE_MS }),
          NOW,
        )
        await world.store.createWindow(daily(3, { match: 'name=locks' }), NOW)
        await world.step(240 * HOUR_MS, { isKnown: true })
        await world.after(minutes)
        await world.step(-240 * HOUR_MS, { isKnown: true })

        await world.report('now')
        assert.deepEqual(await world.after(1), ['now'], 'neither has begun')
        await world.after(29)
        await world.report('lag')
        assert.deepEqual(await world.after(1), [])
        assert.deepEqual(await world.after(60), ['lag'])
        await world.after(90)
        await world.report('locks')
        assert.deepEqual(await world.after(1), [], 'the window has begun')
        assert.deepEqual(await world.after(120), ['locks'])
      })
    }

    it('an occurrence that was active and ended while the clock was ahead does not occur again that day', async () => {
      const world = await open()
      await world.store.createWindow(daily(3), NOW)
      await world.step(190 * MINUTE_MS, { isKnown: true })
      await world.report('ahead')
      assert.deepEqual(await world.after(1), [], 'it is active')
      assert.deepEqual(await world.after(120), ['ahead'])
      await world.step(-300 * MINUTE_MS, { isKnown: true })

      await world.after(175)
      await world.report('that day')
      assert.deepEqual(await world.after(1), ['that day'])
      await world.after(24 * 60)
      await world.report('the next day')
      assert.deepEqual(await world.after(1), [], 'the next one is active')
    })

    it('one that has ended stays so for a process that starts after the clock was set back', async () => {
      const world = await open()
      await world.store.createSilence(given(15, false), NOW)
      await world.after(16)
      await world.store.noteOpenTime({ now: world.now, steppedMs: 0 })
      await world.step(-HOUR_MS, { isKnown: false })
      await world.store.stepSilences({ now: world.now, stepMs: 0 })
      assert.deepEqual(await world.states(), ['expired'])
      await world.report('inside')
      assert.deepEqual(await world.after(0), ['inside'])
    })

    it('a window that is changed while the clock is ahead holds what it says since', async () => {
      const world = await open()
      const { id } = await world.store.createWindow(daily(3), NOW)
      await world.step(240 * HOUR_MS, { isKnown: true })
      await world.after(0)
      await world.store.changeWindow(id, { match: 'name=disk' }, { now: world.now })
      await world.step(-240 * HOUR_MS, { isKnown: true })
      await world.after(190)
      await world.report('lag')
      await world.report('disk')
      assert.deepEqual(await world.after(1), ['lag'])
    })

    it('a step that two nodes notice counts once', async () => {
      const world = await open()
      await world.store.createSilence(given(60), NOW)
      await world.step(HOUR_MS, { isKnown: true })
      await world.store.stepSilences({ now: world.now + 900, stepMs: HOUR_MS + 300 })
      const [shown] = await world.store.listSilences({ now: world.now }, { limit: 1 })
      assert.equal(shown?.endsAt, NOW + 2 * HOUR_MS)
    })

    it('what is due after a step is seen by an idle node', async () => {
      const world = await open()
      await world.store.createSilence(given(15), NOW)
      await world.store.createSilence(silence({ startsAt: NOW + MINUTE_MS }), NOW)
      assert.equal(await isHousekeepingDue(world.store, NOW), false)
      assert.equal(await isHousekeepingDue(world.store, NOW + MINUTE_MS), true, 'one begins')
      assert.equal(await isHousekeepingDue(world.store, NOW - HOUR_MS), true, 'one lies ahead')
    })
  })
}
