import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { acceptsLoginPage, findResponseFault } from '../../src/domain/receiver/response-fault.ts'
import type { RecordedResponse } from '../../src/domain/receiver/outcome.ts'
import type { ResponseRule } from '../../src/domain/receiver/response-rule.ts'
import { findResponseRuleIssues } from '../../src/domain/receiver/response-rule-issues.ts'
import { fillPreset, presetRuleOf } from '../../src/presets/fill-preset.ts'
import type { Preset } from '../../src/presets/preset.ts'
import { PRESETS } from '../../src/presets/presets.ts'

interface Response {
  readonly status: number
  readonly type?: string
  readonly body?: string
}

const JSON_TYPE = 'application/json'
const json = (status: number, body: unknown): Response => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
})

/** The responses of each vendor to a notification that it has taken, and 2xx responses that it never gives. */
const RESPONSES: Readonly<
  Record<string, { readonly good: readonly Response[]; readonly bad: readonly Response[] }>
> = {
  // Slack writes its two letters as text/html.
  'slack-blocks': {
    good: [{ status: 200, type: 'text/html', body: 'ok' }],
    bad: [
      { status: 200, type: 'text/plain', body: 'no_service' },
      { status: 202, body: 'ok' },
    ],
  },
  'slack-text': {
    good: [{ status: 200, type: 'text/html; charset=utf-8', body: 'ok' }],
    bad: [json(200, { ok: false, error: 'channel_not_found' })],
  },
  'teams-workflow': {
    good: [{ status: 202 }],
    bad: [{ status: 200, body: 'Webhook message delivery failed with error: HTTP error 429' }],
  },
  // Discord states text/html with no body at all.
  discord: {
    good: [{ status: 204, type: 'text/html; charset=utf-8' }],
    bad: [{ status: 200, type: JSON_TYPE, body: '{}' }],
  },
  mattermost: {
    good: [{ status: 200, type: 'text/plain', body: 'ok' }],
    bad: [{ status: 200, type: 'text/plain', body: 'look, a token' }],
  },
  rocketchat: { good: [json(200, { success: true })], bad: [json(200, { success: false })] },
  'google-chat': {
    good: [json(200, { name: 'spaces/A/messages/B.C', thread: { name: 'spaces/A/threads/B' } })],
    bad: [json(200, { error: { code: 403 } }), json(200, { name: 'somebody' })],
  },
  telegram: {
    good: [json(200, { ok: true, result: { message_id: 1 } })],
    bad: [json(200, { ok: false, description: 'Bad Request: chat not found' })],
  },
  pagerduty: {
    good: [json(202, { status: 'success', message: 'Event processed', dedup_key: 'a' })],
    bad: [json(202, { status: 'invalid event' }), json(200, { status: 'success' })],
  },
  opsgenie: {
    good: [json(202, { result: 'Request will be processed', took: 0.3, requestId: 'a' })],
    bad: [json(202, {}), json(200, { result: 'x' })],
  },
  'splunk-oncall': {
    good: [json(200, { result: 'success', entity_id: 'a' })],
    bad: [json(200, { result: 'failure', message: 'bad routing key' })],
  },
  'servicenow-event': { good: [json(200, { result: {} })], bad: [json(201, {})] },
  'servicenow-incident': {
    good: [json(201, { result: { sys_id: 'a', number: 'INC0010001' } })],
    bad: [json(201, { error: { message: 'No Record found' } })],
  },
  'jira-issue': {
    good: [json(201, { id: '10000', key: 'DBA-24', self: 'https://example.atlassian.net/' })],
    bad: [json(200, { key: 'DBA-24' }), json(201, { errorMessages: [] })],
  },
  ntfy: {
    good: [json(200, { id: 'a', time: 1, event: 'message', topic: 'db' })],
    bad: [json(200, { event: 'open' })],
  },
  'generic-json': { good: [{ status: 204 }, { status: 200 }, json(201, {})], bad: [] },
  cloudevents: { good: [{ status: 202 }, { status: 204 }], bad: [] },
  'alertmanager-webhook': { good: [{ status: 200 }, { status: 204 }, json(202, {})], bad: [] },
  'alertmanager-v2': { good: [{ status: 200 }, json(200, {})], bad: [{ status: 204 }] },
}

function responseOf({ status, type, body = '' }: Response): RecordedResponse {
  return {
    status,
    headers: type === undefined ? [] : [['content-type', type]],
    body,
    bodyTruncated: false,
  }
}

const faultOf = (preset: Preset, response: Response) =>
  findResponseFault(preset.responseRule, responseOf(response))

