import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'
import { ADMIN_TOKEN, startApp } from '../support/app/start-app.ts'
import { createTestDatabase } from '../support/databases/test-engine.ts'

describe('the stream of one node', () => {
  it('tells what another one does', async () => {
    const database = await createTestDatabase()
    const nodes = await Promise.all([0, 1].map(() => startApp({ database, listen: true })))
    const [one, other] = nodes
    assert.ok(one && other)
    const leaving = new AbortController()
    let text = ''
    try {
      const response = await fetch(`${one.url}/v1/stream`, {
        headers: { 'x-auth-token': ADMIN_TOKEN },
        signal: leaving.signal,
      })
      const reading = (async () => {
        for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
      })().catch(() => undefined)
      await eventually('the overview arrives', () => text.includes('"nodes":{"total":2,"delivering":2}'))
      await other.call('POST', '/v1/webhooks', { name: 'a', url: 'http://127.0.0.1:9/' })
      await other.call('POST', '/v1/job-runs', { job_id: 1, run_id: 1, name: 'job', status: 'success' })
      await other.call('POST', '/v1/alerts', { key: 'k', name: 'Lag', state: 'high' })

      await eventually('a hint for each list', () => {
        const kinds = new Set(
          [...text.matchAll(/^event: changed\ndata: (.*)\n/gm)].flatMap(
            ([, data = '']) => JSON.parse(data).kinds,
          ),
        )
        return ['alerts', 'job-runs', 'deliveries', 'webhooks'].every((kind) => kinds.has(kind))
      })
      await eventually('the alert is counted', () => text.includes('"alerts":{"high":1,'))
      leaving.abort()
      await reading
    } finally {
      leaving.abort()
      await Promise.all(nodes.map((node) => node.stop()))
    }
  })
})
