import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { divideQuota, type DueAts, dueUrgencies, mostUrgentDue, quotaPositionAfter } from './shares.ts'

const NOW = Date.parse('2026-09-14T03:00:00Z')
const [DUE, LATER] = [NOW - 1, NOW + 1]
const divide = (count: number, dueAts: DueAts, position = 0) =>
  divideQuota(count, { position, due: dueUrgencies(dueAts, NOW) })
const positionAfter = (count: number, dueAts: DueAts, position: number) =>
  quotaPositionAfter(count, { position, due: dueUrgencies(dueAts, NOW) })

describe('the turns of a webhook', () => {
  const cases: readonly (readonly [string, number, DueAts, ReturnType<typeof divide>])[] = [
    ['four, two and one of seven', 7, [DUE, null, DUE, DUE], { high: 4, normal: 2, low: 1 }],
    ['ends of high are high', 7, [null, DUE, DUE, DUE], { high: 4, normal: 2, low: 1 }],
    ['all to the only ones', 5, [null, null, null, DUE], { high: 0, normal: 0, low: 5 }],
    ['what is not due yet has none', 5, [LATER, null, null, DUE], { high: 0, normal: 0, low: 5 }],
    ['without high the normal', 7, [null, null, DUE, DUE], { high: 0, normal: 6, low: 1 }],
    ['without normal the high', 7, [DUE, null, null, DUE], { high: 6, normal: 0, low: 1 }],
    ['nothing', 7, [null, LATER, null, null], { high: 0, normal: 0, low: 0 }],
  ]
  for (const [name, count, dueAts, quota] of cases) {
    it(name, () => assert.deepEqual(divide(count, dueAts), quota))
  }

  it('taken one by one come to the same, from wherever they go on', () => {
    for (let begin = 0; begin < 7; begin += 1) {
      const total = { high: 0, normal: 0, low: 0 }
      let position = begin
      for (let index = 0; index < 21; index += 1) {
        const { high, normal, low } = divide(1, [DUE, DUE, DUE, DUE], position)
        total.high += high
        total.normal += normal
        total.low += low
        position = positionAfter(1, [DUE, DUE, DUE, DUE], position)
      }
      assert.deepEqual(total, { high: 12, normal: 6, low: 3 })
    }
  })

  it('begin with the most urgent, and again after a time in which there were no others', () => {
    assert.equal(positionAfter(1, [null, null, null, DUE], 3), 0)
    assert.equal(positionAfter(5, [DUE, null, null, DUE], 3), 1)
    assert.deepEqual(divide(1, [DUE, null, DUE, DUE]), { high: 1, normal: 0, low: 0 })
    assert.equal(mostUrgentDue([LATER, DUE, DUE, DUE], NOW), 1)
    assert.equal(mostUrgentDue([LATER, null, null, LATER], NOW), undefined)
  })
})
