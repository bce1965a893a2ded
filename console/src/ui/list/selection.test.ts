import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EVERYTHING, isTicked, NOTHING, toggle, toggleShown, type Selection } from './selection.ts'

const shown = [50, 40, 30, 20, 10]

function ticked(selection: Selection): readonly number[] {
  return shown.filter((id) => isTicked(selection, id))
}

describe('a selection', () => {
  it('takes in one entry after the other, and leaves them again', () => {
    const one = toggle(NOTHING, 40, { shown, isRange: false })
    const two = toggle(one, 10, { shown, isRange: false })

    assert.deepEqual(ticked(two), [40, 10])
    assert.deepEqual(ticked(toggle(two, 40, { shown, isRange: false })), [10])
  })

  it('takes in a range in both directions, and leaves one', () => {
    const one = toggle(NOTHING, 20, { shown, isRange: false })
    const range = toggle(one, 40, { shown, isRange: true })
    assert.deepEqual(ticked(range), [40, 30, 20])

    const after = toggle(toggle(range, 30, { shown, isRange: false }), 20, { shown, isRange: true })
    assert.deepEqual(ticked(after), [40])
  })

  it('begins a range at the entry itself if the last one is not shown any more', () => {
    const one = toggle(NOTHING, 99, { shown, isRange: false })

    assert.deepEqual(ticked(toggle(one, 30, { shown, isRange: true })), [30])
  })

  it('takes in all that are shown, and leaves them if all are in', () => {
    const all = toggleShown(toggle(NOTHING, 40, { shown, isRange: false }), shown)

    assert.deepEqual(ticked(all), shown)
    assert.deepEqual(ticked(toggleShown(all, shown)), [])
  })

  it('goes back from everything to what is shown, without the one', () => {
    assert.deepEqual(ticked(EVERYTHING), shown)
    const less = toggle(EVERYTHING, 30, { shown, isRange: false })

    assert.deepEqual(ticked(less), [50, 40, 20, 10])
    assert.equal(less.isEverything, false)
  })
})
