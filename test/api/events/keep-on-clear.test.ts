import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

describe('POST /v1/alerts, a clear', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.stop())

  it('keeps the name that it leaves out, and only a clear may do so', async () => {
    const send = (body: object) => app.call('POST', '/v1/alerts', { key: 'nameless', ...body })
    const raised = await send({ name: 'Replication lag', state: 'high' })
    const cleared = await send({ state: 'cleared' })
    const unknown = await app.call('POST', '/v1/alerts', { key: 'never-raised', state: 'cleared' })
    const refused = await send({ state: 'low', name: '' })
    const { json } = await app.call('GET', `/v1/alerts/${raised.json.results[0].alert_id}`)

    assert.equal(cleared.json.results[0].result, 'cleared')
    assert.deepEqual(
      json.history.map(({ name, new_state }: { name: string; new_state: string }) => [name, new_state]),
      [
        ['Replication lag', 'cleared'],
        ['Replication lag', 'high'],
      ],
    )
    assert.equal(unknown.json.results[0].result, 'ignored')
    assert.equal(refused.status, 400)
    assert.match(refused.json.detail, /name: is required, but for a clear/)
  })

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
