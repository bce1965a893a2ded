import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { webhook } from '../../test/support/build.ts'
import { MATCH_STEPS_MAX, OWNER_MATCH_STEPS_MAX, stepsAtMost } from './matching/match-budget.ts'
import { stepsOfWebhooks } from './routing/matching.ts'
import { fittingWithin, matchRowsOf, sumRows, WRITES_MAX } from './write-weight.ts'

const HEAVY = String.raw`(?:.?){190}b`

describe('the weight of patterns', () => {
  it('is what they take at most for one event, no owner more than its share', () => {
    const owned = (matchOwner: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({ match: `label.x=~"${HEAVY}${index}"`, matchOwner }))

    assert.equal(stepsAtMost([{ match: 'label.x=~"a|b"', matchOwner: 'token 1' }]), 0)
    assert.equal(stepsAtMost(owned('token 1', 9)), OWNER_MATCH_STEPS_MAX)
    assert.equal(stepsAtMost([...owned('token 1', 9), ...owned('token 2', 9)]), 2 * OWNER_MATCH_STEPS_MAX)
  })

  it('leaves one report in a transaction where all of the budget is used, and nearly all where none is', () => {
    const full = sumRows(matchRowsOf({ webhooks: MATCH_STEPS_MAX, silences: MATCH_STEPS_MAX }))
    assert.equal(fittingWithin(WRITES_MAX, full), 1)
    assert.equal(sumRows(matchRowsOf({ webhooks: 600_000, silences: 60_000 })), 110)
    assert.equal(fittingWithin(WRITES_MAX, sumRows(matchRowsOf({ webhooks: 0, silences: 0 }))), WRITES_MAX)
  })

  it('is found out once for each list of webhooks', () => {
    const list = [webhook({ match: `label.x=~"${HEAVY}"` })]
    assert.equal(stepsOfWebhooks(list), stepsOfWebhooks(list))
    assert.ok(stepsOfWebhooks(list) > 100_000)
  })
})
