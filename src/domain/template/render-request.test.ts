import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { alertEvent, jobRunEvent, webhook, SITE } from '../../../test/support/build.ts'
import type { Event } from '../alert/event.ts'
import { readableHeader } from './escaping.ts'
import { compileRequest, type RequestTemplate } from './render-request.ts'

function renderWith(given: Partial<RequestTemplate>, event: Event = alertEvent()) {
  return compileRequest({ ...webhook(), ...given }, SITE).render({ event, deliveryId: '88' })
}

test('renders method, URL, headers and body of a webhook', () => {
  const request = renderWith({
    url: 'https://example.com/alerts/%AlertID%?name=%AlertName%',
    method: 'PUT',
    headers: [
      { key: 'X-State', value: 'now %CurrentState%' },
      { key: 'X-Once', value: 'a' },
      { key: 'X-Once', value: 'b' },
    ],
    payloadTemplate: '{"id": %AlertID%, "delivery": "%x.DeliveryId%"}',
  })

  assert.deepEqual(request, {
    method: 'PUT',
    url: 'https://example.com/alerts/42?name=Replication%20lag',
    headers: [
      ['Content-Type', 'application/json'],
      ['X-State', 'now High'],
      ['X-Once', 'a'],
      ['X-Once', 'b'],
    ],
    body: '{"id": 42, "delivery": "88"}',
    missing: undefined,
  })
})

test('says which label of the URL has no value and no text in its place', () => {
  const missingIn = (url: string, labels?: Record<string, string>) =>
    renderWith({ url }, alertEvent({ details: labels ? { labels } : {} })).missing
  const url = 'https://example.com/%label.team%?b=%annotation.b%'

  assert.equal(missingIn(url), 'label.team')
  assert.equal(missingIn(url, { team: '' }), 'label.team')
  assert.equal(missingIn(url, { team: 'dba' }), 'annotation.b')
  assert.equal(missingIn('https://example.com/%label.team|or:dba%/%DatabaseName%'), undefined)
  assert.equal(missingIn('https://example.com/%label.team%', { team: 'dba' }), undefined)
})

test("the webhook's own Content-Type, whatever its case, is kept and decides the escaping", () => {
  const event = alertEvent({ name: 'a & "b"' })
  const payloadTemplate = '%AlertName%'
  const bodyWith = (key: string, value: string) => {
    const request = renderWith({ payloadTemplate, headers: [{ key, value }] }, event)
    assert.deepEqual(request.headers, [[key, value]])
    return request.body
  }

  assert.equal(bodyWith('content-type', 'text/plain'), 'a & "b"')
  assert.equal(bodyWith('CONTENT-TYPE', 'application/x-www-form-urlencoded'), 'a+%26+%22b%22')
  assert.equal(bodyWith('Content-type', 'text/xml; charset=utf-8'), 'a &amp; &quot;b&quot;')
  assert.equal(renderWith({ payloadTemplate }, event).body, String.raw`"a & \"b\""`)
})

test('a value cannot leave its place in the URL', () => {
  const urlWith = (url: string, name: string) => new URL(renderWith({ url }, alertEvent({ name })).url).href

  assert.equal(
    urlWith('https://example.com/a/%AlertName%/b', '../x?y#z'),
    'https://example.com/a/..%2Fx%3Fy%23z/b',
  )
  assert.equal(urlWith('https://example.com/a/%AlertName%/b', '..'), 'https://example.com/a/%252E%252E/b')
  assert.equal(urlWith('https://example.com/a?b=%AlertName%', '..'), 'https://example.com/a?b=..')
  assert.equal(urlWith('https://example.com/%20%AlertName%', 'é'), 'https://example.com/%20%C3%A9')
})

test('header values hold no control characters, and other letters as UTF-8 bytes', () => {
  const headers = [{ key: 'X-Note', value: 'ü: %AlertName%' }]
  const [, [, value] = []] = renderWith({ headers }, alertEvent({ name: 'é\r\nX-Evil: 1' })).headers

  assert.equal(value, '\u00c3\u00bc: \u00c3\u00a9X-Evil: 1')
  assert.equal(readableHeader(value ?? ''), 'ü: éX-Evil: 1')
})

test('any event gives a request that HTTP can carry', () => {
  const anyText = fc.oneof(
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
    fc.constantFrom('..', '.', '\r\n', '"', '\ud800', 'x'.repeat(9_000)),
  )
  const { render } = compileRequest(
    webhook({
      url: 'https://example.com/a/%AlertName%/%x.Key%?b=%AlertInfo%',
      headers: [{ id: 1, key: 'X-Note', value: '%AlertName% %AlertInfo% %x.Key%' }],
      payloadTemplate: '{"%AlertName%": %AlertInfo%}',
    }),
    SITE,
  )

  fc.assert(
    fc.property(anyText, anyText, (name, info) => {
      const { url, headers, body } = render({
        event: alertEvent({ name, alertKey: name, details: { info } }),
        deliveryId: '1',
      })

      assert.match(new URL(url).href, /^https:\/\/example\.com\/a\/[^/?]*\/[^/?]+\?b=[^&#]*$/)
      assert.ok(url.length < 60_000)
      for (const [, value] of headers) assert.match(value, /^[\u0020-\u007e\u0080-\u00ff]*$/)
      assert.deepEqual(Object.keys(JSON.parse(body)), [name.toWellFormed()])
    }),
  )
})

test('one long value does not crowd the others out of a URL or a header', () => {
  const headers = [{ key: 'X-Note', value: '%AlertName%-%AlertID%' }]
  const url = 'https://example.com/%AlertName%/%AlertID%'
  const request = renderWith({ url, headers }, alertEvent({ name: 'n'.repeat(9_000) }))

  assert.equal(request.url, `https://example.com/${'n'.repeat(2047)}%E2%80%A6/42`)
  assert.equal(readableHeader(request.headers.at(-1)?.[1] ?? ''), `${'n'.repeat(2047)}…-42`)
})

test('job runs render as well', () => {
  const request = renderWith(
    { payloadType: 'JOB', payloadTemplate: '{"job": "%JobName%", "s": %JobDuration%}' },
    jobRunEvent(),
  )

  assert.equal(request.body, '{"job": "nightly-rollup", "s": 277}')
})

test('warnings name the field of the webhook', () => {
  const { warnings } = compileRequest(
    {
      ...webhook(),
      url: 'https://example.com/caf%C3%A9%20/%AlertNam%/%AlertName%',
      headers: [
        { key: 'X-A', value: '%AlertName%' },
        { key: 'X-%AlertName%', value: '%JobName%' },
      ],
      payloadTemplate: '{"a": "%CurrentStat%"}',
    },
    SITE,
  )

  assert.deepEqual(
    warnings.map(({ path, message }) => `${path} ${message.split('%')[1]}`),
    [
      'payload_template CurrentStat',
      'url AlertNam',
      'http_headers[1].http_header_key AlertName',
      'http_headers[1].http_header_value JobName',
    ],
  )
})
