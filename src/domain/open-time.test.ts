import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NOW } from '../../test/support/build.ts'
import { ABSENCE_KEPT_MS, ABSENCE_MS_MIN, ABSENCES_MAX, absentSince, afterNote } from './open-time.ts'
import type { OpenTime } from './open-time.ts'

const open = (given: Partial<OpenTime> = {}): OpenTime => ({ openUntil: NOW, absences: [], ...given })
const note = (before: OpenTime | undefined, ms: number, steppedMs = 0) =>
  afterNote(before, { now: NOW + ms, steppedMs })

describe('the time in which reports could come in', () => {
  it('begins with the first note', () => {
    assert.deepEqual(note(undefined, 5), open({ openUntil: NOW + 5 }))
  })

  it('goes on from note to note, and through what may be a busy moment', () => {
    assert.deepEqual(note(open(), ABSENCE_MS_MIN - 1), open({ openUntil: NOW + ABSENCE_MS_MIN - 1 }))
  })

  it('does not count what is longer: whatever was the reason, promises of before have so much more time', () => {
    const after = note(open(), 60_000)

    assert.deepEqual(after, { openUntil: NOW + 60_000, absences: [{ until: NOW + 60_000, ms: 60_000 }] })
    assert.deepEqual([absentSince(after, NOW), absentSince(after, NOW + 60_000)], [60_000, 0])
  })

  it('does not count a step of the clock, however short; with an absence once', () => {
    assert.equal(absentSince(note(open(), 4_000, 3_000), NOW), 3_000)
    assert.equal(absentSince(note(open(), 60_000, 3_000), NOW), 60_000)
  })

  it('knows of a step that another node has noted, but not that it was the only one', () => {
    assert.equal(absentSince(note(open(), 4_000, 3_600_000), NOW), 4_000)
  })

  it('counts a short step that another node may have taken for a busy moment', () => {
    assert.equal(absentSince(note(note(open(), 4_000), 4_500, 3_000), NOW), 3_000)
  })

  it('gives back what an absence gave when the clock is set back', () => {
    const jumped = note(note(open(), 20_000), 3_620_000, 3_600_000)
    const back = note(jumped, 20_500, -3_600_000)

    assert.equal(back.openUntil, NOW + 20_500)
    // Half a second had passed since the last note.
    assert.deepEqual([absentSince(jumped, NOW), absentSince(back, NOW)], [3_620_000, 20_500])
    assert.equal(absentSince(back, NOW + 20_500), 0)
  })

  it('gives back once what several nodes have noticed', () => {
    const jumped = note(open(), 3_600_000, 3_600_000)
    const back = note(note(jumped, 3_560_000, -40_000), 3_557_500, -43_000)

    assert.equal(absentSince(back, NOW), 3_557_500)
  })

  it('stays as it is for a node whose clock is a little behind', () => {
    assert.deepEqual(note(open(), -500), open())
  })

  it('adds up, tells apart a number of absences, and forgets old ones', () => {
    let openTime = open()
    for (let at = 1; at <= ABSENCES_MAX + 1; at += 1) openTime = note(openTime, at * 20_000)

    assert.equal(openTime.absences.length, ABSENCES_MAX)
    assert.equal(absentSince(openTime, NOW), (ABSENCES_MAX + 1) * 20_000)
    assert.equal(absentSince(openTime, NOW + 40_000), (ABSENCES_MAX - 1) * 20_000)
    const later = note(openTime, ABSENCE_KEPT_MS + 100_000)
    assert.ok(later.absences.every(({ until }) => until > NOW + 100_000))
  })
})
