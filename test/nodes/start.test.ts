import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startApp } from '../support/start-app.ts'

describe('the app on PostgreSQL', () => {
  it('starts, says so, and stops', async () => {
    const app = await startApp({ database: 'postgres', listen: true })
    const status = await app.call('GET', '/healthz')
    assert.equal(status.status, 200)
    await app.stop()
    console.log(app.lines)
  })
})
