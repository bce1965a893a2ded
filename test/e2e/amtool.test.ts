import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { Ajv, type ValidateFunction } from 'ajv'
import { parse } from 'yaml'
import { SERVICE_TOKEN, startService, type Service } from '../support/app/service.ts'

const isRequired = process.env['TOCSIN_TEST_REQUIRE_PROMETHEUS'] === '1'
/** Debian's amtool, and another that the environment names. */
const tools = ['amtool', process.env['TOCSIN_TEST_AMTOOL'] ?? ''].filter((tool) => tool !== '')

interface Shown {
  readonly id: string
  readonly comment: string
  readonly createdBy: string
  readonly endsAt: string
  readonly matchers: readonly { readonly name: string; readonly value: string }[]
}

for (const tool of tools) {
  const isMissing = spawnSync(tool, ['--version']).error !== undefined
  const skip = isMissing && !isRequired ? `${tool} not found; .ci/run installs Debian's` : false

  describe(`silences by ${tool}`, { skip }, () => {
    let folder: string
    let service: Service
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'tocsin-amtool-'))
      service = await startService({ folder, database: `sqlite:${join(folder, 'amtool.db')}` })
      const http = `authorization:\n  type: Bearer\n  credentials: ${SERVICE_TOKEN}\n`
      await writeFile(join(folder, 'http.yml'), http)
    })
    after(async () => {
      await service.kill()
      await rm(folder, { recursive: true, force: true })
    })

    const run = async (...args: readonly string[]): Promise<string> => {
      const flags = [
        `--alertmanager.url=${service.url}/intake/prometheus`,
        `--http.config.file=${join(folder, 'http.yml')}`,
      ]
      const env = { PATH: process.env['PATH'], HOME: folder }
      const { stdout } = await promisify(execFile)(tool, [...flags, ...args], { env, timeout: 60_000 })
      return stdout.trim()
    }
    const query = async (...args: readonly string[]): Promise<readonly Shown[]> =>
      JSON.parse(await run('silence', 'query', '--output=json', ...args))

    it('are added, queried, updated, expired and imported, and suppress alerts', async () => {
      const labels = { alertname: 'Lag', job: 'pg' }
      const sent = await service.request('POST', '/intake/prometheus/api/v2/alerts', [{ labels }])
      assert.equal(sent.status, 200)
      const matchers = ['alertname=Lag', 'job=~p.*']

      const id = await run(
        'silence',
        'add',
        ...matchers,
        '--duration=2h',
        '--author=ada',
        '--comment=patching',
      )
      const [added] = await query()
      assert.deepEqual([added?.id, added?.createdBy, added?.comment], [id, 'ada', 'patching'])
      assert.deepEqual(
        added?.matchers.map(({ name, value }) => [name, value]),
        [
          ['alertname', 'Lag'],
          ['job', 'p.*'],
        ],
      )
      assert.deepEqual(await query('alertname=Bloat'), [])
      assert.equal((await run('alert', 'query', '--silenced', '--output=simple')).split('\n').length, 2)

      await run('silence', 'update', '--duration=4h', '--comment=longer', id)
      const [updated] = await query()
      assert.deepEqual([updated?.id, updated?.comment], [id, 'longer'])
      const laterMs = Date.parse(updated!.endsAt) - Date.parse(added!.endsAt)
      assert.ok(laterMs >= 2 * 3_600_000 && laterMs < 3 * 3_600_000, `${laterMs} ms later`)

      await writeFile(join(folder, 'silences.json'), JSON.stringify([updated]))
      await run('silence', 'expire', id)
      assert.deepEqual(await query(), [])
      assert.deepEqual(
        (await query('--expired')).map((one) => one.id),
        [id],
      )
      await run('silence', 'import', join(folder, 'silences.json'))
      const [imported, ...others] = await query()
      assert.deepEqual([imported?.comment, imported?.createdBy, others], ['longer', 'ada', []])
    })

    it('are expired by a query as the manual of amtool has it: only those that have this very matcher', async () => {
      const add = (comment: string, ...matchers: readonly string[]) =>
        run('silence', 'add', ...matchers, '--duration=2h', '--author=ada', `--comment=${comment}`)
      await add('change 4711: pg_upgrade', 'instance=db10')
      await add('old', 'instance=~db1[0-9]')
      await add('web', 'team=web')
      const ids = await run('silence', 'query', '-q', 'instance=~"db1[0-9]"')
      await run('silence', 'expire', ...ids.split('\n'))

      assert.deepEqual(
        (await query('instance=~".+"')).map(({ comment }) => comment),
        [],
      )
      const left = new Set((await query()).map(({ comment }) => comment))
      assert.deepEqual(
        ['change 4711: pg_upgrade', 'old', 'web'].filter((comment) => left.has(comment)),
        ['change 4711: pg_upgrade', 'web'],
      )
    })
  })
}

/** The file `api/v2/openapi.yaml` of the Go module of Alertmanager 0.34, which .ci/run fetches. */
const openapi = process.env['TOCSIN_TEST_ALERTMANAGER_OPENAPI'] ?? ''

describe('the OpenAPI file of Alertmanager', { skip: openapi === '' && '.ci/run fetches it' }, () => {
  let folder: string
  let service: Service
  let ajv: Ajv
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-openapi-'))
    service = await startService({ folder, database: `sqlite:${join(folder, 'openapi.db')}` })
    const { definitions } = parse(await readFile(openapi, 'utf8'))
    ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
    ajv.addSchema({ $id: 'alertmanager', definitions })
  })
  after(async () => {
    await service.kill()
    await rm(folder, { recursive: true, force: true })
  })

  it('describes what is answered', async () => {
    const base = '/intake/prometheus/api/v2'
    const labels = { alertname: 'Lag', job: 'pg' }
    await service.request('POST', `${base}/alerts`, [{ labels, generatorURL: 'http://prometheus/graph' }])
    const matchers = [{ name: 'job', value: 'p.*', isRegex: true, isEqual: true }]
    const times = {
      startsAt: new Date().toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    }
    const made = await service.request('POST', `${base}/silences`, {
      matchers,
      ...times,
      createdBy: 'ada',
      comment: 'patching',
    })
    const { silenceID } = (await made.json()) as { silenceID: string }

    const paths = [
      ['alerts', 'gettableAlerts'],
      ['alerts/groups', 'alertGroups'],
      ['silences', 'gettableSilences'],
      [`silence/${silenceID}`, 'gettableSilence'],
      ['status', 'alertmanagerStatus'],
    ] as const
    for (const [path, definition] of paths) {
      const body: unknown = await (await service.request('GET', `${base}/${path}`)).json()
      assert.ok(!Array.isArray(body) || body.length > 0, path)
      const validate = ajv.getSchema(`alertmanager#/definitions/${definition}`) as ValidateFunction
      validate(body)
      assert.deepEqual(validate.errors, null, path)
    }
    const receivers = (await (await service.request('GET', `${base}/receivers`)).json()) as unknown[]
    const validate = ajv.getSchema('alertmanager#/definitions/receiver') as ValidateFunction
    assert.deepEqual(
      receivers.map((receiver) => validate(receiver)),
      [true],
    )
  })
})
