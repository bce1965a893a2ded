import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client } from 'pg'
import { beginWrite } from '../../src/storage/postgres/transaction-words.ts'
import { startApp } from '../support/start-app.ts'
import { createTestDatabase } from '../support/test-engine.ts'

describe('a node that stands still in the middle of a transaction', () => {
  it('holds up the others for some ten seconds at the most', { timeout: 60_000 }, async () => {
    const url = await createTestDatabase()
    const node = await startApp({ database: url })
    const raise = (key: string) => node.call('POST', '/v1/alerts', { key, name: key, state: 'high' })
    const add = () => node.call('POST', '/v1/webhooks', { name: 'w', url: 'http://127.0.0.1:1/' })
    await raise('held')

    // It begins as nodes do, locks an alert, and is not heard of again.
    const frozen = new Client({ connectionString: url })
    frozen.on('error', () => undefined)
    await frozen.connect()
    await frozen.query(beginWrite('shared', true))
    await frozen.query("SELECT * FROM alerts WHERE key = 'held' FOR UPDATE")
    const frozenAt = performance.now()

    // What it does not hold goes on at once.
    assert.equal((await raise('free')).status, 200)
    assert.ok(performance.now() - frozenAt < 4_000)
    // What it holds is refused after a while, for senders to repeat, and then taken.
    for (const attempt of [() => raise('held'), add]) {
      let answer = await attempt()
      while (answer.status === 503 && performance.now() - frozenAt < 30_000) answer = await attempt()
      assert.ok(answer.status === 200 || answer.status === 201, answer.text)
    }
    const heldMs = performance.now() - frozenAt
    assert.ok(heldMs > 4_000 && heldMs < 17_000, `${heldMs} ms`)
    await node.stop()
    await frozen.end().catch(() => undefined)
  })
})
