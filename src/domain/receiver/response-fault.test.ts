import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { HeaderPairs, RecordedResponse } from './outcome.ts'
import { findResponseFault } from './response-fault.ts'
import type {
  PartOperator,
  ResponseCondition,
  ResponsePart,
  ResponseRule,
  ResponseValue,
} from './response-rule.ts'

const json = (member: string, equals: ResponseValue): ResponseCondition => ({ kind: 'json', member, equals })
const matching = (member: string, pattern: string): ResponseCondition => ({
  kind: 'json_matches',
  member,
  pattern,
})
const contains = (text: string): ResponseCondition => ({ kind: 'contains', text })
const lacks = (text: string): ResponseCondition => ({ kind: 'lacks', text })
const part = (name: ResponsePart, operator: PartOperator, value: string): ResponseCondition => ({
  kind: 'part',
  part: name,
  operator,
  value,
})

interface GivenResponse {
  readonly status?: number
  readonly type?: string
  readonly body?: string
}

function responseOf({ status = 200, type, body = '' }: GivenResponse): RecordedResponse {
  const headers: HeaderPairs = type === undefined ? [] : [['Content-Type', type]]
  return { status, headers, body, bodyTruncated: false }
}

function fault(rule: ResponseRule, body: string, bodyTruncated = false): string | undefined {
  return findResponseFault(rule, { status: 200, headers: [], body, bodyTruncated })
}

