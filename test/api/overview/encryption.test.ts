import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { keyIdOf } from '../../../src/storage/encryption/secret-box.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { BARE } from '../management/support.ts'

const KEY = Buffer.alloc(32, 3)
const NEW_KEY = Buffer.alloc(32, 4)

describe('/v1/encryption', () => {
  let app: TestApp
  let plain: TestApp
  before(async () => {
    const keys = [NEW_KEY.toString('base64'), KEY.toString('hex')].join()
    app = await startApp({ settings: { TOCSIN_ENCRYPTION_KEY: keys } })
    plain = await startApp()
  })
  after(async () => {
    await app.stop()
    await plain.stop()
  })

  it('tells the keys by their ids, and how many values are under each', async () => {
    await app.call('POST', '/v1/webhooks', BARE)

    const { status, json, text } = await app.call('GET', '/v1/encryption')

    assert.equal(status, 200)
    assert.deepEqual(json, {
      enabled: true,
      current_key: keyIdOf(NEW_KEY),
      keys: [keyIdOf(NEW_KEY), keyIdOf(KEY)],
      // A URL, a template, and the key for history.
      values: { [keyIdOf(NEW_KEY)]: 3 },
    })
    assert.ok(!text.includes(KEY.toString('base64').slice(0, 20)))
  })

  it('rotate says what it did and how it is now; twice is harmless', async () => {
    const { json } = await app.call('POST', '/v1/encryption/rotate')

    assert.deepEqual([json.rotated, json.enabled, json.values], [0, true, { [keyIdOf(NEW_KEY)]: 3 }])
  })

  it('without a key: says so, and there is nothing to rotate to', async () => {
    await plain.call('POST', '/v1/webhooks', BARE)

    const rotated = await plain.call('POST', '/v1/encryption/rotate')

    assert.deepEqual((await plain.call('GET', '/v1/encryption')).json, {
      enabled: false,
      current_key: null,
      keys: [],
      values: { plain: 2 },
    })
    assert.equal(rotated.status, 409)
    assert.match(rotated.json.detail, /TOCSIN_ENCRYPTION_KEY/)
  })
})
