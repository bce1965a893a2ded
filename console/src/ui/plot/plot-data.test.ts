import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  durationBounds,
  durationMarks,
  isolatedPlaces,
  placeAfterKey,
  plainDurationMarks,
} from './plot-data.ts'

describe('the keys of a plot', () => {
  it('lead from place to place, and not beyond the ends', () => {
    assert.equal(placeAfterKey('ArrowLeft', 5, 60), 4)
    assert.equal(placeAfterKey('ArrowRight', 59, 60), 59)
    assert.equal(placeAfterKey('PageUp', 5, 60), 0)
    assert.equal(placeAfterKey('Home', 5, 60), 0)
    assert.equal(placeAfterKey('End', 5, 60), 59)
  })

  it('leave other keys to others', () => {
    for (const key of ['Tab', 'Escape', 'a', 'toString']) assert.equal(placeAfterKey(key, 5, 60), null)
  })
})

describe('isolatedPlaces', () => {
  it('finds the values that no line leads to', () => {
    assert.deepEqual(isolatedPlaces([5, null, 1, 2, null, 0, null, 7]), [0, 5, 7])
    assert.deepEqual(isolatedPlaces([1, 2, 3]), [])
    assert.deepEqual(isolatedPlaces([null, null]), [])
    assert.deepEqual(isolatedPlaces([4]), [0])
  })
})

describe('an axis of durations', () => {
  it('goes from mark to mark around what is shown', () => {
    assert.deepEqual(durationBounds([3, null, 450]), [1, 1_000])
    assert.deepEqual(durationBounds([20_000, 90_000]), [10_000, 600_000])
    assert.deepEqual(durationBounds([100, 100]), [100, 1_000])
  })

  it('has bounds where nothing is shown', () => {
    assert.deepEqual(durationBounds([null, null]), [1, 1_000])
  })

  it('has the marks within its bounds', () => {
    assert.deepEqual(durationMarks(10, 60_000), [10, 100, 1_000, 10_000, 60_000])
  })

  it('has few marks of round lengths where it is plain', () => {
    assert.deepEqual(plainDurationMarks(0), [0])
    assert.deepEqual(plainDurationMarks(4_000), [0, 1_000, 2_000, 3_000, 4_000])
    assert.deepEqual(plainDurationMarks(500_000), [0, 120_000, 240_000, 360_000, 480_000])
    assert.ok(plainDurationMarks(10 ** 12).length <= 6)
  })
})
