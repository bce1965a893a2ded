import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { delaysOf, needlessIn, stateAt, type Track } from '../../tools/prove/chain/tracks.ts'
import { verdictOn } from '../../tools/prove/chain/verdict.ts'

/** On at the first moment, off at the second, and so on. */
const track = (...moments: readonly number[]): Track =>
  moments.map((at, index) => ({ at, isOn: index % 2 === 0 }))

const MINUTE = 60_000

describe('what the chain holds against the truth', () => {
  it('is the time until a change was told, or until the truth changed again', () => {
    const delays = delaysOf(track(10, 50, 100, 120), track(13, 58), 200)

    assert.deepEqual(
      delays.map(({ ms, isOvertaken }) => [ms, isOvertaken]),
      [
        [3, false],
        [8, false],
        [20, true],
        [0, false],
      ],
    )
    assert.deepEqual([stateAt(track(10, 50), 9), stateAt(track(10, 50), 10)], [false, true])
  })

  it('is a clear while it lasted, until it was told again or was over', () => {
    const truth = track(10, 100)

    assert.deepEqual(needlessIn(truth, track(12, 40, 55, 103), 200), [{ at: 40, ms: 15, isClear: true }])
    assert.deepEqual(needlessIn(truth, track(12, 40), 200), [{ at: 40, ms: 60, isClear: true }])
    assert.deepEqual(needlessIn(truth, track(12, 103), 200), [])
  })

  it('is broken by an end that is not told while others live, and may wait for the promise if nobody said it', () => {
    const truth = new Map([['a', track(0, 10 * MINUTE)]])
    const bounds = { livesMs: 150_000, unsaidMs: 300_000, needlessMs: 150_000 }
    const timeline = { truth, some: [], nobody: [], until: 20 * MINUTE, bounds }
    const received = (clearAt: number) => ({
      title: 'x',
      tracks: new Map([['a', track(5_000, clearAt)]]),
      extraMs: 0,
      isStrict: true,
    })
    const late = 10 * MINUTE + 200_000

    assert.deepEqual(verdictOn(received(10 * MINUTE + 100_000), timeline).broken, [])
    assert.match(
      verdictOn(received(late), timeline).broken.join(),
      /x: a ended at 00:10:00 and was not told for 200\.0 s/,
    )
    const down = [{ from: 10 * MINUTE - 1_000, until: 10 * MINUTE + 4_000 }]
    assert.deepEqual(verdictOn(received(late), { ...timeline, nobody: down }).broken, [])
    assert.match(
      verdictOn(received(5 * MINUTE), timeline).broken.join(),
      /was told as over at 00:05:00 .* and was not/,
    )
  })

  it('is broken by a raise that is not told, and waits a minute longer for one that no replica was there to say', () => {
    const truth = new Map([['a', track(10 * MINUTE)]])
    const bounds = { livesMs: 0, unsaidMs: 0, needlessMs: 0 }
    const down = [{ from: 10 * MINUTE - 1_000, until: 10 * MINUTE + 4_000 }]
    const brokenBy = (delayMs: number, nobody: typeof down) =>
      verdictOn(
        {
          title: 'x',
          tracks: new Map([['a', track(10 * MINUTE + delayMs)]]),
          extraMs: 0,
          isStrict: true,
        },
        { truth, some: nobody, nobody, until: 20 * MINUTE, bounds },
      ).broken

    assert.deepEqual(brokenBy(20_000, []), [])
    assert.match(brokenBy(22_000, []).join(), /a began at 00:10:00 and was not told for 22\.0 s/)
    assert.deepEqual(brokenBy(80_000, down), [])
    assert.match(brokenBy(95_000, down).join(), /not told for 95\.0 s/)
  })
})
