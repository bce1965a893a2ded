import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import {
  DURATION_PATTERN,
  formatBytes,
  formatDuration,
  formatRate,
  formatSchedule,
  parseBytes,
  parseDuration,
  parseRate,
  parseSchedule,
  SCHEDULE_ATTEMPTS_MAX,
} from './spelling.ts'

describe('spellings of durations, sizes, schedules and rates', () => {
  it('reads durations', () => {
    const given = ['0', '250ms', '15s', '1.5m', '2h', '30d', '1w', '1h30m', '2w1d', '1s500ms']

    assert.deepEqual(
      given.map(parseDuration),
      [0, 250, 15_000, 90_000, 7_200_000, 2_592_000_000, 604_800_000, 5_400_000, 1_296_000_000, 1_500],
    )
    assert.ok(given.every((text) => new RegExp(DURATION_PATTERN).test(text)))
    assert.deepEqual(
      ['1w', '1h30m'].map((text) => formatDuration(parseDuration(text))),
      ['7d', '90m'],
    )
  })

  it('reads sizes', () => {
    assert.deepEqual(['512', '16kb', '4MB', '1gb'].map(parseBytes), [512, 16_384, 4_194_304, 1_073_741_824])
  })

  it('reads schedules with repeats', () => {
    assert.deepEqual(parseSchedule('0s, 5s,1m*3'), [0, 5_000, 60_000, 60_000, 60_000])
  })

  for (const text of [
    '',
    '5',
    '-5s',
    '5 s',
    's',
    '1e3s',
    '5S',
    '99999999999s',
    '30m1h',
    '1h1h',
    '1h30',
    '1h 30m',
    'x1h',
  ]) {
    it(`refuses the duration "${text}"`, () => assert.throws(() => parseDuration(text), /not a duration/))
  }

  for (const text of ['', '-1', '1.5kb', 'kb', '1tb']) {
    it(`refuses the size "${text}"`, () => assert.throws(() => parseBytes(text), /not a size/))
  }

  it('writes a duration in a way that reads back to the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), (ms) => parseDuration(formatDuration(ms)) === ms),
    )
  })

  it('reads rates', () => {
    assert.deepEqual(parseRate('20/1m'), { count: 20, intervalMs: 60_000 })
  })

  for (const text of ['', '20', '0/1s', '1/', '1/0s', '1/2d', '-1/1s', '1.5/1s', '1/s']) {
    it(`refuses the rate "${text}"`, () => assert.throws(() => parseRate(text), /not a|must be/))
  }

  it('writes rates and sizes in a way that reads back to the same', () => {
    const count = fc.integer({ min: 1, max: 999_999 })
    const intervalMs = fc.integer({ min: 1, max: 86_400_000 })
    fc.assert(
      fc.property(count, intervalMs, (count, intervalMs) =>
        assert.deepEqual(parseRate(formatRate({ count, intervalMs })), { count, intervalMs }),
      ),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), (bytes) => parseBytes(formatBytes(bytes)) === bytes),
    )
  })

  it('writes a schedule with equal neighbours once, in a way that reads back to the same', () => {
    assert.equal(formatSchedule([0, 5_000, 7_200_000, 7_200_000, 5_000]), '0s,5s,2h*2,5s')
    const delays = fc.array(fc.constantFrom(0, 1, 250, 1_500, 60_000, 604_800_000), {
      minLength: 1,
      maxLength: 99,
    })
    fc.assert(
      fc.property(delays, (delaysMs) =>
        assert.deepEqual(parseSchedule(formatSchedule([0, ...delaysMs])), [0, ...delaysMs]),
      ),
    )
  })

  it('reads any text as a schedule that can be kept and written back, or says what is wrong with it', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '0',
        '0s',
        ',',
        '*',
        ' ',
        '5s',
        '1.5m',
        '250ms',
        '2h',
        '7d',
        '8d',
        '*3',
        '*99',
        '*0',
        '.5s',
        '1e3s',
      ),
      fc.string({ maxLength: 3 }),
    )
    const text = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      fc.array(piece, { maxLength: 8 }).map((pieces) => ['0s', ...pieces].join(',')),
      fc.string({ unit: 'binary' }),
    )
    const part = fc.tuple(
      fc.oneof(
        fc.constantFrom('0s', '0', '5s', '1.5m', '250ms', '2h', '7d', '8d', '604800s'),
        fc.nat({ max: 99_999 }).map((thousandths) => `${thousandths / 1000}s`),
      ),
      fc.constantFrom('', '', '*1', '*3', '*99', '*100'),
      fc.constantFrom('', '', ' '),
    )
    const nearly = fc
      .array(
        part.map((parts) => parts.join('')),
        { maxLength: 6 },
      )
      .map((parts) => ['0s', ...parts].join(','))
    let readCount = 0
    fc.assert(
      fc.property(fc.oneof(text, nearly), (text) => {
        const delaysMs = readOrRefuse(text)
        if (delaysMs === undefined) return
        readCount += 1
        assert.ok(delaysMs.length >= 1 && delaysMs.length <= SCHEDULE_ATTEMPTS_MAX)
        assert.equal(delaysMs[0], 0)
        for (const delay of delaysMs)
          assert.ok(Number.isSafeInteger(delay) && delay >= 0 && delay <= 7 * 86_400_000)
        const written = formatSchedule(delaysMs)
        assert.deepEqual(parseSchedule(written), delaysMs)
        assert.equal(formatSchedule(parseSchedule(written)), written)
        for (const [index, run] of written.split(',').entries()) {
          assert.notEqual(run.split('*')[0], written.split(',')[index - 1]?.split('*')[0], written)
        }
      }),
      { numRuns: 2_000 },
    )
    assert.ok(readCount > 100, `only ${readCount} texts were schedules`)
  })
})

/** The delays; undefined, and a sentence that completes "X …", if the text is no schedule. */
function readOrRefuse(text: string): readonly number[] | undefined {
  try {
    return parseSchedule(text)
  } catch (error) {
    assert.match((error as Error).message, /^(is|has) /)
    return undefined
  }
}
