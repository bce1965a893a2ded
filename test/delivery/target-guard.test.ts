import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { prepareRequest } from '../../src/delivery/prepare-request.ts'
import { RequestCache } from '../../src/delivery/request-cache.ts'
import { finish } from '../../src/domain/steps.ts'
import { createTargetRules } from '../../src/domain/target/target-address.ts'
import { checkUrl } from '../../src/domain/definition/webhook-rules.ts'
import { alertEvent, NOW, webhook, SITE } from '../support/build.ts'
import { Neighbours } from '../support/network/neighbours.ts'
import { FakeClock } from '../support/time/fake-clock.ts'
import { EMBEDDED, hostSpellings } from '../support/network/target-forms.ts'
import { answered, closeAll, failed, LIMITS, makeSender, post } from './send-support.ts'

const OPEN = '127.0.0.2'
const CLOSED = '127.0.0.3'
const targets = createTargetRules({ listenHost: '127.0.0.1', allowTargets: [], denyTargets: [CLOSED] })

let receivers: Neighbours
beforeEach(async () => {
  receivers = await Neighbours.start([OPEN, CLOSED])
})
afterEach(async () => {
  await closeAll()
  await receivers.stop()
})

describe('the guard of every connection', () => {
  it('lets nothing through to a closed address, however it is spelled', async () => {
    const sender = makeSender({ targets })
    const spellings = fc.sample(hostSpellings(CLOSED), { numRuns: 40, seed: 1 })
    const hosts = [...spellings, ...EMBEDDED.map(([, embed]) => `[${embed(CLOSED).replace(/%.*/, '')}]`)]

    for (const host of hosts) {
      const { reason, detail } = failed(await sender.send(post(`http://${host}:${receivers.port}/`), LIMITS))
      assert.equal(reason, 'blocked', host)
      assert.match(detail, /127\.0\.0\.3,? .*TOCSIN_DENY_TARGETS/)
    }
    assert.deepEqual(receivers.connected, [])
  })

  it('does not follow a redirect, whatever kind it is', async () => {
    const sender = makeSender({ targets })
    const statuses = [300, 301, 302, 303, 307, 308]

    for (const status of statuses) {
      receivers.redirect = { status, location: `http://${CLOSED}:${receivers.port}/inside` }
      const result = await sender.send(post(`http://${OPEN}:${receivers.port}/`), LIMITS)
      assert.equal(answered(result).response.status, status)
    }

    assert.deepEqual(
      receivers.called,
      statuses.map(() => OPEN),
    )
  })

  it('looks at the host, not at what is written before or behind it', async () => {
    const sender = makeSender({ targets })
    const { port } = receivers
    const closed = [
      `http://${OPEN}@${CLOSED}:${port}/`,
      `http://${OPEN}:${port}@${CLOSED}:${port}/`,
      `http://${OPEN}%2F@${CLOSED}:${port}/`,
      `http://${CLOSED}:${port}\\@${OPEN}:${port}/`,
      `http://${CLOSED}:${port}?@${OPEN}:${port}/`,
      `http://${CLOSED}:${port}/@${OPEN}:${port}/`,
    ]
    const open = [
      `http://${CLOSED}@${OPEN}:${port}/`,
      `http://${CLOSED}:80@${OPEN}:${port}/`,
      `http://${OPEN}:${port}\\@${CLOSED}:${port}/`,
      `http://${OPEN}:${port}/@${CLOSED}:${port}/`,
      `http://${OPEN}:${port}//${CLOSED}:${port}/`,
      `http://${OPEN}:${port}?http://${CLOSED}:${port}/`,
    ]

    for (const url of closed) {
      assert.match(targets.checkUrl(url) ?? 'allowed', /DENY/, url)
      assert.equal(failed(await sender.send(prepared(url), LIMITS)).reason, 'blocked', url)
    }
    for (const url of open) {
      assert.equal(targets.checkUrl(url), undefined, url)
      assert.equal(answered(await sender.send(prepared(url), LIMITS)).response.body, OPEN, url)
    }
    assert.deepEqual(new Set(receivers.connected), new Set([OPEN]))
  })

  it('is not got round by values of an event: they stay behind the host', async () => {
    const sender = makeSender({ targets })
    const { port } = receivers
    const values = [
      `@${CLOSED}:${port}/`,
      `//${CLOSED}:${port}/`,
      `\\\\${CLOSED}:${port}\\`,
      `:${port}@${CLOSED}`,
      `/../..//${CLOSED}:${port}`,
      `http://${CLOSED}:${port}/`,
      ` HTTP/1.1\r\nHost: ${CLOSED}:${port}\r\n\r\n`,
      '..',
      '#',
    ]

    for (const url of [`http://${OPEN}:${port}/%AlertName%`, `http://${OPEN}:${port}?%AlertName%=1`]) {
      assert.equal(checkUrl(url), undefined)
      for (const value of values) {
        const { response } = answered(await sender.send(prepared(url, value), LIMITS))
        assert.equal(response.body, OPEN, value)
      }
    }
    assert.deepEqual(new Set(receivers.connected), new Set([OPEN]))
    for (const { headers } of receivers.requests) assert.equal(headers.host, `${OPEN}:${port}`)
  })

  it('is asked about the host that the definition names, whatever the values are', () => {
    const nasty = fc.string({ unit: fc.constantFrom(...'@/\\:?#.%[]a1\r\n\t\u0000\ud800。') })
    fc.assert(
      fc.property(
        fc.constantFrom(
          '/%AlertName%',
          '?%AlertName%',
          '/a%AlertName%b?c=%AlertName%',
          '/%AlertName%%AlertName%',
        ),
        fc.oneof(nasty, fc.string({ unit: 'binary' }), fc.webUrl()),
        (rest, value) => {
          const url = URL.parse(prepared(`https://user:pass@hooks.example:8443${rest}`, value).url)
          assert.equal(url?.origin, 'https://hooks.example:8443')
          assert.deepEqual([url.username, url.password], ['', ''])
        },
      ),
    )
  })

  it('has no part in what a marker would decide: no marker may stand in the host', () => {
    for (const url of [
      'http://%AlertName%/',
      'http://%AlertName%@h.example/',
      'http://h.example%AlertName%/',
      'http://h.example:%AlertName%/',
      'http://h.example:80%AlertName%',
      '%AlertName%//h.example/',
      'http:%AlertName%//h.example/',
      'http:/%AlertName%/h.example/',
    ]) {
      assert.notEqual(checkUrl(url), undefined, url)
    }
  })
})

/** The request of a webhook with this URL, made in the way of every delivery. */
function prepared(url: string, name = 'n') {
  const deps = { requests: new RequestCache(SITE), clock: new FakeClock(NOW), version: '1.2.3' }
  return finish(
    prepareRequest(webhook({ url }), alertEvent({ name }), { id: 'dlv_x_1', isOver: false }, deps),
  ).request
}
