import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { isSecretHeader } from '../../domain/definition/webhook-secrets.ts'
import { redactUrl } from '../../domain/redaction/redact.ts'
import { MEMBER_DEFAULTS } from '../definitions/definition.ts'
import { compareDefinition } from './definition-diff.ts'
import type { JsonObject } from '../../domain/json-object.ts'
import { asObject } from '../view/json-value.ts'

const header = (key: string, value: string, id?: number) => ({
  ...(id !== undefined && { http_header_id: id }),
  http_header_key: key,
  http_header_value: value,
})

describe('compareDefinition', () => {
  const compare = (wanted: JsonObject, stored: JsonObject, hidden?: { isUrl: boolean; headers: string[] }) =>
    compareDefinition({ members: wanted, ...(hidden && { hidden }) }, { members: stored })

  for (const { it: says, wanted, stored, fields, body, unseen = [] } of [
    {
      it: 'leaves alone what the definition does not say',
      wanted: { enabled: true },
      stored: { enabled: true, timeout: '15s' },
      fields: [],
      body: {},
    },
    {
      it: 'knows a duration, a schedule, a rate and a size in every spelling',
      wanted: { timeout: '90s', retry_schedule: '0s,60s', rate_limit: '20/60s', response_size_max: '1024b' },
      stored: { timeout: '90s', retry_schedule: '0s,1m', rate_limit: '20/1m', response_size_max: '1kb' },
      fields: [],
      body: {},
    },
    {
      it: 'sends the request for the end whole, and leaves its address where what is hidden may be the same',
      wanted: { clear_request: { method: 'PUT', url: 'https://a:b@h.example/', payload_template: 'x' } },
      stored: { clear_request: { method: 'POST', url: 'https://***@h.example/', payload_template: 'x' } },
      fields: ['clear_request.method'],
      body: { clear_request: { method: 'PUT', url: 'https://***@h.example/', payload_template: 'x' } },
      unseen: ['clear_request.url'],
    },
    {
      it: 'finds no difference in a request for the end of which only what is hidden may be another',
      wanted: { clear_request: { method: 'PUT', url: 'https://a:b@h.example/', payload_template: 'x' } },
      stored: { clear_request: { method: 'PUT', url: 'https://***@h.example/', payload_template: 'x' } },
      fields: [],
      body: {},
      unseen: ['clear_request.url'],
    },
    {
      it: 'sends what differs, and nothing else',
      wanted: { enabled: false, method: 'PUT' },
      stored: { enabled: true, method: 'PUT' },
      fields: ['enabled'],
      body: { enabled: false },
    },
    {
      it: 'takes no settings of TLS for the same as settings that say nothing',
      wanted: { tls: { insecure: false } },
      stored: { tls: null },
      fields: [],
      body: {},
    },
    {
      it: 'keeps the ids of headers, whatever order they are written in',
      wanted: { http_headers: [header('B', '2'), header('a', '1')] },
      stored: { http_headers: [header('A', '1', 7), header('B', '2', 8)] },
      fields: ['header A (now a)'],
      body: { http_headers: [header('B', '2', 8), header('a', '1', 7)] },
    },
    {
      it: 'adds, changes and removes headers',
      wanted: { http_headers: [header('A', '9'), header('C', '3')] },
      stored: { http_headers: [header('A', '1', 7), header('B', '2', 8)] },
      fields: ['header A', 'header C', 'header B'],
      body: { http_headers: [header('A', '9', 7), header('C', '3')] },
    },
    {
      it: 'tells headers of one name apart by their order',
      wanted: { http_headers: [header('A', '2'), header('A', '1')] },
      stored: { http_headers: [header('A', '1', 7), header('A', '2', 8)] },
      fields: ['header A', 'header A'],
      body: { http_headers: [header('A', '2', 7), header('A', '1', 8)] },
    },
    {
      it: 'passes a client key by as long as its certificate is the same',
      wanted: { tls: { client_certificate: 'C', client_key: 'K' } },
      stored: {
        tls: { ca_certificates: null, client_certificate: 'C', client_key: '***', insecure: false },
      },
      fields: [],
      body: {},
    },
    {
      it: 'sends the key with another certificate',
      wanted: { tls: { client_certificate: 'D', client_key: 'K' } },
      stored: {
        tls: { ca_certificates: null, client_certificate: 'C', client_key: '***', insecure: false },
      },
      fields: ['tls.client_certificate', 'tls.client_key'],
      body: { tls: { client_certificate: 'D', client_key: 'K' } },
    },
    {
      it: 'takes TLS settings away',
      wanted: { tls: null },
      stored: { tls: { ca_certificates: null, client_certificate: null, client_key: null, insecure: true } },
      fields: ['tls'],
      body: { tls: null },
    },
  ]) {
    it(says, () => {
      const { changes, body: sent, uncompared } = compare(wanted, stored)

      assert.deepEqual([changes.map(({ field }) => field), sent, uncompared], [fields, body, unseen])
    })
  }

  it('does not rewrite a secret that it cannot see, but says so', () => {
    const { changes, body, uncompared } = compare(
      { url: 'https://bob:pw@h.example/', http_headers: [header('X-Key', 's3cret'), header('A', '1')] },
      { url: 'https://***@h.example/', http_headers: [header('X-Key', '***', 7)] },
    )

    assert.deepEqual(
      changes.map(({ field }) => field),
      ['header A'],
    )
    assert.deepEqual(body, { http_headers: [header('X-Key', '***', 7), header('A', '1')] })
    assert.deepEqual(uncompared, ['url', 'header X-Key'])
  })

  it('sees that a hidden address is another one by what is shown of it', () => {
    const { changes } = compare({ url: 'https://bob:pw@other.example/' }, { url: 'https://***@h.example/' })

    assert.deepEqual(
      changes.map(({ field }) => field),
      ['url'],
    )
  })

  it('sees that a hidden header has another value if the wanted one would be shown', () => {
    const stored = { http_headers: [header('Content-Type', '***', 7)] }

    assert.equal(compare({ http_headers: [header('Content-Type', 'text/plain')] }, stored).changes.length, 1)
  })

  it('keeps headers whose values the other server hides', () => {
    const { changes, body } = compare(
      { http_headers: [header('A', '2')] },
      { http_headers: [header('authorization', 'Bearer x', 7), header('A', '1', 8)] },
      { isUrl: false, headers: ['Authorization'] },
    )

    assert.equal(changes.length, 1)
    assert.deepEqual(body, { http_headers: [header('authorization', 'Bearer x', 7), header('A', '2', 8)] })
  })

  const member = {
    enabled: fc.boolean(),
    timeout: fc.constantFrom(null, '15s', '1000ms', '1s'),
    url: fc.constantFrom('https://a.example/', 'https://u:p@a.example/', 'https://a.example/?token=abc'),
    http_headers: fc.array(
      fc.record({
        http_header_key: fc.constantFrom('A', 'a', 'B', 'Authorization', 'Content-Language'),
        http_header_value: fc.constantFrom('1', '2', 'Bearer x', '%AlertID%'),
      }),
      { maxLength: 5 },
    ),
    tls: fc.option(
      fc.record({
        ca_certificates: fc.option(fc.constantFrom('P', 'Q')),
        insecure: fc.boolean(),
      }),
    ),
  }
  const whole = fc.record(member).map((members): JsonObject => ({ ...MEMBER_DEFAULTS, ...members }))

  it('a webhook that was changed as it says needs no second change', () => {
    fc.assert(
      fc.property(whole, whole, (wanted, given) => {
        const before = stored(given, {})
        const { body } = compare(wanted, before)
        const second = compare(wanted, stored(body, before))
        assert.deepEqual([second.changes, second.body], [[], {}])
      }),
    )
  })

  it('what it sends of a masked webhook is what is missing in it, and hidden values as they were shown', () => {
    fc.assert(
      fc.property(whole, whole, (wanted, given) => {
        const before = stored(given, {})
        const masked = {
          ...before,
          url: redactUrl(String(before['url'])),
          http_headers: (before['http_headers'] as Entry[]).map((one) =>
            isSecretHeader({ key: one.http_header_key, value: one.http_header_value })
              ? { ...one, http_header_value: '***' }
              : one,
          ),
        }
        const { body, uncompared } = compare(wanted, masked)
        const seen = compare(wanted, before)
        const missing = seen.changes.filter(({ field }) => !uncompared.includes(field))
        assert.ok(compare(wanted, masked).changes.length <= seen.changes.length)
        assert.equal(Object.keys(body).length === 0, missing.length === 0)
      }),
    )
  })
})

interface Entry {
  readonly http_header_id?: number
  readonly http_header_key: string
  readonly http_header_value: string
}

/** What the service has after a change, as far as these members go: the contract of `PATCH /v1/webhooks/{id}`. */
function stored(change: JsonObject, before: JsonObject): JsonObject {
  const entries = (change['http_headers'] ?? before['http_headers'] ?? []) as Entry[]
  const tls =
    change['tls'] === undefined
      ? before['tls']
      : change['tls'] && { ...asObject(before['tls']), ...asObject(change['tls']) }
  const all: JsonObject | undefined = tls
    ? { ca_certificates: null, client_certificate: null, client_key: null, insecure: false, ...asObject(tls) }
    : undefined
  const isNone = !all || (all['ca_certificates'] === null && all['insecure'] === false)
  return {
    ...before,
    ...change,
    timeout: change['timeout'] === '1000ms' ? '1s' : { timeout: null, ...before, ...change }.timeout,
    tls: isNone ? null : all,
    http_headers: entries.map((entry, index) => ({
      ...entry,
      http_header_id: entry.http_header_id ?? 100 + index,
    })),
  }
}
