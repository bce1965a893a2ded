import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alert, NOW } from '../../../test/support/build.ts'
import { finish } from '../steps.ts'
import { SILENCE_CHECK_MS_MAX, SilenceCheck, Silences } from './silences.ts'

const HEAVY = String.raw`(?:.?){190}b`
const silence = (id: number, match: string) => ({
  id,
  match,
  matchOwner: 'token 1',
  webhookIds: null,
  jobs: 'hold' as const,
  startsAt: NOW - 1,
  endsAt: NOW + 1000,
  hasBegun: true,
})
const labelled = (x: string) => alert({ state: 'high', details: { labels: { x } } })

describe('a check of the silences of alerts', () => {
  it('says of each alert which silences cover it', () => {
    const silences = new Silences([silence(7, 'label.x=a')])
    const check = new SilenceCheck(silences, { now: NOW, monotonic: () => 0 })

    assert.deepEqual(finish(check.atEach([labelled('a'), labelled('b')])), [
      { silencedBy: [7], areAllSeen: true },
      { silencedBy: [], areAllSeen: true },
    ])
  })

  it('says that it could not read all of an alert where a silence is above the budget', () => {
    const above = Array.from({ length: 9 }, (_, id) => silence(id + 1, `label.x!~"${HEAVY}${id}"`))
    const check = new SilenceCheck(new Silences(above), { now: NOW, monotonic: () => 0 })

    assert.deepEqual(check.at(labelled('a'.repeat(400))), { silencedBy: [], areAllSeen: false })
    assert.equal(check.at(labelled('a')).areAllSeen, true)
  })

  it('looks no more when its time is over, and says so of all alerts that are left', () => {
    let now = 0
    const silences = new Silences([silence(7, 'label.x=a')])
    const check = new SilenceCheck(silences, {
      now: NOW,
      monotonic: () => (now += SILENCE_CHECK_MS_MAX / 2 + 1),
    })

    const seen = [1, 2, 3, 4].map(() => check.at(labelled('a')))
    assert.deepEqual(
      seen.map(({ areAllSeen }) => areAllSeen),
      [true, true, false, false],
    )
    assert.deepEqual(seen[2]?.silencedBy, [])
    assert.equal(check.at({ ...labelled('a'), state: 'cleared' }).areAllSeen, true)
  })
})
