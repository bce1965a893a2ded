import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { buildClient } from '../../scripts/build/client.ts'
import { createTocsin, TocsinError, verify, type Tocsin } from '../../clients/typescript/src/index.ts'
import { VERSION } from '../../src/runtime/version.ts'
import { SERVICE_TOKEN } from '../support/app/service.ts'
import { serveApp, type ServedApp } from '../support/app/served-app.ts'
import { Receiver } from '../support/network/receiver.ts'

describe('the client in TypeScript', () => {
  let app: ServedApp
  let receiver: Receiver
  let tocsin: Tocsin
  before(async () => {
    receiver = await Receiver.start()
    app = await serveApp()
    tocsin = createTocsin({ url: `${new URL(app.url).origin}/`, token: SERVICE_TOKEN })
  })
  after(async () => {
    await app.stop()
    await receiver.stop()
  })

  it('calls every operation with its types, and lists all pages', async () => {
    const { data: webhook } = await tocsin.POST('/v1/webhooks', { body: { name: 'a', url: receiver.url } })
    assert.equal(webhook?.name, 'a')
    for (let index = 0; index < 7; index += 1) {
      const body = { key: `k${index}`, name: 'Lag', state: 'high' as const }
      await tocsin.POST('/v1/alerts', { body })
    }
    await receiver.received(7)

    const ids: number[] = []
    for await (const { id } of tocsin.entries('/v1/deliveries', { limit: 3 })) ids.push(id)
    assert.equal(new Set(ids).size, 7)
    for await (const entry of tocsin.entries('/v1/webhooks')) assert.equal(entry.id, webhook?.id)
  })

  it('throws what the service refuses', async () => {
    await assert.rejects(tocsin.GET('/v1/webhooks/{id}', { params: { path: { id: 99 } } }), (error) => {
      assert.ok(error instanceof TocsinError)
      assert.deepEqual([error.status, error.type], [404, 'urn:tocsin:problem:not-found'])
      assert.match(error.message, /99/)
      return true
    })
    const stranger = createTocsin({ url: app.url, token: 'tcn_of-nobody-at-all-0123456789' })
    await assert.rejects(stranger.GET('/v1/webhooks'), { name: 'TocsinError', status: 401 })
  })

  it('verifies what a receiver gets, and nothing that was changed', async () => {
    const signed = await Receiver.start()
    const { data: webhook } = await tocsin.POST('/v1/webhooks', { body: { name: 'signed', url: signed.url } })
    const rotated = await app.call('POST', `/v1/webhooks/${webhook?.id}/signing/rotate`, {})
    const { secret } = rotated.json as { readonly secret: string }
    await tocsin.POST('/v1/alerts', { body: { key: 'signed', name: 'Lag', state: 'high' } })
    const [request = assert.fail()] = await signed.received(1)
    await signed.stop()

    const { id, body, sentAt } = verify(secret, request)
    assert.match(id, /^dlv_/)
    assert.equal(body, request.body)
    assert.ok(Math.abs(sentAt.getTime() - Date.now()) < 300_000)
    assert.throws(() => verify(secret, { ...request, body: `${request.body} ` }), {
      name: 'WebhookVerificationError',
    })
    assert.throws(() => verify(secret, { headers: {}, body: request.body }), /Missing required headers/)
  })

  it('is built into a package that Node.js loads, of this release', () => {
    const folder = buildClient()
    const script = 'import(process.argv[1]).then((all) => console.log(Object.keys(all).sort().join()))'
    const argv = ['--eval', script, join(folder, 'dist/index.js')]
    const names = execFileSync(process.execPath, argv, { encoding: 'utf8' }).trim()
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly version: string
    }

    assert.equal(names, 'TocsinError,WebhookVerificationError,createTocsin,verify')
    assert.equal(version, VERSION)
    assert.doesNotMatch(readFileSync(join(folder, 'dist/client.d.ts'), 'utf8'), /\.\.\/\.\./)
  })
})
