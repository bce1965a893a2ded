import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { FIGURES } from '../../tools/bench/figures.ts'
import type { Report } from '../../tools/bench/report/report.ts'
import { isWellFormedXml } from '../support/well-formed-xml.ts'
import { formatText } from '../../scripts/format-text.ts'

const QUICK = ['tools/bench/main.ts', '--quick', '--seconds', '0.1']
const RUN_MS_MAX = 800_000

/** Only measured with `--full`, or of the other engine. */
const NOT_QUICK = /^(rate100|rate2500|neighbour|crowd)\./

const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-test-'))
const databases = join(folder, 'databases')
const docs = join(folder, 'docs')

before(() => {
  mkdirSync(databases)
  mkdirSync(join(docs, 'contributing'), { recursive: true })
  for (const name of ['contributing/bench-results.md', 'capacity.md'])
    cpSync(join('docs', name), join(docs, name))
})
after(() => rmSync(folder, { recursive: true, force: true }))

describe('npm run bench -- --quick', () => {
  let report: Report

  before(() => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [...QUICK, '--engine', 'sqlite', '--folder', databases, '--json', '--write-docs', '--docs', docs],
      { encoding: 'utf8', timeout: RUN_MS_MAX, maxBuffer: 2 ** 24 },
    )
    assert.equal(status, 0, stderr)
    report = JSON.parse(stdout) as Report
  })

  it('measures every figure', () => {
    const measured = new Map(report.figures.map((figure) => [figure.id, figure]))

    const missing = Object.keys(FIGURES).filter((id) => !NOT_QUICK.test(id) && !measured.has(id))
    assert.deepEqual(missing, [])
    for (const { id, median, min, max, rounds, unit } of report.figures) {
      assert.ok(Number.isFinite(median) && min <= median && median <= max && rounds.length === 1, id)
      assert.ok(median >= 0 && (unit !== '/s' || median > 0), `${id} is ${median}`)
    }
  })

  it('names the machine, the versions and what the figures are held against', () => {
    assert.equal(report.schema, 'tocsin-bench/1')
    assert.ok(report.machine.cores > 0 && report.machine.flushMs.median > 0)
    assert.deepEqual(
      report.engines.map(({ name }) => name),
      ['sqlite'],
    )
    const { aim, isReached } = report.figures.find(({ id }) => id === 'cost3.ratio') ?? {}
    assert.equal(aim, 2.5)
    assert.equal(typeof isReached, 'boolean')
  })

  it('loses nothing, repeats nothing and keeps the order', () => {
    const { accepted = 0, lost, repeated, disordered } = report.tallies.sqlite ?? {}

    assert.ok(accepted > 2_000)
    assert.deepEqual({ lost, repeated, disordered }, { lost: 0, repeated: 0, disordered: 0 })
  })

  it('draws its plots as pictures that need nothing else', () => {
    for (const name of ['throughput.svg', 'latency.svg']) {
      const picture = readFileSync(join(docs, 'figures', name), 'utf8')
      assert.ok(isWellFormedXml(picture), name)
      assert.match(picture, /prefers-color-scheme: dark/)
      assert.doesNotMatch(picture, /NaN|undefined|Infinity/)
    }
  })

  it('writes its figures into the documents, and leaves them well formatted', async () => {
    const results = readFileSync(join(docs, 'contributing/bench-results.md'), 'utf8')
    const capacity = readFileSync(join(docs, 'capacity.md'), 'utf8')

    assert.match(results, /^\| deliveries\/s sustained, fan-out 3 +\| +[\d,]+\/s/m)
    assert.match(capacity, /^## What breaks first$/m)
    assert.match(capacity, /^\| kept in the database +\| +[\d,]+ bytes/m)
    for (const text of [results, capacity]) assert.equal(await formatText('figures.md', text), text)
  })

  it('leaves no database behind', () => {
    assert.deepEqual(readdirSync(databases), [])
  })
})
