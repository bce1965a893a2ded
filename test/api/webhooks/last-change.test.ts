import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { asTokenWith } from '../../support/app/make-token.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const CREDENTIAL = 'Bearer quite-secret'

describe('two people edit one webhook', () => {
  const clock = new FakeClock(NOW)
  let app: TestApp
  let path: string
  before(async () => {
    app = await startApp({ clock })
  })
  beforeEach(async () => {
    const { json } = await app.call('POST', '/v1/webhooks', { name: 'x', url: 'http://127.0.0.1:9/' })
    path = `/v1/webhooks/${json.id}`
  })
  after(() => app.stop())

  const patch = (body: object, headers?: Readonly<Record<string, string>>) =>
    app.call('PATCH', path, body, headers)
  const stale = async (revision: number, as: Readonly<Record<string, string>> = {}) =>
    patch({ description: 'mine' }, { ...as, 'if-match': `"${revision}"` })

  it('the second is notified who changed it, when, and which members since what they read', async () => {
    const other = await asTokenWith(app, 'webhooks:read', 'webhooks:write')
    await patch({ description: 'before they read it' })
    await patch({ name: 'y' })
    clock.advance(60_000)
    await patch(
      { http_headers: [{ http_header_key: 'Authorization', http_header_value: CREDENTIAL }], enabled: false },
      other,
    )

    const response = await stale(2)

    assertProblem(response, 412)
    const { by, ...lastChanged } = response.json.last_changed
    const { json: audit } = await app.call('GET', '/v1/audit?limit=1')
    assert.equal(by, audit.items[0].actor.name)
    assert.deepEqual(lastChanged, {
      revision: 4,
      at: new Date(NOW + 60_000).toISOString(),
      fields: [...audit.items[0].changes.map(({ field }: { field: string }) => field), 'name'],
    })
    assert.ok(lastChanged.fields.includes('enabled') && lastChanged.fields.length === 3)
    assert.doesNotMatch(response.text, /quite-secret/)
    assert.equal((await app.call('GET', path)).json.description, 'before they read it')
  })

  it('so is one who wants to delete it', async () => {
    await patch({ name: 'y' })

    const response = await app.call('DELETE', path, undefined, { 'if-match': '"1"' })

    assertProblem(response, 412)
    assert.deepEqual(response.json.last_changed.fields, ['name'])
    assert.equal((await app.call('GET', path)).status, 200)
  })

  it('a test in between is no change', async () => {
    await patch({ name: 'y' })
    await app.call('POST', `${path}/test`)

    assert.deepEqual((await stale(1)).json.last_changed.fields, ['name'])
  })

  it('nothing is notified to those who may not read webhooks', async () => {
    await patch({ name: 'y' })
    const writer = await asTokenWith(app, 'webhooks:write')

    const response = await stale(1, writer)

    assertProblem(response, 412)
    assert.ok(!('last_changed' in response.json))
  })

  it('nothing is notified of a revision that never was', async () => {
    await patch({ name: 'z' })
    for (const revision of [0, 9]) {
      const response = await stale(revision)
      assertProblem(response, 412)
      assert.ok(!('last_changed' in response.json))
    }
    const weak = await patch({ name: 'y' }, { 'if-match': 'W/"1"' })
    assert.ok(!('last_changed' in weak.json))
  })
})
