import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
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
    ['2026-09-14T03:00:30Z', undefined],
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
    const answer = { status: 429, headers: [], body: '{"retry_after":5}', bodyTruncated: true }

    assert.equal(askedDelayMs(answer, NOW), 0)
  })
})

function asked(status: number, body: string, headers: HeaderPairs = []): number {
  return askedDelayMs({ status, headers, body, bodyTruncated: false }, NOW)
}
