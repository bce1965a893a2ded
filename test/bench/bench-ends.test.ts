import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Report } from '../../tools/bench/report/report.ts'
import { eventually } from '../support/time/eventually.ts'

const QUICK = ['tools/bench/main.ts', '--quick', '--seconds', '0.1']
const RUN_MS_MAX = 800_000

/** For everything that a run makes for a while. */
const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-test-'))

// A server that root starts runs as somebody else, who has to get there.
before(() => chmodSync(folder, 0o755))
after(() => rmSync(folder, { recursive: true, force: true }))

describe('npm run bench -- --quick --engine postgres', () => {
  it('measures on a server of its own what a delivery costs that server, and leaves nothing behind', () => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [...QUICK, '--engine', 'postgres', '--only', 'fanout3,drain', '--json'],
      { encoding: 'utf8', timeout: RUN_MS_MAX, maxBuffer: 2 ** 24, env: { ...process.env, TMPDIR: folder } },
    )

    assert.equal(status, 0, stderr)
    const report = JSON.parse(stdout) as Report
    const medianOf = (id: string) => report.figures.find((figure) => figure.id === id)?.median ?? 0
    // Only a Linux knows what processes have used.
    const usage = process.platform === 'linux' ? ['databaseUs'] : []
    for (const cost of [...usage, 'walBytes', 'storedBytes', 'connections']) {
      assert.ok(medianOf(`cost3.${cost}`) > 0, cost)
    }
    const { lost, repeated, disordered } = report.tallies.postgres ?? {}
    assert.deepEqual({ lost, repeated, disordered }, { lost: 0, repeated: 0, disordered: 0 })
    assert.deepEqual(readdirSync(folder), [])
  })
})

describe('ending npm run bench', () => {
  for (const { how, signal, isForAll } of [
    // A terminal sends it to the whole group.
    { how: 'with Ctrl-C', signal: 'SIGINT', isForAll: true },
    { how: 'by a signal to it alone', signal: 'SIGTERM', isForAll: false },
  ] as const) {
    it(`${how} leaves no process and no folder behind`, async () => {
      const child = spawn(process.execPath, [...QUICK, '--engine', 'sqlite', '--folder', folder], {
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
      })
      const group = -(child.pid ?? 0)
      let said = ''
      child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
      await eventually('it is in the middle of a scenario', () => said.includes('[1/'))

      process.kill(isForAll ? group : -group, signal)
      const [code] = await once(child, 'exit')

      assert.equal(code, 130)
      assert.doesNotMatch(said, /Error/)
      assert.deepEqual(readdirSync(folder), [])
      await eventually('no process of the group is left', () => !exists(group))
    })
  }

  it('says what is wrong with an option', () => {
    const { status, stderr } = spawnSync(process.execPath, ['tools/bench/main.ts', '--only', 'nothing'], {
      encoding: 'utf8',
    })

    assert.equal(status, 2)
    assert.match(stderr, /--only knows start, singles, idle, .* but not "nothing"/)
  })
})

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
