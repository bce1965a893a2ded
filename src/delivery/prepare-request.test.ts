import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertEvent, NOW, webhook, SITE } from '../../test/support/build.ts'
import { finish } from '../domain/steps.ts'
import { createSigner, formatSigningSecret, type SigningSecret } from '../domain/receiver/signature.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { deliveryName, prepareRequest, recordRequest, renderRequest } from './prepare-request.ts'
import { RequestCache } from './request-cache.ts'

describe('the name of a delivery', () => {
  it('has its epoch, unless it was made before there were any', () => {
    assert.equal(deliveryName('i', { epoch: '9f3a12bc', deliveryId: 7 }), 'dlv_i_9f3a12bc_7')
    assert.equal(deliveryName('i', { epoch: null, deliveryId: 7 }), 'dlv_i_7')
  })
})

describe('prepareRequest', () => {
  it('adds who we are, the id of the delivery and the moment of the attempt', () => {
    const { headers } = prepare({ headers: [{ id: 1, key: 'X-A', value: 'one' }] })

    assert.deepEqual(headers, [
      ['Content-Type', 'application/json'],
      ['X-A', 'one'],
      ['User-Agent', 'Tocsin/1.2.3'],
      ['webhook-id', 'dlv_i_1'],
      ['webhook-timestamp', String(NOW / 1000)],
    ])
  })

  it('leaves a User-Agent of the webhook, but not an id or a timestamp', () => {
    const { headers } = prepare({
      headers: [
        { id: 1, key: 'user-agent', value: 'dba/1' },
        { id: 2, key: 'Webhook-Id', value: 'mine' },
        { id: 3, key: 'WEBHOOK-TIMESTAMP', value: '0' },
      ],
    })

    const names = headers.map(([name]) => name.toLowerCase())
    assert.deepEqual(names, ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp'])
    assert.equal(headers[1]?.[1], 'dba/1')
    assert.equal(headers[2]?.[1], 'dlv_i_1')
  })

  it('moves credentials from the URL to Authorization, unless the webhook has its own', () => {
    const moved = prepare({ url: 'https://bob:p%C3%A4ss@h.example/a?b=c' })
    const own = prepare({
      url: 'https://bob:pw@h.example/',
      headers: [{ id: 1, key: 'AUTHORIZATION', value: 'Bearer x' }],
    })
    const malformed = prepare({ url: 'https://bob:100%@h.example/' })

    assert.equal(moved.url, 'https://h.example/a?b=c')
    assert.deepEqual(authorization(moved), [`Basic ${Buffer.from('bob:päss').toString('base64')}`])
    assert.equal(own.url, 'https://h.example/')
    assert.deepEqual(authorization(own), ['Bearer x'])
    assert.deepEqual(authorization(malformed), [`Basic ${Buffer.from('bob:100%').toString('base64')}`])
  })

  it('does not take an @ elsewhere for credentials', () => {
    const request = prepare({ url: 'https://h.example/@team?to=a@b.example' })

    assert.equal(request.url, 'https://h.example/@team?to=a@b.example')
    assert.deepEqual(authorization(request), [])
  })

  it('tells an end by the request that there is for it, beside the other, with the same headers', () => {
    const requests = new RequestCache(SITE)
    const clearRequest = {
      method: 'PUT',
      url: 'https://h.example/close',
      payloadTemplate: 'over %NoSuchMarker%',
    }
    const called = webhook({ headers: [{ id: 1, key: 'X-Team', value: 'dba' }], clearRequest })
    const make = (of: Webhook, isOver: boolean) =>
      finish(prepareRequest(of, alertEvent(), { id: 'x', isOver }, { ...DEPS, requests }))

    for (const _again of [1, 2]) {
      const [own, over] = [make(called, false), make(called, true)]
      assert.deepEqual([own.request.method, own.request.url], [called.method, called.url])
      assert.deepEqual([over.request.method, over.request.url], ['PUT', 'https://h.example/close'])
      assert.equal(over.request.body, 'over %NoSuchMarker%')
      assert.deepEqual(over.request.headers, own.request.headers)
      assert.deepEqual([own.warnings.length, over.warnings[0]?.path], [0, 'clear_request.payload_template'])
    }
    const { clearRequest: _none, ...rest } = called
    assert.equal(make({ ...rest, clearRequest: null, revision: 2 }, true).request.method, called.method)
  })

  it('renders a changed webhook anew', () => {
    const requests = new RequestCache(SITE)
    const render = (given: Partial<Webhook>) =>
      finish(prepareRequest(webhook(given), alertEvent(), { id: 'x', isOver: false }, { ...DEPS, requests }))
        .request.body

    assert.equal(render({ payloadTemplate: 'one', revision: 1 }), 'one')
    assert.equal(render({ payloadTemplate: 'two', revision: 2 }), 'two')
    assert.equal(render({ payloadTemplate: 'other', id: 8 }), 'other')
    assert.equal(render({ payloadTemplate: 'draft', id: 0, revision: 0 }), 'draft')
    assert.equal(render({ payloadTemplate: 'another draft', id: 0, revision: 0 }), 'another draft')
    assert.equal(render({ payloadTemplate: 'two', revision: 2 }), 'two')
  })

  it('copies for a request nothing that the service is made of besides', () => {
    const service = {
      ...SITE,
      get settings(): never {
        return assert.fail('copied')
      },
    }
    const requests = new RequestCache(service)
    const given = { id: 'x', isOver: false }

    const { rendered } = finish(
      renderRequest(webhook({ payloadTemplate: '%x.Link%' }), alertEvent(), given, { requests }),
    )

    assert.ok(rendered.body.includes(SITE.publicUrl))
  })
})

describe('recordRequest', () => {
  it('shows the address with the bytes that are sent, without its secrets', () => {
    const url = 'https://h.example/a/../b/./c?d="a"&token=s3cr3t-value-9f8e7d'

    assert.equal(record({ url }).url, 'https://h.example/b/c?d=%22a%22&token=***')
    assert.equal(record({ url: 'https://H.example/x?' }).url, 'https://h.example/x')
  })

  it('hides the moved credentials like any others', () => {
    const recorded = record({ url: 'https://bob:pw@h.example/?token=t' })

    assert.equal(recorded.url, 'https://h.example/?token=***')
    assert.ok(recorded.headers.some(([name, value]) => name === 'Authorization' && value === 'Basic ***'))
  })

  it('hides what a read of the webhook hides, but not what we say of ourselves, nor the signature', () => {
    const recorded = record({
      headers: [
        { id: 1, key: 'X-Team', value: 'dba' },
        { id: 2, key: 'X-Alert', value: '%AlertName%' },
      ],
      signingSecrets: [SIGNING_SECRET],
    })
    const shown = Object.fromEntries(recorded.headers)

    assert.equal(shown['X-Team'], '***')
    assert.equal(shown['X-Alert'], 'Replication lag')
    assert.equal(shown['Content-Type'], 'application/json')
    assert.equal(shown['webhook-id'], 'dlv_i_1')
    assert.match(shown['webhook-signature'] ?? '', /^v1,[A-Za-z0-9+/]{43}=$/)
  })

  it('hides the secrets of the webhook in the body as well', () => {
    const { body } = record({
      headers: [{ id: 1, key: 'X-Api-Key', value: 'abcdef' }],
      payloadTemplate: '{"key": "abcdef", "signing": "%AlertName%"}',
    })

    assert.equal(body, '{"key": "***", "signing": "Replication lag"}')
  })
})

describe('signatures', () => {
  it('are added to the request of a webhook with signing secrets, over its id, moment and body', () => {
    const { headers, body } = prepare({ signingSecrets: [SIGNING_SECRET] })

    const sign = createSigner([SIGNING_SECRET])
    assert.ok(sign)
    assert.deepEqual(headers.slice(-3), [
      ['webhook-id', 'dlv_i_1'],
      ['webhook-timestamp', String(NOW / 1000)],
      ['webhook-signature', finish(sign({ id: 'dlv_i_1', timestamp: String(NOW / 1000), body }, NOW))],
    ])
  })

  it('take the place of a header of this name; without signing secrets that one is sent', () => {
    const headers = [{ id: 1, key: 'Webhook-Signature', value: 'mine' }]
    const namesOf = (request: ReturnType<typeof prepare>) =>
      request.headers.filter(([name]) => name.toLowerCase() === 'webhook-signature')

    assert.deepEqual(namesOf(prepare({ headers })), [['Webhook-Signature', 'mine']])
    const [[name, value] = [], ...more] = namesOf(prepare({ headers, signingSecrets: [SIGNING_SECRET] }))
    assert.deepEqual([name, more], ['webhook-signature', []])
    assert.match(value ?? '', /^v1,/)
  })
})

const SIGNING_SECRET: SigningSecret = {
  id: 1,
  secret: formatSigningSecret(Buffer.alloc(32, 1)),
  createdAt: NOW,
  expiresAt: null,
}

function record(given: Partial<Webhook>) {
  return finish(
    recordRequest(prepare(given), finish(new RequestCache(SITE).get(webhook(given), false)).secrets),
  )
}

const DEPS = { clock: new FakeClock(NOW), version: '1.2.3' }

function prepare(given: Partial<Webhook>) {
  const deps = { ...DEPS, requests: new RequestCache(SITE) }
  return finish(prepareRequest(webhook(given), alertEvent(), { id: 'dlv_i_1', isOver: false }, deps)).request
}

function authorization({ headers }: ReturnType<typeof prepare>): readonly string[] {
  return headers.filter(([name]) => name.toLowerCase() === 'authorization').map(([, value]) => value)
}
