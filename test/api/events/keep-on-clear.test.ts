import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

describe('POST /v1/alerts, a clear', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.stop())

  it('empties in a clear what is null, and keeps what is absent or an empty text', async () => {
    const alert = {
      key: 'null',
      name: 'Lag',
      server: { name: 'db-1', address: '10.0.0.1' },
      database: 'shop',
    }
    const raise = {
      ...alert,
      state: 'high',
      info: 'Slow',
      labels: { team: 'dba', zone: 'a' },
      current_value: 9,
    }
    await app.call('POST', '/v1/alerts', raise)
    const nulls = { info: null, labels: { zone: null }, server: { address: null } }
    const clear = { key: 'null', name: 'Lag', state: 'cleared', database: '', ...nulls }
    const response = await app.call('POST', '/v1/alerts', clear)

    const { json } = await app.call('GET', `/v1/alerts/${response.json.results[0].alert_id}`)

    assert.deepEqual(json.server, { id: null, name: 'db-1', address: null, port: null })
    assert.deepEqual([json.database, json.info, json.labels], ['shop', null, { team: 'dba' }])
    assert.deepEqual([json.current_value, json.last_value], [null, '9'])
    await app.call('POST', '/v1/alerts', {
      key: 'null',
      name: 'Lag',
      state: 'cleared',
      server: null,
      labels: null,
    })
    const again = await app.call('GET', `/v1/alerts/${json.id}`)
    assert.deepEqual([again.json.server.name, again.json.labels, again.json.last_value], [null, {}, '9'])
  })
})