describe('response rules of the presets', () => {
  for (const preset of PRESETS) {
    it(`of ${preset.id} takes what the vendor answers, and nothing of another program`, () => {
      const { good, bad } = RESPONSES[preset.id]!
      assert.deepEqual(findResponseRuleIssues(preset.responseRule, 'response_rule'), [])
      for (const response of good)
        assert.equal(faultOf(preset, response), undefined, JSON.stringify(response))
      for (const response of bad) assert.ok(faultOf(preset, response), JSON.stringify(response))
    })
  }

  it('never count a web page as accepted, whatever it says', () => {
    const word = fc.constantFrom(
      'ok',
      'Sign in',
      'success',
      '{"ok":true}',
      'message',
      'spaces/A',
      'true',
      ' ',
    )
    const tag = fc.constantFrom('<html>', '<body>', '<p>', '</p>', '<title>', '<script>', '<!-- -->')
    const page = fc
      .tuple(fc.constantFrom('<!doctype html>', '<html>', '<', ''), fc.array(fc.oneof(word, tag)))
      .map(([beginning, parts]) => beginning + parts.join(''))
      // Slack's own two letters, and the empty body of a 204, are no page.
      .filter((body) => body.trim() !== 'ok')
    const type = fc.constantFrom('text/html', 'Text/HTML; charset=utf-8', 'text/html;charset=iso-8859-1')
    const status = fc.integer({ min: 200, max: 299 }).filter((code) => code !== 204)
    fc.assert(
      fc.property(fc.constantFrom(...PRESETS), page, type, status, (preset, body, contentType, code) => {
        assert.ok(faultOf(preset, { status: code, type: contentType, body }), `${preset.id} ${body}`)
      }),
      { numRuns: 2_000 },
    )
  })

  it('never count what begins as HTML as accepted, whatever type it states', () => {
    const page = '<!doctype html><html><title>Sign in</title></html>'
    const xhtml = `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html><html xmlns="x"></html>`
    const types = [undefined, 'application/xhtml+xml', 'text/plain', 'application/octet-stream', JSON_TYPE]
    for (const preset of PRESETS)
      for (const type of types)
        for (const status of [200, 201, 202])
          for (const body of [page, `\ufeff\r\n${page.toUpperCase()}`, xhtml, page + ' '.repeat(70_000)]) {
            const response = { status, ...(type && { type }), body }
            assert.ok(faultOf(preset, response), `${preset.id} ${type} ${status} ${body.slice(0, 60)}`)
          }
  })

  it('never count XHTML as accepted, by its type alone', () => {
    for (const preset of PRESETS)
      for (const status of [200, 202])
        assert.ok(
          faultOf(preset, { status, type: 'Application/XHTML+XML; charset=utf-8', body: '<p>in</p>' }),
        )
  })

  it('never count a page without a content type where the vendor answers with a body', () => {
    for (const preset of PRESETS.filter(({ kind }) => kind !== 'generic')) {
      if (['teams-workflow', 'servicenow-event', 'discord'].includes(preset.id)) continue
      assert.ok(faultOf(preset, { status: 200, body: '<html>{"ok":true}</html>' }), preset.id)
    }
  })
})

describe('presetRuleOf', () => {
  const filled = (preset: Preset) =>
    fillPreset(preset, {
      fields: Object.fromEntries(preset.fields.map(({ name, example }) => [name, example])),
    })
  /** Their receivers may have any address. */
  const ANYWHERE = new Set(['generic-json', 'cloudevents', 'ntfy', 'alertmanager-webhook'])

  for (const preset of PRESETS) {
    it(`knows the address of ${preset.id}, and proposes its rule to who takes a login page`, () => {
      const { url } = filled(preset)
      const found = presetRuleOf({ url, responseRule: null })
      if (ANYWHERE.has(preset.id)) return assert.equal(found, undefined)
      assert.deepEqual(found?.responseRule, preset.responseRule)
      assert.equal(found?.isProposed, true)
      assert.equal(presetRuleOf({ url, responseRule: preset.responseRule })?.isProposed, false)
      assert.equal(
        PRESETS.filter(({ address }) => address?.test(url)).every(
          ({ responseRule }) => responseRule === found?.responseRule,
        ),
        true,
        'two presets with different rules have this address',
      )
    })
  }

  it('knows the public server of ntfy', () => {
    assert.equal(presetRuleOf({ url: 'https://ntfy.sh/', responseRule: null })?.preset, 'ntfy')
  })

  it('tells rules that take a login page from those that do not', () => {
    const cases: readonly (readonly [ResponseRule | null, boolean])[] = [
      [null, true],
      // The rules of presets before this one.
      [[{ kind: 'contains', text: 'ok' }], true],
      [[{ kind: 'lacks', text: '"result":"failure"' }], true],
      [[{ kind: 'json', member: 'ok', equals: true }], false],
      [[{ kind: 'part', part: 'status', operator: 'equals', value: '200' }], true],
      [[{ kind: 'part', part: 'content_type', operator: 'not_equals', value: 'text/html' }], false],
    ]
    for (const [rule, takes] of cases) assert.equal(acceptsLoginPage(rule), takes, JSON.stringify(rule))
  })

  it('does not know other addresses', () => {
    for (const url of [
      'https://hooks.example.com/alerts',
      'https://hooks.slack.com.example.com/services/T0/B0/X',
      'https://example.com/?https://hooks.slack.com/services/T0/B0/X',
      'https://github.com/hooks/x',
      'https://discord.com/api/webhooks/1/x?wait=true',
    ])
      assert.equal(presetRuleOf({ url, responseRule: null }), undefined, url)
  })
})
