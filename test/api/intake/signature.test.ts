import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sourceBody } from '../../support/sources/source-reading.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../../support/app/start-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'tocsin-signed-'))
const SECRET = 'a-secret-of-the-contact-point'
const BODY = JSON.stringify(sourceBody('grafana'))

const sign = (body: string | Buffer, secret = SECRET) =>
  createHmac('sha256', secret).update(body).digest('hex')

describe('a source that asks for signatures', () => {
  let app: TestApp
  before(async () => {
    writeFileSync(join(folder, 'secret'), `${SECRET}\n`)
    writeFileSync(
      join(folder, 'sources.yaml'),
      `sources: { grafana: { dialect: grafana, signature: { secret: "\${file:${join(folder, 'secret')}}" } }, plain: { dialect: grafana } }`,
    )
    app = await startApp({ settings: { TOCSIN_SOURCES_FILE: join(folder, 'sources.yaml') } })
  })
  after(async () => {
    await app.stop()
    rmSync(folder, { recursive: true })
  })

  const post = async (payload: string | Buffer, headers: Record<string, string>, source = 'grafana') => {
    const {
      statusCode,
      body,
      headers: answered,
    } = await app.server.inject({
      method: 'POST',
      url: `/intake/${source}`,
      headers: { 'x-auth-token': ADMIN_TOKEN, ...headers },
      payload,
    })
    return { status: statusCode, json: JSON.parse(body), headers: answered }
  }
  const NAME = 'x-grafana-alerting-signature'
  const alertCount = async () => (await app.store.listAlerts({}, { limit: 10 })).length

  it('takes nothing in that is not signed, or not with its secret, whatever its type is', async () => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const unsigned = await post(BODY, { 'content-type': type })
      const wrong = await post(BODY, { 'content-type': type, [NAME]: sign(BODY, 'another') })
      const changed = await post(`${BODY} `, { 'content-type': type, [NAME]: sign(BODY) })

      assert.deepEqual([unsigned.status, wrong.status, changed.status], [401, 401, 401], type)
      assert.equal(
        unsigned.json.detail,
        'The header X-Grafana-Alerting-Signature is missing: requests to this source must be signed with its secret. Nothing was taken in.',
      )
      assert.match(wrong.json.detail, /does not fit body: .* Nothing was taken in\.$/)
    }
    assert.equal(await alertCount(), 0)
  })

  it('says nothing about what it would think of the body', async () => {
    const { status, json } = await post('{', { 'content-type': 'application/json' })

    assert.deepEqual([status, json.title], [401, 'Unauthorized'])
  })

  it('asks for the token all the same', async () => {
    const { status, json } = await post(BODY, { 'x-auth-token': '', [NAME]: sign(BODY) })

    assert.equal(status, 401)
    assert.match(json.detail, /^A token is required/)
  })

  it('takes in what is signed, as it came', async () => {
    const packed = gzipSync(BODY)
    const headers = { 'content-type': 'application/json' }
    const responses = [
      await post(BODY, { ...headers, [NAME]: sign(BODY) }),
      await post(packed, { ...headers, 'content-encoding': 'gzip', [NAME]: sign(packed) }),
    ]

    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200],
    )
    assert.ok((await alertCount()) > 0)
  })

  it('asks nobody else', async () => {
    assert.equal((await post(BODY, { 'content-type': 'application/json' }, 'plain')).status, 200)
  })

  it('shows the secret nowhere', async () => {
    const { text } = await app.call('GET', '/v1/sources')
    const { text: document } = await app.call('GET', '/openapi/v1.json')

    assert.ok(!`${text}${document}${JSON.stringify(app.lines)}`.includes(SECRET))
  })
})
