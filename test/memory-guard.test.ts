import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { it } from 'node:test'

const FILL = join(import.meta.dirname, 'support/fill-memory.ts')
const RUN_MS_MAX = 120_000

it('a process whose heap fills refuses before it dies of it, and goes on when there is room', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--max-old-space-size=256', FILL], {
    encoding: 'utf8',
    timeout: RUN_MS_MAX,
  })

  assert.equal(status, 0, stderr)
  assert.deepEqual(stdout.trim().split('\n'), [
    'memory.full',
    'refused unavailable 2000',
    'memory.free',
    'free',
  ])
})
