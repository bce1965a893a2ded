import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { HeaderPairs } from './outcome.ts'
import { askedDelayMs, parseRetryAfter } from './retry-after.ts'

/** A Monday. */
const NOW = Date.parse('2026-09-14T03:00:00Z')

describe('parseRetryAfter', () => {
  const cases: readonly (readonly [string, number | undefined])[] = [
    ['0', 0],
    ['120', 120_000],
    ['  7 ', 7_000],
    ['1.5', 1_500],
    ['Mon, 14 Sep 2026 03:00:30 GMT', 30_000],
    ['Monday, 14-Sep-26 03:00:30 GMT', 30_000],
    ['Mon Sep 14 03:00:30 2026', 30_000],
    ['Tue Sep  1 03:00:30 2026', 0],
    ['Mon, 14 Sep 2026 03:00:30 UTC', 30_000],
    ['Mon, 14 Sep 2026 03:00:30 +0000', 30_000],
    ['mon, 14 sep 2026 03:00:30 gmt', 30_000],
    ['Thu, 31 Dec 2026 23:59:60 GMT', Date.parse('2027-01-01T00:00:00Z') - NOW],
    ['Sun, 13 Sep 2026 03:00:00 GMT', 0],
    ['Friday, 14-Sep-80 03:00:00 GMT', 0],
    ['Wed, 31 Feb 2027 03:00:00 GMT', undefined],
    ['Mon, 14 Sep 2026 25:00:00 GMT', undefined],
    ['Mon, 14 Foo 2026 03:00:30 GMT', undefined],
    ['-5', undefined],
    ['1e9', undefined],
    ['0x10', undefined],
    ['soon', undefined],
    ['', undefined],
    ['9'.repeat(400), undefined],
    ['2026-09-14T03:00:30Z', 30_000],
    ['2026-09-14T05:00:30.5+02:00', 30_500],
    ['2026-09-14T03:00:30', 30_000],
    ['2026-09-14', undefined],
  ]
  for (const [text, expected] of cases) {
    it(`reads ${JSON.stringify(text.slice(0, 40))} as ${expected}`, () => {
      assert.equal(parseRetryAfter(text, NOW), expected)
    })
  }
})

describe('askedDelayMs', () => {
  it('reads retry_after of Slack and Discord and parameters.retry_after of Telegram in the body of a 429', () => {
    assert.equal(asked(429, '{"retry_after":1,"ok":false,"error":"rate_limited"}'), 1_000)
    assert.equal(asked(429, '{"message":"slow down","retry_after":0.6421,"global":false}'), 643)
    assert.equal(asked(429, '{"ok":false,"error_code":429,"parameters":{"retry_after":35}}'), 35_000)
    assert.equal(asked(429, '{"retry_after":"12"}'), 12_000)
  })

  it('reads the body of a 429 only', () => {
    assert.equal(asked(503, '{"retry_after":1}'), 0)
    assert.equal(asked(200, '{"retry_after":1}'), 0)
  })

  it('reads the X-RateLimit-Reset-After of Discord, on a 429 only', () => {
    assert.equal(asked(429, '', [['x-ratelimit-reset-after', '0.42']]), 420)
    assert.equal(asked(429, '', [['X-RateLimit-Reset-After', ' 3 ']]), 3_000)
    assert.equal(asked(429, '', [['X-RateLimit-Reset-After', 'soon']]), 0)
    assert.equal(asked(503, '', [['X-RateLimit-Reset-After', '3']]), 0)
  })

  const LIMITS: readonly (readonly [name: string, value: string, ms: number])[] = [
    ['RateLimit-Reset', '30', 30_000],
    ['RateLimit', '"default";r=0;t=30', 30_000],
    ['RateLimit', '"burst";r=0;t=2, "daily";r=0;t=40', 40_000],
    ['RateLimit', 'limit=100, remaining=0, reset=50', 50_000],
    ['RateLimit', '"t=5";r=0', 0],
    ['X-RateLimit-Reset', String(NOW / 1_000 + 60), 60_000],
    ['X-RateLimit-Reset', String(NOW + 70_000), 70_000],
    ['X-RateLimit-Reset', '80', 80_000],
    ['X-RateLimit-Reset', String(NOW / 1_000 - 60), 0],
    ['x-ratelimit-reset', '2026-09-14T03:01:30Z', 90_000],
    ['X-RateLimit-Reset', 'soon', 0],
  ]
  for (const [name, value, ms] of LIMITS) {
    it(`reads ${name}: ${value} on a 429, and only there`, () => {
      assert.equal(asked(429, '', [[name, value]]), ms)
      assert.equal(asked(503, '', [[name, value]]), 0)
    })
  }

  it('takes the longest of headers and body', () => {
    assert.equal(
      asked(429, '{"retry_after":64.5}', [
        ['Retry-After', '2'],
        ['X-RateLimit-Reset-After', '70.1'],
      ]),
      70_100,
    )
    assert.equal(asked(429, '{"retry_after":64.5}', [['Retry-After', '2']]), 64_500)
    assert.equal(asked(429, '{"retry_after":1}', [['Retry-After', '90']]), 90_000)
  })

  it('passes over what is no delay', () => {
    for (const body of [
      '',
      'retry_after',
      '[]',
      'null',
      '{"retry_after":-5}',
      '{"retry_after":null}',
      '{"retry_after":"soon"}',
      '{"retry_after":1e999}',
      '{"parameters":"retry_after"}',
      '{"__proto__":{"retry_after":5}}',
    ]) {
      assert.equal(asked(429, body), 0, body)
    }
  })

  it('does not trust a body that was cut', () => {
    const response = { status: 429, headers: [], body: '{"retry_after":5}', bodyTruncated: true }

    assert.equal(askedDelayMs(response, NOW), 0)
  })
})

