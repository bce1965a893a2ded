import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseCeiling, isOver } from './memory-guard.ts'

const MB = 1024 ** 2
const GB = 1024 ** 3
/** What V8 adds for young objects. */
const YOUNG = 192 * MB

describe('chooseCeiling', () => {
  const cases = [
    {
      name: 'a large machine',
      heap: 4 * GB + YOUNG,
      machine: 24 * GB,
      constrained: 0,
      ceiling: 0.8 * 4 * GB,
    },
    {
      name: 'a heap limit of its own',
      heap: 512 * MB + YOUNG,
      machine: 24 * GB,
      constrained: 0,
      ceiling: 0.8 * 512 * MB,
    },
    {
      name: 'a container',
      heap: 512 * MB + YOUNG,
      machine: 24 * GB,
      constrained: 600 * MB,
      ceiling: 0.6 * 600 * MB,
    },
    {
      name: 'no container, as Linux says it',
      heap: GB + YOUNG,
      machine: 2 * GB,
      constrained: 2 ** 44,
      ceiling: 0.8 * GB,
    },
    { name: 'a heap limit beyond the machine', heap: 8 * GB, machine: GB, constrained: 0, ceiling: 0.6 * GB },
    {
      name: 'a small container',
      heap: 280 * MB,
      machine: 24 * GB,
      constrained: 512 * MB,
      ceiling: 0.8 * 140 * MB,
    },
  ]
  for (const { name, heap, machine, constrained, ceiling } of cases) {
    it(name, () => {
      const supply = { heapLimitBytes: heap, machineBytes: machine, constrainedBytes: constrained }
      assert.equal(chooseCeiling(supply), Math.floor(ceiling))
    })
  }
})

describe('isOver', () => {
  const reading = (usedBytes: number) => ({ usedBytes })

  it('is over above the ceiling, and stays so until there is some room below it', () => {
    assert.equal(isOver(reading(100), 100, false), false)
    assert.equal(isOver(reading(101), 100, false), true)
    assert.equal(isOver(reading(95), 100, true), true)
    assert.equal(isOver(reading(90), 100, true), false)
  })
})
