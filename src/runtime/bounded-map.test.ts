import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BoundedMap } from './bounded-map.ts'

describe('BoundedMap', () => {
  it('what was set longest ago makes room', () => {
    const map = new BoundedMap<string, number>(2)
    map.set('a', 1)
    map.set('b', 2)
    map.set('a', 3)
    map.set('c', 4)

    assert.deepEqual([map.get('a'), map.get('b'), map.get('c'), map.size], [3, undefined, 4, 2])
  })

  it('by rank the lowest makes room, of several the one set longest ago', () => {
    const map = new BoundedMap<string, number>(3, { rankOf: (value) => value })
    for (const [key, value] of [
      ['a', 2],
      ['b', 1],
      ['c', 1],
      ['d', 5],
    ] as const)
      map.set(key, value)

    assert.deepEqual([...map.values()], [2, 1, 5])
  })

  it('where nothing may go nothing is added, and what is there can still be set', () => {
    const map = new BoundedMap<string, number>(1, { rankOf: () => Infinity })

    assert.equal(map.set('a', 1), true)
    assert.equal(map.set('b', 1), false)
    assert.equal(map.set('a', 2), true)
    assert.deepEqual([map.get('a'), map.get('b')], [2, undefined])
  })

  it('tells what made room, and not what was replaced or taken out', () => {
    const dropped: unknown[] = []
    const map = new BoundedMap<string, number>(2, { onDropped: (key, value) => dropped.push([key, value]) })
    map.set('a', 1)
    map.set('b', 2)
    map.set('a', 3)
    map.set('c', 4)
    map.delete('a')
    map.clear()

    assert.deepEqual(dropped, [['b', 2]])
    assert.equal(map.size, 0)
  })
})
