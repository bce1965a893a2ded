import assert from 'node:assert/strict'
import type { ServerOptions } from 'node:https'
import { after, afterEach, before, describe, it } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Lookup } from '../../src/delivery/connection/lookup.ts'
import type { WebhookTls } from '../../src/domain/webhook/webhook-tls.ts'
import { testCertificates, type Identity, type TestCertificates } from '../support/network/certificates.ts'
import { TlsReceiver } from '../support/network/tls-receiver.ts'
import { answered, closeAll, failed, LIMITS, makeSender, post, SHORT, startRaw } from './send-support.ts'

const toLoopback: Lookup = (_hostname, callback) =>
  setImmediate(() => callback(null, [{ address: '127.0.0.1', family: 4 }]))

const NONE: WebhookTls = { ca: null, certificate: null, key: null, insecure: false }

describe('send over TLS', () => {
  let made: TestCertificates
  let trusting: WebhookTls
  const receivers: TlsReceiver[] = []
  const ofTheSystem = getCACertificates('default')

  before(async () => {
    made = await testCertificates()
    trusting = { ...NONE, ca: made.authority.certificate }
  })
  afterEach(async () => {
    await closeAll()
    for (const receiver of receivers.splice(0)) await receiver.stop()
  })
  after(() => setDefaultCACertificates(ofTheSystem))

  async function start(identity: Identity, options: ServerOptions = {}): Promise<TlsReceiver> {
    const receiver = await TlsReceiver.start(identity, options)
    receivers.push(receiver)
    return receiver
  }

  /** One request with a sender of its own. */
  async function sendOnce(
    receiver: TlsReceiver,
    { host = 'receiver.example', tls = trusting }: { host?: string; tls?: WebhookTls | null } = {},
  ) {
    const sender = makeSender({ lookup: toLoopback })
    return sender.send(post(`https://${host}:${receiver.port}/`), { ...LIMITS, tls })
  }

  const clientOf = ({ certificate, key }: Identity): WebhookTls => ({ ...trusting, certificate, key })
  const checkingClients = (): ServerOptions => ({ requestCert: true, ca: made.authority.certificate })

  describe('the certificate of the receiver', () => {
    it('is trusted when an authority of the system vouches for it; each part is timed', async () => {
      setDefaultCACertificates([...ofTheSystem, made.authority.certificate])
      const receiver = await start(made.good)

      const { response, timing } = answered(await sendOnce(receiver, { tls: null }))
      setDefaultCACertificates(ofTheSystem)

      assert.equal(response.body, `receiver.example:${receiver.port}`)
      for (const part of ['dnsMs', 'connectMs', 'tlsMs', 'firstByteMs'] as const)
        assert.ok(timing[part] !== undefined, part)
      assert.ok(timing.tlsMs! <= timing.firstByteMs!)
    })

    it('is trusted when the CA bundle of the webhook vouches for it, and then the system does not count', async () => {
      setDefaultCACertificates([...ofTheSystem, made.authority.certificate])
      const receiver = await start(made.good)

      const ours = await sendOnce(receiver)
      const theirs = await sendOnce(receiver, { tls: { ...NONE, ca: made.otherAuthority.certificate } })
      setDefaultCACertificates(ofTheSystem)

      assert.equal(answered(ours).response.status, 200)
      assert.match(failed(theirs).detail, /an authority that is not trusted here/)
    })

    it('may be named itself in the bundle, as one of several', async () => {
      const receiver = await start(made.selfSigned)
      const another = await start(made.good)
      const ca = `${made.otherAuthority.certificate}${made.selfSigned.certificate}\n${made.good.certificate}`

      for (const one of [receiver, another])
        assert.equal(answered(await sendOnce(one, { tls: { ...NONE, ca } })).response.status, 200)
    })

    const wrong: readonly (readonly [keyof TestCertificates, RegExp])[] = [
      ['stranger', /^TLS failed: the certificate was issued by an authority that is not trusted here \(/],
      ['selfSigned', /^TLS failed: the certificate is self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/],
      ['expired', /^TLS failed: the certificate has expired \(CERT_HAS_EXPIRED\)$/],
      ['notYetValid', /^TLS failed: the certificate is not valid yet \(CERT_NOT_YET_VALID\)$/],
      [
        'wrongHost',
        /^TLS failed: the certificate is for another name \(.*\): it is for DNS:elsewhere\.example$/,
      ],
    ]
    for (const [kind, words] of wrong) {
      it(`that is wrong (${kind}) is refused in words, unless the webhook says insecure`, async () => {
        const receiver = await start(made[kind])

        const refused = failed(await sendOnce(receiver))
        const insecure = answered(await sendOnce(receiver, { tls: { ...NONE, insecure: true } }))

        assert.equal(refused.reason, 'tls')
        assert.match(refused.detail, words)
        assert.equal(insecure.response.status, 200)
        assert.equal(receiver.requests.length, 1)
      })
    }

    it('is asked for by name, and by address for a literal: with a SAN for the address only', async () => {
      const byAddress = await start(made.byAddress)
      const byName = await start(made.good)

      const right = answered(await sendOnce(byAddress, { host: '127.0.0.1' }))
      const wrong = failed(await sendOnce(byName, { host: '127.0.0.1' }))
      const dotted = answered(await sendOnce(byName, { host: 'receiver.example.' }))

      assert.equal(right.response.status, 200)
      assert.match(wrong.detail, /for another name/)
      assert.equal(dotted.response.status, 200)
      assert.equal(byAddress.requests[0]?.serverName, undefined)
      assert.equal(byName.requests[0]?.serverName, 'receiver.example')
    })
  })

  describe('the certificate of the client', () => {
    it('is shown to a receiver that asks for one', async () => {
      const receiver = await start(made.good, checkingClients())

      assert.equal(answered(await sendOnce(receiver, { tls: clientOf(made.client) })).response.status, 200)
      assert.deepEqual(
        receiver.requests.map(({ client }) => client),
        ['first client'],
      )
    })

    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      it(`is missed in words (${maxVersion})`, async () => {
        const receiver = await start(made.good, { ...checkingClients(), maxVersion })

        const result = failed(await sendOnce(receiver))

        assert.equal(result.reason, 'tls')
        assert.match(result.detail, /^TLS failed: the receiver .*requires? a client certificate/)
      })

      it(`that is not accepted ends as a failure that hints at it (${maxVersion})`, async () => {
        const receiver = await start(made.good, { ...checkingClients(), maxVersion })

        const result = failed(await sendOnce(receiver, { tls: clientOf(made.strangeClient) }))

        // This server hangs up without an alert.
        assert.match(
          result.detail,
          /during the TLS handshake$|a receiver that does not accept the client certificate may do that$/,
        )
      })
    }

    it('that cannot be used is a failure of the attempt, without a word of the key', async () => {
      const receiver = await start(made.good)
      const broken = { ...clientOf(made.client), key: made.secondClient.key }

      const result = failed(await sendOnce(receiver, { tls: broken }))

      assert.deepEqual(
        [result.reason, result.detail],
        ['tls', 'the TLS settings of the webhook cannot be used'],
      )
      assert.equal(receiver.connectionCount, 0)
    })
  })

  describe('what is no TLS, or an old one', () => {
    it('says so of a receiver that speaks plain HTTP', async () => {
      const url = await startRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))

      const result = failed(await makeSender().send(post(url.replace('http:', 'https:')), LIMITS))

      assert.equal(result.reason, 'tls')
      assert.match(result.detail, /^TLS failed: what listens there does not speak TLS; is it plain HTTP\?/)
    })

    it('says so of a receiver that speaks TLS 1.1 at the most', async () => {
      const receiver = await start(made.good, {
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      })

      const result = failed(await sendOnce(receiver))

      assert.equal(result.reason, 'tls')
      assert.match(result.detail, /^TLS failed: the receiver does not speak TLS 1\.2 or later/)
    })

    it('names the handshake when the time is up in it', async () => {
      const url = await startRaw(() => undefined)

      const result = await makeSender().send(post(url.replace('http:', 'https:')), SHORT)

      assert.partialDeepStrictEqual(result, { reason: 'timeout', detail: 'no TLS handshake within 0.8 s' })
    })
  })

  describe('kept connections', () => {
    it('are shared by those with the same settings only, and never show the certificate of another', async () => {
      const receiver = await start(made.good, { ...checkingClients(), rejectUnauthorized: false })
      const sender = makeSender({ lookup: toLoopback })
      const settings = [
        trusting,
        clientOf(made.client),
        clientOf(made.secondClient),
        { ...NONE, insecure: true },
        { ...clientOf(made.client), insecure: true },
      ]

      for (let round = 0; round < 3; round += 1)
        for (const tls of settings)
          answered(await sender.send(post(`https://receiver.example:${receiver.port}/`), { ...LIMITS, tls }))

      const clients = receiver.requests.map(({ client }) => client)
      const round = [undefined, 'first client', 'second client', undefined, 'first client']
      assert.deepEqual(clients, [...round, ...round, ...round])
      assert.deepEqual(
        receiver.requests.map(({ connection }) => connection),
        [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4],
      )
    })

    it('that are new resume the TLS session of the same settings, never that of others', async () => {
      const receiver = await start(made.good, { ...checkingClients(), rejectUnauthorized: false })
      const sender = makeSender({ lookup: toLoopback })
      const url = `https://receiver.example:${receiver.port}/`

      for (const tls of [trusting, clientOf(made.client), { ...NONE, insecure: true }]) {
        answered(await sender.send(post(url), { ...LIMITS, tls }))
        // Two at once need a second connection.
        await Promise.all([1, 2].map(() => sender.send(post(url), { ...LIMITS, tls })))

        const [first, ...others] = receiver.requests.splice(0)
        const onNew = others.filter(({ connection }) => connection !== first?.connection)
        assert.equal(first?.isResumed, false)
        assert.ok(onNew.length > 0)
        for (const request of onNew)
          assert.deepEqual([request.isResumed, request.client], [true, first.client])
      }
    })

    it('of an insecure webhook open nothing for one that checks', async () => {
      const receiver = await start(made.expired)
      const sender = makeSender({ lookup: toLoopback })
      const url = `https://receiver.example:${receiver.port}/`

      answered(await sender.send(post(url), { ...LIMITS, tls: { ...NONE, insecure: true } }))

      for (const tls of [null, trusting])
        assert.equal(failed(await sender.send(post(url), { ...LIMITS, tls })).reason, 'tls')
    })
  })
})