describe('findResponseFault', () => {
  const parts: readonly (readonly [ResponseCondition, GivenResponse, string | undefined])[] = [
    [part('status', 'equals', '202'), { status: 202 }, undefined],
    [part('status', 'equals', '202'), { status: 200 }, 'expected 202'],
    [part('status', 'not_equals', '204'), { status: 204 }, 'expected another'],
    [part('status', 'matches', '20[01]'), { status: 201 }, undefined],
    [part('status', 'matches', '20[01]'), { status: 202 }, 'expected one that matches "20[01]"'],
    [part('content_type', 'equals', 'text/plain'), { type: 'text/plain' }, undefined],
    [part('content_type', 'equals', 'text/plain'), { type: 'Text/Plain; charset=UTF-8' }, undefined],
    [
      part('content_type', 'equals', 'text/plain'),
      { type: 'text/html;charset=utf-8' },
      'the content type is text/html, expected text/plain',
    ],
    [part('content_type', 'equals', 'text/plain'), {}, 'the content type is missing, expected text/plain'],
    [part('content_type', 'not_equals', 'text/html'), {}, undefined],
    [part('content_type', 'not_equals', 'text/html'), { type: 'application/json' }, undefined],
    [
      part('content_type', 'not_equals', 'text/html'),
      { type: 'TEXT/HTML' },
      'the content type is text/html, expected another',
    ],
    [
      part('content_type', 'not_equals', 'text/html'),
      { type: 'application/json, text/html' },
      'the content type is text/html, expected another',
    ],
    [part('content_type', 'matches', 'application/(.+[+])?json'), { type: 'application/a+json' }, undefined],
    [part('body', 'equals', 'ok'), { body: 'ok' }, undefined],
    [part('body', 'equals', 'ok'), { body: '\ufeffok\r\n' }, undefined],
    [part('body', 'equals', 'ok'), { body: 'OK' }, 'the body is not "ok"'],
    [part('body', 'equals', 'ok'), { body: 'this is ok' }, 'the body is not "ok"'],
    [part('body', 'equals', 'ok'), { body: '' }, 'the body is empty'],
    [part('body', 'equals', ''), { body: ' \n' }, undefined],
    [part('body', 'equals', ''), { body: 'x' }, 'the body is not empty'],
    [part('body', 'not_equals', 'invalid_token'), { body: 'ok' }, undefined],
    [part('body', 'not_equals', 'invalid_token'), { body: 'invalid_token' }, 'the body is "invalid_token"'],
    [part('body', 'matches', 'ok|done'), { body: 'done' }, undefined],
    [part('body', 'matches', '[0-9]+ sent'), { body: '12 sent' }, undefined],
    [
      part('body', 'matches', '[0-9]+ sent'),
      { body: 'x12 sent' },
      'the body is nothing that matches "[0-9]+ sent"',
    ],
    [part('body', 'matches', 'ok.*'), { body: `ok${'x'.repeat(9_000)}` }, undefined],
    [
      part('body', 'matches', '[ok]+.*'),
      { body: `ok${'x'.repeat(9_000)}` },
      'the body has more than 2048 characters, which a pattern does not look at',
    ],
    [matching('name', 'spaces/.+'), { body: '{"name":"spaces/A/messages/B"}' }, undefined],
    [
      matching('name', 'spaces/.+'),
      { body: '{"name":"x"}' },
      'name is "x", expected one that matches "spaces/.+"',
    ],
    [matching('id', '[0-9]+'), { body: '{"id":17}' }, undefined],
    [matching('id', '.*'), { body: '{}' }, 'id is not there'],
    [matching('id', '.*'), { body: '{"id":[1]}' }, 'id is an array'],
    [matching('id', '.*'), { body: 'ok' }, 'the body is not JSON'],
  ]
  for (const [condition, given, expected] of parts) {
    it(`${JSON.stringify(condition)} on ${JSON.stringify(given).slice(0, 60)}: ${expected ?? 'holds'}`, () => {
      assert.equal(findResponseFault([condition], responseOf(given)), expected)
    })
  }

  it('breaks each condition on the whole body if the body was cut, and says so', () => {
    const cut = { ...responseOf({ body: 'ok' }), bodyTruncated: true }
    for (const operator of ['equals', 'not_equals', 'matches'] as const) {
      for (const value of ['ok', 'other', 'o.*']) {
        assert.equal(
          findResponseFault([part('body', operator, value)], cut),
          'the body is longer than what is kept, so it cannot be compared as a whole',
        )
      }
    }
    assert.equal(findResponseFault([part('status', 'equals', '200')], cut), undefined)
  })

  it('takes milliseconds for the longest body that a pattern looks at', () => {
    const rule = [part('body', 'matches', '(?:[ab]|[bc])*(?:a[bc]){10}x')]
    const response = responseOf({ body: 'ab'.repeat(1_024) })
    findResponseFault(rule, response)
    const begunAt = process.cpuUsage()
    findResponseFault(rule, { ...response, body: `${response.body.slice(2)}cc` })
    const { user } = process.cpuUsage(begunAt)
    assert.ok(user < 500_000, `${user / 1000} ms`)
  })

  const cases: readonly (readonly [ResponseCondition, string, string | undefined])[] = [
    [json('ok', true), '{"ok":true}', undefined],
    [json('ok', true), '\ufeff{"ok":true}', undefined],
    [json('ok', true), ' {"ok": true}\n', undefined],
    [json('ok', true), '{"ok":"true"}', 'ok is "true"'],
    [json('ok', true), '{"ok":1}', 'ok is 1'],
    [json('ok', true), '{}', 'ok is not there'],
    [json('ok', true), '{"ok":null}', 'ok is null'],
    [json('ok', true), '{"ok":[true]}', 'ok is an array'],
    [json('ok', true), 'true', 'ok is not there'],
    [json('ok', true), 'null', 'ok is not there'],
    [json('ok', true), '', 'the body is empty'],
    [json('ok', true), 'ok', 'the body is not JSON'],
    [json('ok', true), '{"ok":true', 'the body is not JSON'],
    [json('ok', true), '{"ok":true,"ok":false}', 'ok is false'],
    [json('errcode', 0), '{"errcode":0}', undefined],
    [json('errcode', 0), '{"errcode":"0"}', 'errcode is "0"'],
    [json('errcode', 0), '{"errcode":40013}', 'errcode is 40013'],
    [json('result.code', 'fine'), '{"result":{"code":"fine"}}', undefined],
    [json('result.code', 'fine'), '{"result":"fine"}', 'result.code is not there'],
    [json('result.code', 'fine'), '{"result.code":"fine"}', 'result.code is not there'],
    [json('items.0.ok', true), '{"items":[{"ok":true}]}', undefined],
    [json('errors.length', 0), '{"errors":[]}', undefined],
    [json('errors.length', 0), '{"errors":["bad"]}', 'errors.length is 1'],
    [json('error', null), '{}', undefined],
    [json('error', null), '{"error":null}', undefined],
    [json('error', null), '[]', undefined],
    [json('error', null), '{"error":false}', 'error is false'],
    [json('toString', null), '{}', undefined],
    [json('__proto__.ok', true), '{"ok":true}', '__proto__.ok is not there'],
    [json('s', 'x'), `{"s":"${'y'.repeat(500)}"}`, `s is "${'y'.repeat(149)}…"`],
    [contains('ok'), 'this is ok', undefined],
    [contains('ok'), 'OK', 'the body lacks "ok"'],
    [contains('ok'), '', 'the body is empty'],
    [lacks('error'), 'fine', undefined],
    [lacks('error'), '', undefined],
    [lacks('error'), 'an error', 'the body has "error"'],
  ]
  for (const [condition, body, expected] of cases) {
    it(`${JSON.stringify(condition)} on ${JSON.stringify(body.slice(0, 40))}: ${expected ?? 'holds'}`, () => {
      assert.equal(fault([condition], body), expected)
    })
  }

  it('asks every condition, and names the first that does not hold', () => {
    const rule = [json('ok', true), contains('done'), lacks('warning')]

    assert.equal(fault(rule, '{"ok":true,"words":"done"}'), undefined)
    assert.equal(fault(rule, '{"ok":false,"words":"warning"}'), 'ok is false')
    assert.equal(fault(rule, '{"ok":true,"words":"warning"}'), 'the body lacks "done"')
    assert.equal(fault(rule, '{"ok":true,"words":"done, warning"}'), 'the body has "warning"')
  })

  it('lets nothing hold that cannot be known because the body was cut, and says so', () => {
    assert.match(fault([json('ok', true)], '{"ok":true}', true) ?? '', /longer than what is kept.*JSON/)
    assert.match(fault([contains('ok')], 'no', true) ?? '', /"ok" is not in what is kept of the body/)
    assert.match(fault([lacks('error')], 'fine', true) ?? '', /longer than what is kept.*may have "error"/)
    assert.equal(fault([contains('ok')], 'ok', true), undefined)
    assert.equal(fault([lacks('error')], 'an error', true), 'the body has "error"')
  })

  it('finds each value of any JSON under the path to it, and never throws', () => {
    const name = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !text.includes('.'))
    const value = fc.oneof(fc.string({ maxLength: 20 }), fc.boolean(), fc.integer(), fc.constant(null))
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), value, (names, leaf) => {
        const body = JSON.stringify(
          names.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), leaf),
        )
        assert.equal(fault([json(names.join('.'), leaf)], body), undefined)
        assert.notEqual(
          fault([json(names.join('.'), 'another value, longer than any of them')], body),
          undefined,
        )
      }),
    )
  })
})
