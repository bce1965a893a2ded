import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client } from 'pg'
import { beginWrite } from '../../src/storage/postgres/connection/transaction-words.ts'
import { startApp } from '../support/app/start-app.ts'
import { createTestDatabase } from '../support/databases/test-engine.ts'

/** More than the ten seconds after which the server ends what hangs: this machine may be slow. */
const HELD_MS_MAX = 60_000

describe('a node that stands still in the middle of a transaction', () => {
  it('holds up the others for some ten seconds at the most', async () => {
    const url = await createTestDatabase()
    const node = await startApp({ database: url })
    const raise = (key: string) => node.call('POST', '/v1/alerts', { key, name: key, state: 'high' })
    const add = () => node.call('POST', '/v1/webhooks', { name: 'w', url: 'http://127.0.0.1:1/' })
    await raise('held')

    // It begins as nodes do, locks an alert, and never ends.
    const frozen = new Client({ connectionString: url })
    frozen.on('error', () => undefined)
    await frozen.connect()
    for (const text of beginWrite('shared', true)) await frozen.query(text)
    await frozen.query("SELECT * FROM alerts WHERE key = 'held' FOR UPDATE")
    const { processID } = frozen as Client & { readonly processID: number }
    const watcher = new Client({ connectionString: url })
    await watcher.connect()
    const isThere = async () =>
      (await watcher.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [processID])).rowCount === 1

    // What it does not hold goes on beside it.
    assert.equal((await raise('free')).status, 200)
    assert.ok(await isThere())
    // What it holds is refused after a while, for senders to repeat, and taken when the server has ended it.
    for (const attempt of [() => raise('held'), add]) {
      const giveUpAt = performance.now() + HELD_MS_MAX
      let response = await attempt()
      while (response.status === 503 && performance.now() < giveUpAt) response = await attempt()
      assert.ok(response.status === 200 || response.status === 201, response.text)
      assert.ok(!(await isThere()))
    }
    await node.stop()
    await watcher.end()
    await frozen.end().catch(() => undefined)
  })
})
