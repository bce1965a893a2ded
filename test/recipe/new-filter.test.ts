import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { copyProject, type Copy, type Edit } from './copy-project.ts'

/** The files that a new filter may change, the generated ones apart. */
const FILES_MAX = 3

const FILTER = `    name: {
      wire: 'name',
      kind: 'text',
      column: 'name',
      about: 'Only runs of jobs with this name.',
      option: { flags: '--name <name>', help: 'of the job with this name' },
    },
`
const CONTROL = `  { kind: 'text', name: 'name', label: 'Name', valueOf: ({ name }) => name },
`
const PAGE = 'console/src/pages/job-runs/job-runs-page.tsx'

/** This file follows docs/contributing/change.md for a new filter that an index serves. */
const EDITS: readonly Edit[] = [
  {
    file: 'src/domain/lists/indexed-lists.ts',
    after: "  table: 'job_runs',\n  filters: {\n",
    add: FILTER,
  },
  {
    file: 'src/domain/lists/indexed-lists.ts',
    after: "    { name: 'job_runs_by_job', filters: ['jobId'] },\n",
    add: "    { name: 'job_runs_by_name', filters: ['name'] },\n",
  },
  {
    file: 'src/storage/migration.ts',
    after: 'COMMON_MIGRATIONS: readonly Migration[] = [',
    add: "\n  { name: 'names of jobs', sql: 'CREATE INDEX job_runs_by_name ON job_runs (name, id)' },\n",
  },
  { file: PAGE, after: 'const FILTERS: readonly HistoryFilter<JobRunSearch, JobRun>[] = [\n', add: CONTROL },
]

/** Uses the new filter as people and programs do. */
const PROBE = `
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { it } from 'node:test'
import { consoleLists } from '../scripts/pages/console-pages.ts'
import { openApiDocument } from '../scripts/pages/openapi-documents.ts'
import { startApp, ADMIN_TOKEN } from './support/app/start-app.ts'
import { runTool, words } from './cli/run-tool.ts'
it('the filter is everywhere', async (t) => {
  const app = await startApp({ listen: true })
  t.after(() => app.stop())
  const run = (id, name) => ({ job_id: id, run_id: '1', name, status: 'success' })
  await app.call('POST', '/v1/job-runs', [run('a', 'backup'), run('b', 'vacuum')])
  const found = await app.call('GET', '/v1/job-runs?name=vacuum')
  const none = await app.call('GET', '/v1/job-runs?name=vac')
  assert.deepEqual([found.json.items.map((one) => one.job_id), none.json.items], [['b'], []])
  const environment = { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN }
  const listed = await runTool(words('job list --name backup --json'), { environment })
  assert.deepEqual([listed.code, listed.json.items.map((one) => one.job_id)], [0, ['a']])
  const { parameters } = JSON.parse(openApiDocument('v1')).paths['/v1/job-runs'].get
  assert.ok(parameters.some((one) => one.name === 'name'))
  writeFileSync('console/src/api/list-filters.ts', consoleLists())
  const { asJobRunSearch, JOB_RUN_FILTERS } = await import('../console/src/pages/job-runs/job-run.ts')
  const search = asJobRunSearch({ name: ' vacuum ' })
  assert.deepEqual([search, JOB_RUN_FILTERS.query(search)], [{ name: 'vacuum' }, { name: 'vacuum' }])
  assert.ok(JOB_RUN_FILTERS.narrows(search))
})
`

describe('the recipe for a new filter of a list', () => {
  let copy: Copy
  before(() => {
    copy = copyProject(EDITS, ['console/src'])
  })
  after(() => copy.remove())

  it(`touches ${FILES_MAX} files at most, and compiles`, () => {
    const files = new Set(EDITS.map(({ file }) => file))

    assert.equal(copy.compile(), '')
    assert.ok(files.size <= FILES_MAX, [...files].join(', '))
  })

  it('gives API, document, command line and console the filter', () => {
    const { status, stdout } = copy.probe(PROBE)

    assert.equal(status, 0, stdout)
  })
})
