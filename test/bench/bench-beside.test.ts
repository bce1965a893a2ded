import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { findAlertmanagers } from '../../tools/bench/beside/alertmanager.ts'

const RUN_MS_MAX = 800_000

const isMissing = findAlertmanagers({ say: () => {}, mayBuild: false }).length === 0
const isRequired = process.env['TOCSIN_TEST_REQUIRE_PROMETHEUS'] === '1'
const skip = isMissing && !isRequired ? 'Alertmanager is not installed; .ci/run installs it' : false

const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function bench(...options: readonly string[]) {
  return spawnSync(
    process.execPath,
    ['tools/bench/main.ts', '--quick', '--engine', 'sqlite', '--folder', folder, ...options],
    { encoding: 'utf8', timeout: RUN_MS_MAX },
  )
}

describe('npm run bench -- --beside', () => {
  it('gives both the same work, and leaves nothing behind', { skip }, () => {
    const { stdout, stderr, status } = bench('--beside', 'alertmanager')

    assert.equal(status, 0, stderr)
    assert.match(stdout, /^ +(?:Alertmanager \d\S+ +){1,2}Tocsin, SQLite +times +aim$/m)
    assert.match(stdout, /^notifications\/s of a storm (?: +[\d,.]+\/s){2,3} +[\d.]+ +1: .+$/m)
    assert.match(stdout, /^processor time of a notification(?: +[\d,.]+ µs){2,3} +[\d.]+$/m)
    assert.match(stdout, /^a single alert, median(?: +[\d.]+ ms){2,3} +[\d.]+ +1\.5: .+$/m)
    // Of Alertmanager there are some, by how quick it was; of this service never.
    assert.match(stdout, /^of these lost +(?:\d+ +){1,2}0 +/m)
    assert.match(stdout, /^notifications\/s with many open(?: +[\d,.]+\/s){2,3} +[\d.]+$/m)
    assert.deepEqual(readdirSync(folder), [])
  })

  it('writes its table into the document', { skip }, () => {
    const docs = mkdtempSync(join(tmpdir(), 'tocsin-bench-docs-'))
    after(() => rmSync(docs, { recursive: true, force: true }))
    copyFileSync('docs/capacity.md', join(docs, 'capacity.md'))

    const { stderr, status } = bench('--beside', 'alertmanager', '--write-docs', '--docs', docs)

    assert.equal(status, 0, stderr)
    const written = readFileSync(join(docs, 'capacity.md'), 'utf8')
    assert.match(
      written,
      /begin -->\n\nTocsin \S+ beside Alertmanager .+?, [\d-]{10}: .+\n\n\| +\| +Alertmanager/,
    )
    assert.match(written, /^\| notifications\/s of a storm +\| .+ \| +[\d.]+ \|$/m)
  })

  it('says what it knows when it is asked for another', () => {
    const { stderr, status } = bench('--beside', 'svix')

    assert.equal(status, 2)
    assert.match(stderr, /^--beside knows alertmanager, but not "svix"$/m)
  })
})
