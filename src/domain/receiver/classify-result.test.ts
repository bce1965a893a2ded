import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { ResponseRule } from './response-rule.ts'
import { classifyResult, type ResponseSettings } from './classify-result.ts'
import type { FailureKind, HeaderPairs, NoResponseReason, RequestResult } from './outcome.ts'

const NOW = Date.parse('2026-09-14T03:00:00Z')
/** It takes any 2xx, at one address. */
const ANY: ResponseSettings = { rule: null, urlHasMarkers: false }

interface Failure {
  readonly rule: ResponseRule
  readonly headers?: HeaderPairs
  readonly body: string
  readonly reason: string
  readonly failure?: FailureKind
  readonly askedMs?: number
  readonly slow?: boolean
}

const OK_IS_TRUE: ResponseRule = [{ kind: 'json', member: 'ok', equals: true }]

const FAILED_INSIDE_A_200: readonly (readonly [string, Failure])[] = [
  [
    'Rocket.Chat',
    {
      rule: [{ kind: 'json', member: 'success', equals: true }],
      body: '{"success":false,"error":"Invalid integration id or token provided."}',
      reason: 'success is false: "Invalid integration id or token provided."',
    },
  ],
  [
    'Telegram',
    {
      rule: OK_IS_TRUE,
      body: '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}',
      reason: 'ok is false: "Bad Request: chat not found"',
    },
  ],
  [
    'Telegram when it has too much to do',
    {
      rule: OK_IS_TRUE,
      body: '{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 35","parameters":{"retry_after":35}}',
      reason: 'ok is false: "Too Many Requests: retry after 35", asked to wait 35 s',
      failure: 'asks_for_time',
      askedMs: 35_000,
      slow: false,
    },
  ],
  [
    'Telegram when it is broken',
    {
      rule: OK_IS_TRUE,
      body: '{"ok":false,"error_code":502,"description":"Bad Gateway"}',
      reason: 'ok is false: "Bad Gateway"',
      failure: 'unreachable',
      slow: false,
    },
  ],
  [
    'the Slack API',
    {
      rule: OK_IS_TRUE,
      body: '{"ok":false,"error":"channel_not_found"}',
      reason: 'ok is false: "channel_not_found"',
    },
  ],
  [
    'the Slack API when it has too much to do',
    {
      rule: OK_IS_TRUE,
      headers: [['Retry-After', '30']],
      body: '{"ok":false,"error":"ratelimited"}',
      reason: 'ok is false: "ratelimited", asked to wait 30 s',
      failure: 'asks_for_time',
      askedMs: 30_000,
      slow: false,
    },
  ],
  [
    'WeCom',
    {
      rule: [{ kind: 'json', member: 'errcode', equals: 0 }],
      body: '{"errcode":40013,"errmsg":"invalid\\ncorpid"}',
      reason: 'errcode is 40013: "invalid corpid"',
    },
  ],
  [
    'a service that puts its error into an object',
    {
      rule: [{ kind: 'json', member: 'error', equals: null }],
      body: '{"error":{"code":503,"message":"try again"}}',
      reason: 'error is an object: "try again"',
      failure: 'unreachable',
      slow: false,
    },
  ],
  [
    'a legacy connector of Teams',
    {
      rule: [{ kind: 'lacks', text: 'HTTP error' }],
      body: 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x',
      reason:
        'the body has "HTTP error": "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x"',
      failure: 'unreachable',
      slow: false,
    },
  ],
  [
    'Mattermost',
    {
      rule: [{ kind: 'contains', text: 'ok' }],
      body: '<html>\r\n<b>Sign in</b>',
      reason: 'the body lacks "ok": "<html> <b>Sign in</b>" (a web page, as for logging in; check the URL)',
      failure: 'endpoint_wrong',
    },
  ],
  [
    'a proxy that wants a login',
    {
      rule: [{ kind: 'part', part: 'content_type', operator: 'not_equals', value: 'text/html' }],
      headers: [['Content-Type', 'text/html; charset=utf-8']],
      body: '',
      reason:
        'the content type is text/html, expected another (a web page, as for logging in; check the URL)',
      failure: 'endpoint_wrong',
    },
  ],
  [
    'a page that says that its server is overloaded',
    {
      rule: [{ kind: 'part', part: 'body', operator: 'equals', value: 'ok' }],
      headers: [['Content-Type', 'text/html']],
      body: '<p>HTTP status 503</p>',
      reason: 'the body is not "ok": "<p>HTTP status 503</p>"',
      failure: 'unreachable',
      slow: false,
    },
  ],
  [
    'another program at the address',
    {
      rule: [{ kind: 'part', part: 'status', operator: 'equals', value: '202' }],
      headers: [['Content-Type', 'application/json']],
      body: '{"error":"no such hook"}',
      reason: 'expected 202: "no such hook"',
    },
  ],
]

