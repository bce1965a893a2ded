import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { WebhookId } from '../../src/domain/ids.ts'
import { Metrics } from '../../src/telemetry/metrics.ts'
import { backlog } from '../support/build.ts'
import { FakeClock } from '../support/time/fake-clock.ts'

const DOC = readFileSync('docs/operations.md', 'utf8')
const CODE = globSync('src/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** `event level` of each line that the code can log, but those of delivery/, which docs/delivery.md has. */
function linesOfCode(): readonly string[] {
  const direct = [...CODE.matchAll(/log\.(error|warn|info|debug)\((?:(?!log\.)[^`])*?'([a-z]+\.[a-z_]+)'/g)]
  const periodic = [...CODE.matchAll(/name: '((?:housekeeping|nodes)\.[a-z_]+)'/g)]
  return [
    ...direct.map(([, level, event]) => `${event} ${level}`).filter((line) => !line.startsWith('delivery.')),
    ...periodic.flatMap(([, event]) => [`${event} info`, `${event}.failed warn`]),
    'log.lines_dropped warn',
  ]
}

describe('docs/operations.md', () => {
  it('lists exactly the log lines of the code, with their levels', () => {
    const listed = [...DOC.matchAll(/^\| `([a-z_.]+)` +\| ([a-z]+) +\|/gm)]

    assert.deepEqual(
      listed.map(([, event, level]) => `${event} ${level}`).toSorted(),
      [...new Set(linesOfCode())].toSorted(),
    )
  })

  it('the log has no other events', () => {
    const known = new Set(linesOfCode().map((line) => line.split(' ')[0]))
    const named = [
      ...CODE.matchAll(/'((?:service|database|deliveries|nodes|request|housekeeping|log)\.[a-z_]+)'/g),
    ].map(([, event]) => event)

    assert.deepEqual(
      named.filter((event) => !known.has(event)),
      [],
    )
  })

  it('names only metrics that there are', async () => {
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

    const named = [...DOC.matchAll(/\btocsin_[a-z_]+/g)].map(([name]) => name)
    assert.ok(named.length > 4)
    assert.deepEqual(
      named.filter((name) => !text.includes(`# TYPE ${name} `)),
      [],
    )
  })
})
