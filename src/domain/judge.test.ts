import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { judge } from './judge.ts'
import type { HeaderPairs, NoAnswerReason, Reply } from './outcome.ts'

const NOW = Date.parse('2026-09-14T03:00:00Z')

describe('judge', () => {
  const cases: readonly (readonly [string, Reply, object])[] = [
    ['accepts 200', response(200), { kind: 'accept', reason: 'HTTP 200' }],
    ['accepts 204', response(204), { kind: 'accept' }],
    ['accepts 299', response(299), { kind: 'accept' }],
    ['retries 408 soon', response(408), { kind: 'retry', slow: false, askedMs: 0 }],
    ['retries 425 soon', response(425), { kind: 'retry', slow: false }],
    ['retries 429 soon', response(429), { kind: 'retry', slow: false, reason: 'HTTP 429' }],
    ['retries 500 soon', response(500), { kind: 'retry', slow: false, reason: 'HTTP 500' }],
    ['retries 599 soon', response(599), { kind: 'retry', slow: false }],
    ['retries an unheard-of status soon', response(777), { kind: 'retry', slow: false }],
    ['retries a final answer of the 1xx kind soon', response(199), { kind: 'retry', slow: false }],
    ['retries 400 slowly', response(400), { kind: 'retry', slow: true, askedMs: 0 }],
    ['retries 401 slowly: a token may be mended', response(401), { kind: 'retry', slow: true }],
    ['retries 404 slowly', response(404), { kind: 'retry', slow: true, reason: 'HTTP 404' }],
    ['retries 499 slowly', response(499), { kind: 'retry', slow: true }],
    ['retries 304 slowly', response(304), { kind: 'retry', slow: true }],
    ['refuses at 410 and has the webhook disabled', response(410), { kind: 'refuse', disableWebhook: true }],
    [
      'honours Retry-After on 503',
      response(503, [['Retry-After', '120']]),
      { kind: 'retry', askedMs: 120_000, slow: false, reason: 'HTTP 503, asked to wait 120 s' },
    ],
    [
      'honours Retry-After on 429, whatever its case',
      response(429, [['retry-AFTER', 'Mon, 14 Sep 2026 03:01:00 GMT']]),
      { kind: 'retry', askedMs: 60_000 },
    ],
    [
      'passes over Retry-After on 500',
      response(500, [['Retry-After', '120']]),
      { kind: 'retry', askedMs: 0 },
    ],
  ]
  for (const [name, reply, expected] of cases) {
    it(name, () => assert.partialDeepStrictEqual(judge(reply, NOW), expected))
  }

  it('names the new address of a redirect, without its query and user information', () => {
    const reply = response(301, [['Location', 'https://bob:secret@new.example/hook?token=secret#x']])

    assert.deepEqual(judge(reply, NOW), {
      kind: 'retry',
      reason:
        'HTTP 301: moved to https://new.example/hook; redirects are not followed, change the URL of the webhook',
      askedMs: 0,
      slow: true,
    })
  })

  it('cuts a redirect address that would fill the screen', () => {
    const { reason } = judge(response(302, [['Location', `/${'x'.repeat(5_000)}`]]), NOW)

    assert.ok(reason.length < 400)
  })

  const reasons: readonly (readonly [NoAnswerReason, boolean])[] = [
    ['timeout', false],
    ['refused', false],
    ['reset', false],
    ['dns', false],
    ['tls', false],
    ['proxy', false],
    ['protocol', false],
    ['cancelled', false],
    ['blocked', true],
  ]
  for (const [reason, slow] of reasons) {
    it(`retries ${slow ? 'slowly' : 'soon'} when the reason is ${reason}`, () => {
      const reply: Reply = { kind: 'no-response', reason, detail: 'words', timing: { totalMs: 1 } }

      assert.deepEqual(judge(reply, NOW), { kind: 'retry', reason: 'words', askedMs: 0, slow })
    })
  }

  it('has an outcome for every status and any headers and body', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999 }),
        fc.array(fc.tuple(fc.constantFrom('Retry-After', 'Location', 'X'), fc.string())),
        fc.oneof(fc.string(), fc.json()),
        (status, headers, body) => {
          const outcome = judge(response(status, headers, body), NOW)
          assert.ok(outcome.reason.length > 0)
          if (outcome.kind === 'retry') assert.ok(Number.isFinite(outcome.askedMs) && outcome.askedMs >= 0)
          assert.equal(outcome.kind === 'accept', status >= 200 && status <= 299)
          assert.equal(outcome.kind === 'refuse', status === 410)
        },
      ),
    )
  })
})

function response(status: number, headers: HeaderPairs = [], body = ''): Reply {
  return { kind: 'response', answer: { status, headers, body, bodyTruncated: false }, timing: { totalMs: 1 } }
}
