import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { assertRefused, BARE } from '../management/support.ts'

const HOUR_MS = 3_600_000

describe('/v1/webhooks/{id}/signing', () => {
  let app: TestApp
  let path: string
  const clock = new FakeClock(NOW)
  before(async () => {
    app = await startApp({ clock })
  })
  beforeEach(async () => {
    path = `/v1/webhooks/${(await app.call('POST', '/v1/webhooks', BARE)).json.id}`
  })
  after(() => app.stop())

  const rotate = (body?: object, headers = {}) => app.call('POST', `${path}/signing/rotate`, body, headers)
  const at = (ms: number) => new Date(clock.now() + ms).toISOString()

  it('without secrets nothing is signed', async () => {
    assert.deepEqual((await app.call('GET', `${path}/signing`)).json, { signed: false, secrets: [] })
    assert.equal((await app.call('GET', path)).json.signed, false)
  })

  it('rotate: the new secret in full, once; the others stay valid for a day, or as long as is said', async () => {
    const first = await rotate()
    const second = await rotate({})
    const third = await rotate({ overlap: '90m' })

    assert.match(first.json.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(first.headers['cache-control'], 'no-store')
    const key = (id: number, response: typeof first, expires_at: string | null) => ({
      id,
      hint: response.json.secret.slice(-4),
      created_at: at(0),
      expires_at,
    })
    assert.deepEqual(second.json.secrets, [key(2, second, null), key(1, first, at(24 * HOUR_MS))])
    const { json, text } = await app.call('GET', `${path}/signing`)
    assert.deepEqual(json, {
      signed: true,
      secrets: [key(3, third, null), key(2, second, at(1.5 * HOUR_MS)), key(1, first, at(1.5 * HOUR_MS))],
    })
    for (const { json } of [first, second, third]) assert.ok(!text.includes(json.secret.slice(6)))
  })

  it('changes the revision, shows up as signed, and not with what it is signed', async () => {
    const { json } = await rotate()
    const read = await app.call('GET', `${path}?show=secrets`)

    assert.deepEqual([read.json.signed, read.json.revision, read.headers['etag']], [true, 2, '"2"'])
    assert.ok(!read.text.includes(json.secret.slice(6, -1)))
  })

  it('secrets: all that are valid, for those who have the scope', async () => {
    const first = (await rotate()).json.secret
    const second = (await rotate({ overlap: '1h' })).json.secret
    const secrets = async () => {
      const { json } = await app.call('GET', `${path}/signing/secrets`)
      return json.secrets.map(({ id, secret }: { id: number; secret: string }) => [id, secret])
    }

    assert.deepEqual(await secrets(), [
      [2, second],
      [1, first],
    ])
    clock.advance(HOUR_MS)
    assert.deepEqual(await secrets(), [[2, second]])
    assert.equal((await app.call('GET', `${path}/signing`)).json.secrets.length, 1)
  })

  it('delete: signs no more; twice is harmless, and changes nothing the second time', async () => {
    await rotate()

    assert.equal((await app.call('DELETE', `${path}/signing`)).status, 204)
    assert.equal((await app.call('DELETE', `${path}/signing`)).status, 204)
    const { json } = await app.call('GET', path)
    assert.deepEqual([json.signed, json.revision], [false, 3])
  })

  it('refuses a secret that is none, one that is known, and an overlap that is too long, changing nothing', async () => {
    const { json } = await rotate()

    const short = await rotate({ secret: `whsec_${btoa('short')}`, overlap: '8d' })
    assertRefused(short, 'secret', /24 to 64 bytes .* these are 5/)
    assertRefused(short, 'overlap', /from 0s to 7d/)
    assertRefused(await rotate({ secret: json.secret }), 'secret', /is one of this webhook already/)
    assertRefused(await rotate({ overlap: 'soon' }), 'overlap', /not a duration such as/)
    assertRefused(await rotate({ colour: 'red' }), 'colour', /unknown member/)
    assert.equal((await app.call('GET', path)).json.revision, 2)
  })

  it('five may be valid at once; the sixth is 409 and says what to do', async () => {
    for (let count = 1; count <= 5; count += 1) assert.equal((await rotate()).status, 200)

    const response = await rotate()

    assert.equal(response.status, 409)
    assert.match(response.json.detail, /Wait until one expires, or rotate with the overlap 0s/)
    assert.equal((await rotate({ overlap: '0s' })).json.secrets.length, 1)
  })

  it('404 for a webhook that is not there', async () => {
    for (const [method, rest] of [
      ['GET', ''],
      ['GET', '/secrets'],
      ['POST', '/rotate'],
      ['DELETE', ''],
    ] as const) {
      const { status, json } = await app.call(method, `/v1/webhooks/999/signing${rest}`)
      assert.equal(status, 404)
      assert.match(json.detail, /no webhook 999/)
    }
  })
})
