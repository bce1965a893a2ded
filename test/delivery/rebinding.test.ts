import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { SenderDeps } from '../../src/delivery/send.ts'
import { createTargetRules } from '../../src/domain/target/target-address.ts'
import { DnsServer } from '../support/network/dns-server.ts'
import { eventually } from '../support/time/eventually.ts'
import { Neighbours } from '../support/network/neighbours.ts'
import { answered, closeAll, failed, LIMITS, makeSender, post } from './send-support.ts'

/**
 * Names that change their meaning, asked of a real name server, with a real receiver at each address. Two addresses
 * of this machine play the two parts: OPEN may be called, CLOSED must not.
 */
const OPEN = '127.0.0.2'
const CLOSED = '127.0.0.3'
/** May be called as well, but nobody listens there. */
const SILENT = '127.0.0.4'
const HOST = 'rebind.test'

/** Two ways to close an address: by the deny list, and because nothing opens it. */
const RULES = [
  [
    'denied by name of its network',
    createTargetRules({ listenHost: '127.0.0.1', allowTargets: [], denyTargets: [CLOSED, '::1'] }),
  ],
  [
    'a loopback address nobody opened',
    createTargetRules({ listenHost: '0.0.0.0', allowTargets: [OPEN, SILENT] }),
  ],
] as const

let dns: DnsServer
let receivers: Neighbours

beforeEach(async () => {
  dns = await DnsServer.start()
  receivers = await Neighbours.start([OPEN, CLOSED, '::1'])
})

afterEach(async () => {
  await closeAll()
  await receivers.stop()
  await dns.stop()
})

for (const [how, targets] of RULES) {
  describe(`a name that leads to a closed address (${how})`, () => {
    it('is called at the address that was checked, though it means another a moment later', async () => {
      dns.responses(HOST, [OPEN], [CLOSED])

      const result = await sender(targets).send(request(), LIMITS)

      assert.equal(answered(result).response.body, OPEN)
      assert.deepEqual(receivers.called, [OPEN])
      assert.equal(dns.countQueries(HOST), 1)
    })

    it('is called at the address that was checked over TLS as well', async () => {
      dns.responses(HOST, [OPEN], [CLOSED])

      // They do not use TLS; but whom it was tried with is known.
      const result = await sender(targets).send(post(`https://${HOST}:${receivers.port}/`), LIMITS)

      assert.notEqual(failed(result).reason, 'blocked')
      assert.deepEqual(receivers.connected, [OPEN])
    })

    it('is checked anew for each new connection', async () => {
      receivers.keepConnections = false
      dns.responses(HOST, [OPEN], [OPEN], [CLOSED])
      const one = sender(targets)

      const replies = []
      for (let count = 0; count < 3; count += 1) {
        replies.push(await one.send(request(), LIMITS))
        await eventually('the connection is closed', () => receivers.openCount === 0)
      }

      assert.deepEqual(receivers.called, [OPEN, OPEN])
      assert.equal(dns.countQueries(HOST), 3)
      const { reason, detail } = failed(replies[2]!)
      assert.equal(reason, 'blocked')
      assert.match(detail, /^rebind\.test is 127\.0\.0\.3, which .*TOCSIN_(ALLOW|DENY)_TARGETS/)
    })

    it('stays where it was found while the connection is kept', async () => {
      dns.responses(HOST, [OPEN], [CLOSED])
      const one = sender(targets)

      for (let count = 0; count < 3; count += 1) {
        assert.equal(answered(await one.send(request(), LIMITS)).response.body, OPEN)
        await new Promise((resolve) => setImmediate(resolve))
      }

      assert.deepEqual(receivers.called, [OPEN, OPEN, OPEN])
      assert.equal(dns.countQueries(HOST), 1)
    })

    for (const response of [
      [CLOSED, OPEN],
      [OPEN, CLOSED],
      [CLOSED, CLOSED, OPEN, CLOSED],
      ['::1', OPEN],
      [OPEN, '::1'],
      ['::1', CLOSED, OPEN, `::ffff:${CLOSED}`, '169.254.169.254'],
    ]) {
      it(`is never called at the closed one of ${response.join(', ')}`, async () => {
        receivers.keepConnections = false
        dns.responses(HOST, response)
        const one = sender(targets)

        const replies = await Promise.all(Array.from({ length: 8 }, () => one.send(request(), LIMITS)))

        for (const result of replies) assert.equal(answered(result).response.body, OPEN)
        assert.deepEqual(new Set(receivers.called), new Set([OPEN]))
      })
    }

    it('is not called at the closed one either when the open one does not answer', async () => {
      dns.responses(HOST, [CLOSED, SILENT, '::1'])

      const { reason, detail } = failed(await sender(targets).send(request(), LIMITS))

      assert.deepEqual([reason, detail], ['refused', `connection refused by ${SILENT}:${receivers.port}`])
      assert.deepEqual(receivers.called, [])
    })

    it('is blocked when it has closed ones only, and when it ends as such again and again', async () => {
      receivers.keepConnections = false
      dns.responses(HOST, [CLOSED, '::1'], [OPEN], [CLOSED], [OPEN], ['::1'])
      const one = sender(targets)

      const outcomes = []
      for (let count = 0; count < 5; count += 1) {
        const result = await one.send(request(), LIMITS)
        outcomes.push(result.kind === 'response' ? result.response.body : result.reason)
        await eventually('the connection is closed', () => receivers.openCount === 0)
      }

      assert.deepEqual(outcomes, ['blocked', OPEN, 'blocked', OPEN, 'blocked'])
      assert.deepEqual(receivers.called, [OPEN, OPEN])
    })
  })
}

describe('the name server of these tests', () => {
  it('would lead whoever asks twice to the closed address', async () => {
    dns.responses(HOST, [OPEN], [CLOSED])

    assert.deepEqual(await ask(HOST), [OPEN])
    assert.deepEqual(await ask(HOST), [CLOSED])
    assert.equal(await (await fetch(`http://${CLOSED}:${receivers.port}/`)).text(), CLOSED)
    dns.responses('other.test', ['::1', OPEN])
    assert.deepEqual(await ask('other.test'), [OPEN, '::1'])
    assert.deepEqual(await ask('missing.test'), 'ENOTFOUND')
  })
})

function sender(targets: SenderDeps['targets']) {
  return makeSender({ targets, lookup: dns.lookup() })
}

function request() {
  return post(`http://${HOST}:${receivers.port}/hook`)
}

function ask(name: string): Promise<readonly string[] | string | undefined> {
  return new Promise((resolve) =>
    dns.lookup()(name, (error, addresses) =>
      resolve(error ? error.code : addresses.map(({ address }) => address)),
    ),
  )
}
