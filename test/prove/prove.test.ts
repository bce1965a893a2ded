import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { Cleanup } from '../../tools/bench/cleanup.ts'
import type { Finding } from '../../tools/prove/findings.ts'
import { cutOnSqlite } from '../../tools/prove/powercuts/sqlite-cuts.ts'
import { whyNoStrace } from '../../tools/prove/powercuts/take-trace.ts'

const CUTS = 20
const RUN_MS_MAX = 800_000

const folder = mkdtempSync(join(tmpdir(), 'tocsin-prove-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const missing = whyNoStrace()
const isRequired = process.env['TOCSIN_TEST_REQUIRE_STRACE'] === '1'
const skip = missing !== undefined && !isRequired ? `${missing}; .ci/run installs it` : false

describe('a power cut on SQLite', { skip }, () => {
  it(`loses nothing that was acknowledged and breaks no order, ${CUTS} times`, async () => {
    assert.equal(missing, undefined, 'TOCSIN_TEST_REQUIRE_STRACE=1 asks for it')
    const cleanup = new Cleanup()
    after(() => cleanup.run())
    const findings: Finding[] = []

    const onFinding = (finding: Finding) => void findings.push(finding)
    await cutOnSqlite({ folder, seed: 1, count: CUTS, cleanup, onFinding, reportsMax: 30 })

    assert.deepEqual(
      findings.flatMap(({ seed, broken }) => broken.map((sentence) => `seed ${seed}: ${sentence}`)),
      [],
    )
    assert.equal(findings.length, CUTS)
    assert.ok(
      findings.some(({ acknowledged, received }) => acknowledged > 20 && received > 20),
      'there was load before the power failed',
    )
  })
})

describe('npm run prove -- kills', () => {
  it('goes on where it was left, and fails for what broke at any time', () => {
    assert.deepEqual(prove('--count', '1').seeds, [1])
    // Half a line is what remains of a process that was ended while it wrote.
    appendFileSync(file, '{"seed":2,"bro')
    const whole = prove('--count', '2')
    assert.deepEqual([whole.seeds, whole.status], [[1, 2], 0], whole.words)
    assert.match(whole.words, /kills on SQLite: 2 of 2, 0 broke a promise/)

    appendFileSync(file, `${JSON.stringify({ seed: 3, kind: 'a kill', broken: ['lost: a change'] })}\n`)
    const broken = prove('--count', '3')
    assert.deepEqual([broken.seeds, broken.status], [[1, 2, 3], 1], broken.words)
    assert.match(broken.words, /seed 3, a kill: lost: a change/)
  })

  const file = join(folder, 'kills-sqlite.jsonl')

  function prove(...options: readonly string[]) {
    const command = ['tools/prove/main.ts', 'kills', '--engine', 'sqlite', '--folder', folder, ...options]
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      encoding: 'utf8',
      timeout: RUN_MS_MAX,
    })
    const seeds = readFileSync(file, 'utf8').split('\n').flatMap(seedOf)
    return { status, words: `${stdout}${stderr}`, seeds }
  }
})

function seedOf(line: string): readonly number[] {
  try {
    return [(JSON.parse(line) as Finding).seed]
  } catch {
    return []
  }
}