describe('whatever a receiver says', () => {
  const isDelay = (ms: number) => Number.isFinite(ms) && ms >= 0
  const now = fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59Z') })
  const nearlyDate = fc
    .array(
      fc.constantFrom(
        ...'Mon Monday Sep Feb , - : 14 31 00 99 60 2026 0000 26 03:00:30 23:59:60 GMT +0000'.split(' '),
        ' ',
      ),
      { maxLength: 14 },
    )
    .map((parts) => parts.join(''))
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    nearlyDate,
    fc
      .tuple(fc.nat({ max: 99 }), fc.constantFrom('Feb', 'Sep'), fc.nat({ max: 9999 }), fc.nat({ max: 99 }))
      .map(
        ([day, month, year, hour]) =>
          `Mon, ${day} ${month} ${String(year).padStart(4, '0')} ${String(hour).padStart(2, '0')}:00:00 GMT`,
      ),
    fc.double().map(String),
    fc.bigInt().map(String),
    fc
      .date()
      .filter((date) => !Number.isNaN(date.getTime()))
      .map((date) => date.toUTCString()),
  )

  it('a header is a delay or nothing', () => {
    fc.assert(
      fc.property(text, now, (text, now) => {
        const delayMs = parseRetryAfter(text, now)
        assert.ok(delayMs === undefined || isDelay(delayMs), `${text}: ${delayMs}`)
      }),
      { numRuns: 1_000 },
    )
  })

  it('a date that HTTP writes is read to the second', () => {
    const instant = fc.integer({
      min: Date.parse('1900-01-01T00:00:00Z') / 1000,
      max: Date.parse('9999-12-31T23:59:59Z') / 1000,
    })
    fc.assert(
      fc.property(instant, now, (seconds, now) => {
        const text = new Date(seconds * 1000).toUTCString()
        assert.equal(parseRetryAfter(text, now), Math.max(0, seconds * 1000 - now), text)
      }),
    )
  })

  it('a response asks for a delay that is finite and not negative', () => {
    const value = fc.oneof(
      fc.double(),
      fc.constantFrom(1e308, -1, Infinity),
      text,
      fc.jsonValue({ maxDepth: 1 }),
    )
    const body = fc.oneof(
      value.map((value) => JSON.stringify({ retry_after: value })),
      value.map((value) => JSON.stringify({ parameters: { retry_after: value } })),
      // Written as JSON would not write it: Infinity, text without quotes.
      value.map((value) => `{"retry_after":${typeof value === 'object' ? 'null' : String(value)}}`),
      fc.json().map((json) => `${json}retry_after`),
      text,
    )
    const header = fc.option(
      text.map((text) => ['rEtRy-AfTeR', text] as const),
      { nil: undefined },
    )
    fc.assert(
      fc.property(fc.constantFrom(200, 429, 503), body, header, now, (status, body, header, now) => {
        const headers = header ? [header] : []
        const delayMs = askedDelayMs({ status, headers, body, bodyTruncated: false }, now)
        assert.ok(isDelay(delayMs), `${body}: ${delayMs}`)
      }),
      { numRuns: 1_000 },
    )
  })
})

function asked(status: number, body: string, headers: HeaderPairs = []): number {
  return askedDelayMs({ status, headers, body, bodyTruncated: false }, NOW)
}
