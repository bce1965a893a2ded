import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { NOW, webhook } from '../../../test/support/build.ts'
import type { FieldChange } from './audit.ts'
import { CHANGES_BYTES_MAX, describeChange } from './describe-change.ts'
import type { Webhook } from '../webhook/webhook.ts'

const changed = (from: Partial<Webhook>, to: Partial<Webhook>): readonly FieldChange[] =>
  describeChange(webhook(from), webhook(to)).changes

const header = (id: number, key: string, value: string) => ({ id, key, value })
const TLS = { ca: null, certificate: null, key: null, insecure: false }
const END = { method: 'PUT', url: 'https://dba:geheim@h.example/close', payloadTemplate: 'over' }
const key = (id: number, secret: string, expiresAt: number | null = null) => ({
  id,
  secret,
  createdAt: NOW,
  expiresAt,
})

describe('describeChange', () => {
  for (const { what, from, to, changes } of [
    {
      what: 'plain fields in the words of the interface',
      from: { name: 'a', enabled: true, timeoutMs: null, retryScheduleMs: [0, 500, 60_000], rateLimit: null },
      to: {
        name: 'b',
        enabled: false,
        timeoutMs: 15_000,
        retryScheduleMs: null,
        rateLimit: { count: 20, intervalMs: 60_000 },
        alertFlags: { low: true, medium: false, high: true, cleared: true },
      },
      changes: [
        ['name', 'a', 'b'],
        ['enabled', true, false],
        ['med_alert', true, false],
        ['timeout', null, '15s'],
        ['retry_schedule', '0s,500ms,1m', null],
        ['rate_limit', null, '20/1m'],
      ],
    },
    {
      what: 'the value of a header only as a fact',
      from: { headers: [header(3, 'Authorization', 'Bearer old')] },
      to: { headers: [header(3, 'Authorization', 'Bearer new')] },
      changes: [['http_headers[3]', 'Authorization: ***', 'Authorization: *** (changed)']],
    },
    {
      what: 'headers that came, went, and were renamed with and without another value',
      from: { headers: [header(1, 'X-Gone', 'a'), header(2, 'X-Old', 'b'), header(3, 'X-Both', 'c')] },
      to: { headers: [header(2, 'X-New', 'b'), header(3, 'X-Other', 'd'), header(4, 'X-Came', 'e')] },
      changes: [
        ['http_headers[1]', 'X-Gone: ***', null],
        ['http_headers[2]', 'X-Old: ***', 'X-New: ***'],
        ['http_headers[3]', 'X-Both: ***', 'X-Other: *** (changed)'],
        ['http_headers[4]', null, 'X-Came: ***'],
      ],
    },
    {
      what: 'a URL with its credentials hidden',
      from: { url: 'https://a.example/hook' },
      to: { url: 'https://dba:geheim@b.example/hook?token=abc&room=1' },
      changes: [['url', 'https://a.example/hook', 'https://***@b.example/hook?token=***&room=1']],
    },
    {
      what: 'a URL of which only a hidden part differs as changed',
      from: { url: 'https://a.example/hook?token=abc' },
      to: { url: 'https://a.example/hook?token=def' },
      changes: [['url', 'https://a.example/hook?token=***', 'https://a.example/hook?token=*** (changed)']],
    },
    {
      what: 'client keys never, certificates by their digest',
      from: { tls: null },
      to: { tls: { ca: 'PEM of an authority', certificate: null, key: 'PEM of a key', insecure: true } },
      changes: [
        ['tls.ca_certificates', null, '19 bytes, SHA-256 e1cca5ef85ed…'],
        ['tls.client_key', null, '***'],
        ['tls.insecure', null, true],
      ],
    },
    {
      what: 'another client key as changed',
      from: { tls: { ...TLS, key: 'one' } },
      to: { tls: { ...TLS, key: 'two' } },
      changes: [['tls.client_key', '***', '*** (changed)']],
    },
    {
      what: 'signing secrets by their number, with the end of the old one',
      from: { signingSecrets: [key(1, 'whsec_old')] },
      to: { signingSecrets: [key(1, 'whsec_old', NOW), key(2, 'whsec_new')] },
      changes: [
        ['signing_secrets[1].expires_at', null, '2026-09-14T03:00:00.000Z'],
        ['signing_secrets[2]', null, '***'],
      ],
    },
    {
      what: 'a mode and what belongs to it, the request for the end member by member',
      from: {
        mode: 'current_state' as const,
        missedAlerts: 'notify' as const,
        clearRequest: END,
        maxAgeMs: null,
      },
      to: {
        mode: 'every_change' as const,
        missedAlerts: 'skip' as const,
        clearRequest: null,
        maxAgeMs: 7_200_000,
        fallbackAfterMs: 60_000,
      },
      changes: [
        ['mode', 'current_state', 'every_change'],
        ['missed_alerts', 'notify', 'skip'],
        ['clear_request.method', 'PUT', null],
        ['clear_request.url', 'https://***@h.example/close', null],
        ['clear_request.payload_template', 'over (4 bytes, SHA-256 5fb6a47e368e…)', null],
        ['max_age', null, '2h'],
        ['fallback_after', null, '1m'],
      ],
    },
    {
      what: 'another secret in the request for the end as changed',
      from: { clearRequest: END },
      to: { clearRequest: { ...END, url: 'https://dba:other@h.example/close' } },
      changes: [
        ['clear_request.url', 'https://***@h.example/close', 'https://***@h.example/close (changed)'],
      ],
    },
    {
      what: 'nothing where nothing differs',
      from: { name: 'a' },
      to: { name: 'a', revision: 9 },
      changes: [],
    },
  ]) {
    it(`shows ${what}`, () => {
      assert.deepEqual(
        changed(from, to).map(({ field, from, to }) => [field, from, to]),
        changes,
      )
    })
  }

  it('of a webhook that comes or goes tells the mode only if somebody chose it', () => {
    const fieldsOf = (before: Webhook | undefined, after: Webhook | undefined) =>
      describeChange(before, after).changes.map(({ field }) => field)
    const [plain, chosen] = [webhook(), webhook({ mode: 'current_state' })]

    for (const [before, after] of [
      [undefined, plain],
      [plain, undefined],
    ] as const) {
      assert.ok(!fieldsOf(before, after).includes('mode'))
      assert.ok(fieldsOf(before && chosen, after && chosen).includes('mode'))
      assert.ok(!fieldsOf(before && chosen, after && chosen).includes('missed_alerts'))
    }
  })

  it('shows a template as a piece from where it differs, with size and digest', () => {
    const before = `{"text": "${'x'.repeat(500)} %AlertName% is %CurrentState%"}`
    const after = before.replace('%CurrentState%', '%NewState%')

    const [change] = changed({ payloadTemplate: before }, { payloadTemplate: after })

    assert.match(
      String(change?.from),
      /^…x+ %AlertName% is %CurrentState%"} \(542 bytes, SHA-256 [0-9a-f]{12}…\)$/,
    )
    assert.match(String(change?.to), /^…x+ %AlertName% is %NewState%"} \(538 bytes, SHA-256 [0-9a-f]{12}…\)$/)
  })

  it('finds where two templates differ wherever that is, at their ends as well', () => {
    for (const length of [1, 1_023, 1_024, 1_025, 2_048, 5_000]) {
      const before = 'x'.repeat(length)
      for (const after of [`${before}y`, `${'x'.repeat(length - 1)}y`, `${before}y${before}`]) {
        const { changes } = describeChange(
          webhook({ payloadTemplate: before }),
          webhook({ payloadTemplate: after }),
        )
        const differsAt = after.indexOf('y')
        const lead = differsAt > 30 ? `…${'x'.repeat(30)}` : 'x'.repeat(differsAt)
        assert.ok(String(changes[0]?.to).startsWith(`${lead}y`), `${length}: ${changes[0]?.to}`)
      }
    }
  })

  it('hides a key that stands in a template, and tells all the same that it is another', () => {
    const [change] = changed(
      { payloadTemplate: '{"routing_key": "R0ONE", "summary": "%AlertName%"}' },
      { payloadTemplate: '{"routing_key": "R0TWO", "summary": "%AlertName%"}' },
    )

    assert.match(String(change?.to), /^\{"routing_key": "\*\*\*", "summary": "%AlertName%"\} \(50 bytes/)
    assert.notEqual(change?.from, change?.to)
  })

  it('tells of a new webhook what it has, of a removed one what it had', () => {
    const one = webhook({ name: 'a', headers: [header(1, 'X-A', 'geheim')], description: '' })

    const created = describeChange(undefined, one).changes
    const removed = describeChange(one, undefined).changes

    assert.deepEqual(
      created.filter(({ field }) => field === 'name' || field.startsWith('http_headers')),
      [
        { field: 'name', from: null, to: 'a' },
        { field: 'http_headers[1]', from: null, to: 'X-A: ***' },
      ],
    )
    assert.deepEqual(
      removed.map(({ field, from, to }) => ({ field, from: to, to: from })),
      created,
    )
    assert.ok(created.every(({ to }) => to !== null && to !== ''))
  })

  it('has a bounded size, and says how much had no room', () => {
    const headers = Array.from({ length: 64 }, (_, id) => header(id, '😀'.repeat(250), 'v'))

    const { changes, leftOutCount } = describeChange(undefined, webhook({ headers, name: 'n'.repeat(1_000) }))

    assert.ok(Buffer.byteLength(JSON.stringify(changes)) <= CHANGES_BYTES_MAX)
    assert.equal(changes[0]?.to, `${'n'.repeat(299)}…`)
    assert.ok(leftOutCount > 0)
    assert.equal(changes.length + leftOutCount, describeChange(undefined, webhook()).changes.length + 64)
  })
})

describe('whatever is changed in a webhook', () => {
  const secretText = fc.stringMatching(/^[!-~]{12,40}$/)
  const name = fc.constantFrom('token', 'X-Auth-Token', 'api_key', 'Authorization', 'routing_key', 'password')

  /** A webhook with a secret in every member that is known to be one, and the list of these. */
  const webhookWithSecrets = fc
    .record({
      headers: fc.array(fc.record({ id: fc.integer({ min: 1, max: 6 }), key: name, value: secretText })),
      user: secretText,
      parameter: fc.tuple(name, secretText),
      key: secretText,
      signing: fc.array(secretText, { maxLength: 3 }),
      member: fc.tuple(name, secretText),
      shape: fc.constantFrom('json', 'form', 'nested', 'xml'),
      label: fc.string({ maxLength: 20 }),
    })
    .map(({ headers, user, parameter, key: clientKey, signing, member, shape, label }) => ({
      secrets: [
        ...headers.map(({ value }) => value),
        user,
        parameter[1],
        clientKey,
        ...signing,
        member[1],
      ].flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]),
      webhook: webhook({
        name: label,
        url: `https://${encodeURIComponent(user)}@a.example/hook?${parameter[0]}=${encodeURIComponent(parameter[1])}&x=1`,
        headers: [...new Map(headers.map((header) => [header.id, header])).values()],
        tls: { ...TLS, key: clientKey },
        signingSecrets: signing.map((secret, index) => key(index + 1, secret)),
        payloadTemplate: writeTemplate(shape, member, label),
      }),
    }))

  it('contains no secret and omits no difference', () => {
    fc.assert(
      fc.property(webhookWithSecrets, webhookWithSecrets, (one, other) => {
        const pairs = [
          [one.webhook, other.webhook],
          [undefined, one.webhook],
          [one.webhook, undefined],
        ] as const
        for (const [before, after] of pairs) {
          const notified = describeChange(before, after)
          const text = JSON.stringify(notified)
          for (const secret of [...one.secrets, ...other.secrets]) assert.ok(!text.includes(secret), secret)
          assert.ok(notified.changes.every(({ from, to }) => from !== to))
          const fields = new Set(notified.changes.map(({ field }) => field))
          const differs = (field: 'url' | 'payloadTemplate') => before?.[field] !== after?.[field]
          assert.equal(fields.has('url'), differs('url'))
          assert.equal(fields.has('payload_template'), differs('payloadTemplate'))
        }
      }),
    )
  })
})

function writeTemplate(shape: string, [name, secret]: readonly [string, string], label: string): string {
  const json = JSON.stringify({ [name]: secret, label, state: '%CurrentState%' })
  if (shape === 'json') return json
  if (shape === 'nested') return JSON.stringify({ body: json, label })
  if (shape === 'xml') return `<alert><${name}>${secret.replaceAll(/[<&>]/g, '_')}</${name}></alert>`
  return `label=${encodeURIComponent(label)}&${name}=${encodeURIComponent(secret)}&state=%CurrentState%`
}
