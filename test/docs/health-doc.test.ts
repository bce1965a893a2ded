import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { WebhookId } from '../../src/domain/ids.ts'
import { Metrics } from '../../src/telemetry/metrics.ts'
import { backlog } from '../support/build.ts'
import { FakeClock } from '../support/time/fake-clock.ts'

describe('the pages about running Tocsin', () => {
  for (const page of ['health.md', 'cluster.md', 'capacity.md', 'retries.md']) {
    it(`docs/${page} names only metrics that there are`, async () => {
      const metrics = new Metrics({
        version: '0',
        clock: new FakeClock(),
        inFlightCount: () => 0,
        sentReceiverStates: () => 0,
        problems: async () => [],
        damageCount: () => 0,
        memory: { usedBytes: 0, ceilingBytes: 0 },
        readBacklog: async () => backlog(),
      })
      const text = await metrics.text([{ id: 1 as WebhookId, name: 'named' }])

      const doc = readFileSync(`docs/${page}`, 'utf8')
      const named = [...doc.matchAll(/\btocsin_[a-z_]+/g)].map(([name]) => name)
      assert.ok(named.length >= (page === 'health.md' ? 15 : 1))
      assert.deepEqual(
        named.filter((name) => !text.includes(`# TYPE ${name} `)),
        [],
      )
    })
  }
})
