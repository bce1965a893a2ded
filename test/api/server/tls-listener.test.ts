import assert from 'node:assert/strict'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import { ConfigError } from '../../../src/config/config.ts'
import {
  type CertificatePair,
  readCertificatePair,
  reloadCertificate,
} from '../../../src/housekeeping/watch-certificate.ts'
import {
  issueBy,
  testCertificates,
  type Identity,
  type TestCertificates,
} from '../../support/network/certificates.ts'
import { eventually } from '../../support/time/eventually.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

describe('the API over TLS', () => {
  let made: TestCertificates
  let folder: string
  let files: { readonly certificate: string; readonly key: string }
  const apps: TestApp[] = []

  before(async () => {
    made = await testCertificates()
    folder = await mkdtemp(join(tmpdir(), 'tocsin-tls-'))
    files = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  })
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.stop()
  })
  after(() => rm(folder, { recursive: true, force: true }))

  /** As tools do it: each file is replaced at once. */
  async function replace(file: string, text: string): Promise<void> {
    await writeFile(`${file}.new`, text)
    await rename(`${file}.new`, file)
  }

  async function write({ certificate, key }: Identity): Promise<void> {
    await replace(files.certificate, certificate)
    await replace(files.key, key)
  }

  async function start(clock?: FakeClock, settings: Readonly<Record<string, string>> = {}): Promise<TestApp> {
    const app = await startApp({
      listen: true,
      settings: { TOCSIN_TLS_CERT_FILE: files.certificate, TOCSIN_TLS_KEY_FILE: files.key, ...settings },
      ...(clock && { clock }),
    })
    apps.push(app)
    return app
  }

  const portOf = (app: TestApp) => Number(new URL(app.url).port)

  /** A request on a connection of its own, as one who trusts our authority. */
  function get(app: TestApp): Promise<{ readonly status: number; readonly peer: PeerCertificate }> {
    return new Promise((resolve, reject) => {
      request(`${app.url}/healthz`, { ca: made.authority.certificate, agent: false }, (response) => {
        const peer = (response.socket as TLSSocket).getPeerCertificate()
        response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, peer }))
      })
        .on('error', reject)
        .end()
    })
  }

  const events = (app: TestApp, name: string) => app.lines.filter(({ event }) => event === name)

  it('answers over TLS 1.2 and 1.3 with its certificate, and says so in its address', async () => {
    await write(made.local)
    const app = await start()

    assert.match(app.url, /^https:\/\/127\.0\.0\.1:\d+$/)
    assert.equal((await get(app)).status, 200)
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3', 'TLSv1.1'] as const) {
      const socket = connect({
        port: portOf(app),
        host: '127.0.0.1',
        ca: made.authority.certificate,
        minVersion: 'TLSv1',
        maxVersion,
        ciphers: 'DEFAULT@SECLEVEL=0',
      })
      const protocol = await new Promise((resolve) => {
        socket.once('secureConnect', () => resolve(socket.getProtocol()))
        socket.once('error', () => resolve('refused'))
      })
      socket.destroy()
      assert.equal(protocol, maxVersion === 'TLSv1.1' ? 'refused' : maxVersion)
    }
  })

  it('sends Strict-Transport-Security if it is set', async () => {
    await write(made.local)
    const header = async (app: TestApp) =>
      (await app.call('GET', '/healthz')).headers['strict-transport-security']

    assert.equal(await header(await start()), undefined)
    assert.equal(await header(await start(undefined, { TOCSIN_HSTS: '365d' })), 'max-age=31536000')
  })

  it('hangs up on whoever speaks plain HTTP, and goes on', async () => {
    await write(made.local)
    const app = await start()
    const socket = connectPlain(portOf(app), '127.0.0.1')
    socket.on('error', () => undefined).resume()

    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')

    await new Promise((resolve) => socket.once('close', resolve))
    assert.equal((await get(app)).status, 200)
  })

  it('takes a new certificate into use when the files change; connections there are go on', async () => {
    await write(made.local)
    const clock = new FakeClock()
    const app = await start(clock)
    const before = await get(app)
    const kept = connect({ port: portOf(app), host: '127.0.0.1', ca: made.authority.certificate })
    await new Promise((resolve) => kept.once('secureConnect', resolve))
    const renewed = await issueBy(made.authority, { names: ['localhost'], addresses: ['127.0.0.1'] })

    await write(renewed)
    await eventually('the new certificate is shown', async () => {
      await clock.advance(5_000)
      return (await get(app)).peer.serialNumber !== before.peer.serialNumber
    })

    assert.equal(events(app, 'housekeeping.certificate_reloaded').length, 1)
    kept.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    let response = ''
    for await (const chunk of kept) response += String(chunk)
    assert.match(response, /^HTTP\/1\.1 200 /)
  })

  it('keeps the pair it has while the files do not fit or cannot be read, and says so once', async () => {
    await write(made.local)
    const renewed = await issueBy(made.authority, { names: ['localhost'] })
    const paths = { certificateFile: files.certificate, keyFile: files.key }
    const used: CertificatePair[] = []
    const notified: string[] = []
    const { step } = reloadCertificate({
      files: paths,
      pair: await readCertificatePair(paths),
      use: (pair) => used.push(pair),
      log: { error: ({ reason }, name) => notified.push(`${name}: ${String(reason)}`) },
    })
    const steps = async (count: number) => {
      for (let index = 0; index < count; index += 1) assert.equal(await step(), 0)
    }

    await steps(2)
    await replace(files.certificate, renewed.certificate)
    await steps(1)
    assert.deepEqual(notified, [], 'between the two files of a replacement nothing is logged')
    await steps(3)
    assert.equal(notified.length, 1)
    assert.match(
      notified[0]!,
      /^service\.certificate_unusable: .*cannot be used: the key is not the private key of the certificate\.$/,
    )

    await rm(files.key)
    await steps(3)
    assert.equal(notified.length, 2)
    assert.match(notified[1]!, /key\.pem cannot be read: ENOENT/)
    assert.ok(!notified.join().includes('PRIVATE KEY'))
    assert.deepEqual(used, [])

    await replace(files.key, renewed.key)
    assert.equal(await step(), 1)
    assert.equal(await step(), 0)
    assert.deepEqual(used, [renewed])
  })

  it('goes on with the certificate it has while the files are broken', async () => {
    await write(made.local)
    const clock = new FakeClock()
    const app = await start(clock)
    const { peer } = await get(app)

    await replace(files.key, made.client.key)
    await eventually('the mistake is logged', async () => {
      await clock.advance(5_000)
      return events(app, 'service.certificate_unusable').length > 0
    })

    assert.equal(events(app, 'service.certificate_unusable')[0]?.level, 'error')
    assert.equal((await get(app)).peer.serialNumber, peer.serialNumber)
  })

  for (const [what, certificate, key, words] of [
    ['do not fit', 'local', 'client', /is not the private key of the certificate/],
    ['are swapped', 'key', 'certificate', /there is a private key in it/],
    ['are missing', undefined, undefined, /cert\.pem cannot be read: ENOENT/],
  ] as const) {
    it(`does not start with files that ${what}`, async () => {
      await rm(files.certificate, { force: true })
      await rm(files.key, { force: true })
      if (certificate === 'local') await write({ certificate: made.local.certificate, key: made[key].key })
      if (certificate === 'key') await write({ certificate: made.local.key, key: made.local.certificate })

      await assert.rejects(
        start(),
        (error) =>
          error instanceof ConfigError && words.test(error.message) && !error.message.includes('PRIVATE KEY'),
      )
    })
  }
})
