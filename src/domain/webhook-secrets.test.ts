import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { webhook } from '../../test/support/build.ts'
import type { Webhook } from './webhook.ts'
import { isSecretHeader, maskWebhook, secretsOf } from './webhook-secrets.ts'

const header = (key: string, value: string, id = 1) => ({ id, key, value })
const hiding = (given: Partial<Webhook>) => secretsOf(webhook(given)).hide

describe('isSecretHeader', () => {
  for (const [key, value, expected] of [
    ['Authorization', 'Bearer %AlertID%', true],
    ['X-Api-Key', 'abc', true],
    ['X-Team', 'dba', true],
    ['X-Anything', '', false],
    ['X-Alert', '%AlertName% now', false],
    ['X-Alert', '%NoSuchMarker%', true],
    ['Content-Type', 'application/json', false],
    ['USER-AGENT', 'dba/1', false],
    ['Priority', 'high', false],
    ['Idempotency-Key', '%AlertID%', false],
  ] as const) {
    it(`${key}: ${value} is ${expected ? 'hidden' : 'shown'}`, () => {
      assert.equal(isSecretHeader({ key, value }), expected)
    })
  }
})

describe('maskWebhook', () => {
  it('hides values of headers and credentials in the URL, and nothing else', () => {
    const given = webhook({
      url: 'https://bob:pw@h.example/a?token=t',
      headers: [header('X-Team', 'dba'), header('Accept', '*/*', 2)],
    })

    assert.deepEqual(maskWebhook(given), {
      ...given,
      url: 'https://***@h.example/a?token=***',
      headers: [header('X-Team', '***'), header('Accept', '*/*', 2)],
    })
  })
})

describe('secretsOf', () => {
  it('names the headers that are hidden, in lower case', () => {
    const headers = [header('X-Team', 'a'), header('Authorization', 'b'), header('Accept', 'c')]

    assert.deepEqual([...secretsOf(webhook({ headers })).headerNames], ['x-team', 'authorization'])
  })

  for (const { what, given, text, shown } of [
    {
      what: 'a header value as a whole and behind its scheme',
      given: { headers: [header('Authorization', 'Bearer abc-123')] },
      text: 'got Bearer abc-123, that is abc-123!',
      shown: 'got ***, that is ***!',
    },
    {
      what: 'what Basic encodes',
      given: { headers: [header('Authorization', `Basic ${btoa('bob:pass-word')}`)] },
      text: `${btoa('bob:pass-word')} bob:pass-word pass-word bob`,
      shown: '*** *** *** bob',
    },
    {
      what: 'user information of the URL, as it stands there, decoded, and as it is sent',
      given: { url: 'https://robert:p%C3%A4ssword@h.example/' },
      text: `robert:p%C3%A4ssword robert:pässword pässword ${Buffer.from('robert:pässword').toString('base64')} robert`,
      shown: '*** *** *** *** robert',
    },
    {
      what: 'paths and query parameters that are credentials',
      given: { url: 'https://hooks.slack.com/services/T00/B00/xyz?token=abcdef' },
      text: '/services/T00/B00/xyz?token=abcdef',
      shown: '/services/***?token=***',
    },
    {
      what: 'signing secrets with and without their prefix',
      given: { signingSecrets: [{ id: 1, secret: 'whsec_YWJj/GVm', createdAt: 0, expiresAt: null }] },
      text: 'whsec_YWJj/GVm YWJj/GVm',
      shown: '*** ***',
    },
    {
      what: 'values in JSON, with slashes escaped, in addresses and in HTML',
      given: { headers: [header('X-Token', 'a"b/c&d<e>')] },
      text: String.raw`a\"b/c&d<e> a\"b\/c&d<e> a%22b%2Fc%26d%3Ce%3E a&quot;b/c&amp;d&lt;e&gt;`,
      shown: '*** *** *** ***',
    },
    {
      what: 'the fixed parts of a value with markers',
      given: { headers: [header('X-Token', 'secret-%AlertID%-SECRET')] },
      text: 'secret-42-SECRET',
      shown: '***42***',
    },
    {
      what: 'a random value under any name, and no ordinary word',
      given: { headers: [header('X-A', 'abcdef0123456789abcdef'), header('X-B', 'platform')] },
      text: 'abcdef0123456789abcdef platform',
      shown: '*** platform',
    },
    {
      what: 'the longer of two that begin alike, and nothing that is too short',
      given: {
        headers: [header('X-Token', 'abcdef'), header('X-Key', 'abcdefgh'), header('X-Token', 'abc')],
      },
      text: 'abcdefgh abcdef abc',
      shown: '*** *** abc',
    },
  ]) {
    it(`hides ${what}`, () => {
      assert.equal(hiding(given)(text), shown)
    })
  }

  it('hides the beginning of a secret where a text was cut, and only there', () => {
    const hide = hiding({ headers: [header('X-Token', 'abcabcdefg')] })

    assert.equal(hide('xx abcabcdef', true), 'xx ***')
    assert.equal(hide('xx abcab', true), 'xx ***')
    assert.equal(hide('xx abcabcabcd', true), 'xx abc***')
    assert.equal(hide('xx abc', true), 'xx abc')
    assert.equal(hide('xx abcabcdef'), 'xx abcabcdef')
  })

  it('leaves no secret in any text, however it is cut', () => {
    const secret = fc.string({
      unit: fc.constantFrom('a', 'b', '"', '/', 'é', '€'),
      minLength: 6,
      maxLength: 12,
    })
    const around = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '"') })
    fc.assert(
      fc.property(secret, around, around, (value, before, after) => {
        const hide = hiding({ headers: [header('X-Token', value)] })
        const text = before + value + after + JSON.stringify(value)

        assert.ok(!hide(text).includes(value))
        assert.ok(!hide(before + value.slice(0, -1), true).endsWith(value.slice(0, -1)))
      }),
    )
  })
})
