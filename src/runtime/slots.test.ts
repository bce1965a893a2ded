import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Slots } from './slots.ts'

describe('Slots', () => {
  it('keep what was added until it is taken, once', () => {
    const slots = new Slots<string>()
    const first = slots.add('first')
    const second = slots.add('second')

    assert.equal(slots.take(first), 'first')
    assert.equal(slots.take(first), undefined)
    assert.deepEqual([slots.size, slots.all()], [1, ['second']])
    assert.equal(slots.take(second), 'second')
    assert.equal(slots.take(99), undefined)
  })

  it('use numbers again, so that they hold no more than were there at once', () => {
    const slots = new Slots<number>()
    const numbers = new Set<number>()
    const here: number[] = []
    for (let index = 0; index < 1_000; index += 1) {
      here.push(slots.add(index))
      numbers.add(here.at(-1) ?? -1)
      if (here.length === 10) assert.equal(slots.take(here.shift() ?? -1), index - 9)
    }

    assert.equal(numbers.size, 10)
    assert.equal(slots.size, 9)
  })
})
