import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { webhook } from '../../../test/support/build.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { finish } from '../steps.ts'
import { isSecretHeader, maskWebhook, secretsOf } from './webhook-secrets.ts'

const header = (key: string, value: string, id = 1) => ({ id, key, value })
const hiding = (given: Partial<Webhook>) => finish(secretsOf(webhook(given))).hide

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
  it('hides values of headers and credentials in the URLs, and nothing else', () => {
    const clearRequest = { method: 'PUT', url: 'https://h.example/b?token=u', payloadTemplate: 'over' }
    const given = webhook({
      url: 'https://bob:pw@h.example/a?token=t',
      clearRequest,
      headers: [header('X-Team', 'dba'), header('Accept', '*/*', 2)],
    })

    assert.deepEqual(maskWebhook(given), {
      ...given,
      url: 'https://***@h.example/a?token=***',
      clearRequest: { ...clearRequest, url: 'https://h.example/b?token=***' },
      headers: [header('X-Team', '***'), header('Accept', '*/*', 2)],
    })
  })
})

describe('secretsOf', () => {
  it('names the headers that are hidden, in lower case', () => {
    const headers = [header('X-Team', 'a'), header('Authorization', 'b'), header('Accept', 'c')]

    assert.deepEqual([...finish(secretsOf(webhook({ headers }))).headerNames], ['x-team', 'authorization'])
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

  it('hides what is secret in the address of either request', () => {
    const clearRequest = {
      method: 'PUT',
      url: 'https://h.example/?token=closing-secret',
      payloadTemplate: '',
    }
    const hide = hiding({ url: 'https://h.example/?token=opening-secret', clearRequest })

    assert.equal(hide('opening-secret, closing-secret'), '***, ***')
  })

  it('hides the beginning of a secret where a text was cut, and only there', () => {
    const hide = hiding({ headers: [header('X-Token', 'abcabcdefg')] })

    assert.equal(hide('xx abcabcdef', true), 'xx ***')
    assert.equal(hide('xx abcab', true), 'xx ***')
    assert.equal(hide('xx abcabcabcd', true), 'xx abc***')
    assert.equal(hide('xx abc', true), 'xx abc')
    assert.equal(hide('xx abcabcdef'), 'xx abcabcdef')
  })

  it('hides a long secret in its whole length, also where it is only begun', () => {
    const secret = Array.from({ length: 250 }, (_, at) => 1_000 + at).join('')
    const hide = hiding({ headers: [header('X-Token', secret)] })

    assert.equal(hide(`1${secret}2`), '1***2')
    assert.equal(hide(`1${secret.slice(0, 500)}`, true), '1***')
  })

  it('hides many long secrets in a long text, though they resemble each other and the text', () => {
    const headers = Array.from({ length: 64 }, (_, id) =>
      header('X-Api-Key', `${'a'.repeat(4_000 + id)}b${'a'.repeat(4_000 - id)}`, id),
    )
    const hide = hiding({ headers })

    // Looked for one by one, each at each offset, they would take some five minutes.
    assert.equal(hide('a'.repeat(4 * 1024 * 1024)), '***')
    assert.equal(hide('the response'), 'the response')
  })

  it('shows nothing of a webhook that has more secrets than anybody looks for', () => {
    const parts = (id: number) => Array.from({ length: 500 }, (_, at) => `${id}-${1_000 + at}`)
    const headers = Array.from({ length: 64 }, (_, id) => header('X-Token', parts(id).join('%AlertID%'), id))

    assert.equal(hiding({ headers })('the response'), '***')
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