describe('judge', () => {
  const cases: readonly (readonly [string, RequestResult, object])[] = [
    ['accepts 200', response(200), { kind: 'accept', reason: 'HTTP 200' }],
    ['accepts 204', response(204), { kind: 'accept' }],
    ['accepts 299', response(299), { kind: 'accept' }],
    ['retries 408 soon', response(408), { kind: 'retry', slow: false, askedMs: 0 }],
    ['retries 425 soon', response(425), { kind: 'retry', slow: false }],
    ['retries 429 soon', response(429), { kind: 'retry', slow: false, reason: 'HTTP 429' }],
    ['retries 500 soon', response(500), { kind: 'retry', slow: false, reason: 'HTTP 500' }],
    ['retries 599 soon', response(599), { kind: 'retry', slow: false }],
    ['retries an unheard-of status soon', response(777), { kind: 'retry', slow: false }],
    ['retries a final response of the 1xx kind soon', response(199), { kind: 'retry', slow: false }],
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
  for (const [name, result, expected] of cases) {
    it(name, () => assert.partialDeepStrictEqual(classifyResult(result, NOW, ANY), expected))
  }

  const kinds: readonly (readonly [FailureKind, readonly number[]])[] = [
    ['unreachable', [199, 408, 425, 500, 503, 599, 777]],
    ['endpoint_wrong', [301, 401, 403, 404, 405, 407, 409, 415, 499]],
    ['asks_for_time', [429]],
    ['rejected', [400, 413, 422]],
  ]
  for (const [kind, statuses] of kinds) {
    it(`takes ${statuses.join(', ')} for ${kind}`, () => {
      for (const status of statuses) {
        assert.partialDeepStrictEqual(
          classifyResult(response(status), NOW, ANY),
          { failure: kind },
          `${status}`,
        )
      }
    })
  }

  it('takes what is not found for one rejected notice where each has an address of its own', () => {
    const kindAt = (status: number, urlHasMarkers: boolean) => {
      const outcome = classifyResult(response(status), NOW, { ...ANY, urlHasMarkers })
      return outcome.kind === 'retry' ? outcome.failure : outcome.kind
    }
    assert.deepEqual(
      [404, 405, 403, 301, 503].map((status) => kindAt(status, true)),
      ['rejected', 'rejected', 'endpoint_wrong', 'endpoint_wrong', 'unreachable'],
    )
  })

  it('takes a wish of the receiver for one, whatever its status', () => {
    const wish: HeaderPairs = [['Retry-After', '7']]

    assert.partialDeepStrictEqual(classifyResult(response(503, wish), NOW, ANY), { failure: 'asks_for_time' })
  })

  it('names the new address of a redirect, without its query and user information', () => {
    const result = response(301, [['Location', 'https://bob:secret@new.example/hook?token=secret#x']])

    assert.deepEqual(classifyResult(result, NOW, ANY), {
      kind: 'retry',
      reason:
        'HTTP 301: moved to https://new.example/hook; redirects are not followed, change the URL of the webhook',
      failure: 'endpoint_wrong',
      askedMs: 0,
      slow: true,
    })
  })

  it('cuts a redirect address that would fill the screen', () => {
    const { reason } = classifyResult(response(302, [['Location', `/${'x'.repeat(5_000)}`]]), NOW, ANY)

    assert.ok(reason.length < 400)
  })

  const reasons: readonly (readonly [NoResponseReason, boolean])[] = [
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
      const result: RequestResult = { kind: 'no-response', reason, detail: 'words', timing: { totalMs: 1 } }

      assert.deepEqual(classifyResult(result, NOW, ANY), {
        kind: 'retry',
        reason: 'words',
        failure: 'unreachable',
        askedMs: 0,
        slow,
      })
    })
  }

  it('looks into the body of a 2xx only, and only when there is a rule', () => {
    const rule: ResponseRule = [{ kind: 'json', member: 'ok', equals: true }]

    assert.partialDeepStrictEqual(classifyResult(response(200, [], '{"ok":false}'), NOW, ANY), {
      kind: 'accept',
    })
    assert.deepEqual(classifyResult(response(200, [], '{"ok":true}'), NOW, { ...ANY, rule }), {
      kind: 'accept',
      reason: 'HTTP 200',
    })
    assert.partialDeepStrictEqual(classifyResult(response(500, [], '{"ok":true}'), NOW, { ...ANY, rule }), {
      reason: 'HTTP 500',
    })
    assert.partialDeepStrictEqual(classifyResult(response(410, [], '{"ok":true}'), NOW, { ...ANY, rule }), {
      kind: 'refuse',
    })
  })

  for (const [receiver, { rule, headers = [], body, reason, ...expected }] of FAILED_INSIDE_A_200) {
    it(`takes the failure of ${receiver} for what it is`, () => {
      assert.deepEqual(classifyResult(response(200, headers, body), NOW, { ...ANY, rule }), {
        kind: 'retry',
        reason: `HTTP 200, but ${reason}`,
        failure: 'rejected',
        askedMs: 0,
        slow: true,
        ...expected,
      })
    })
  }

  it('accepts what these receivers answer when all is well', () => {
    const good: readonly (readonly [string, string])[] = [
      ['Rocket.Chat', '{"success":true}'],
      ['Telegram', '{"ok":true,"result":{"message_id":1}}'],
      ['the Slack API', '{"ok":true,"ts":"1"}'],
      ['WeCom', '{"errcode":0,"errmsg":"ok"}'],
      ['a legacy connector of Teams', '1'],
      ['Mattermost', 'ok'],
    ]
    for (const [receiver, body] of good) {
      const rule = new Map(FAILED_INSIDE_A_200).get(receiver)?.rule ?? null
      assert.ok(rule, receiver)
      assert.equal(classifyResult(response(200, [], body), NOW, { ...ANY, rule }).kind, 'accept', receiver)
    }
  })

  it('keeps the reason short and on one line, whatever the receiver writes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 2_000 }),
          fc.json(),
          fc.string().map((description) => JSON.stringify({ ok: false, description })),
          fc.constant(`{"ok":false,"error":"\\u001b[2J\\u202e${'x'.repeat(5_000)}"}`),
        ),
        fc.boolean(),
        (body, bodyTruncated) => {
          const response = { status: 200, headers: [], body, bodyTruncated }
          const result: RequestResult = { kind: 'response', response, timing: { totalMs: 1 } }
          const { reason } = classifyResult(result, NOW, {
            ...ANY,
            rule: [{ kind: 'json', member: 'ok', equals: 'no such value' }],
          })
          assert.ok(reason.length < 1_000, `${reason.length}`)
          assert.doesNotMatch(reason, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
          assert.ok(reason.isWellFormed())
        },
      ),
    )
  })

  it('has an outcome for every status and any headers and body', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999 }),
        fc.array(fc.tuple(fc.constantFrom('Retry-After', 'Location', 'X'), fc.string())),
        fc.oneof(fc.string(), fc.json()),
        (status, headers, body) => {
          const outcome = classifyResult(response(status, headers, body), NOW, ANY)
          assert.ok(outcome.reason.length > 0)
          if (outcome.kind === 'retry') assert.ok(Number.isFinite(outcome.askedMs) && outcome.askedMs >= 0)
          assert.equal(outcome.kind === 'accept', status >= 200 && status <= 299)
          assert.equal(outcome.kind === 'refuse', status === 410)
        },
      ),
    )
  })
})

function response(status: number, headers: HeaderPairs = [], body = ''): RequestResult {
  return {
    kind: 'response',
    response: { status, headers, body, bodyTruncated: false },
    timing: { totalMs: 1 },
  }
}
