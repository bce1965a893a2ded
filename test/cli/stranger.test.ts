import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { makeToken } from '../support/app/make-token.ts'
import { startApp, type TestApp } from '../support/app/start-app.ts'
import { eventually } from '../support/time/eventually.ts'

const main = join(import.meta.dirname, '../../src/main.ts')
/** No user of the machine has it, so there is no home and no name either. */
const STRANGER = 65_531
const AS_STRANGER = process.getuid?.() === 0 ? { uid: STRANGER, gid: STRANGER } : {}
const script = join(import.meta.dirname, '../../examples/nagios/notify-tocsin.sh')
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1'

/** `postgres` runs jobs, `nagios` reports checks, and somebody reads: none of them may look into the data folder. */
describe('the command line of a user who is not that of the service', () => {
  let folder = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tocsin-stranger-'))
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data', 'address'), `${NOWHERE}\n`)
    writeFileSync(join(folder, 'data', 'admin-token'), 'tcn_secret\n')
    chmodSync(join(folder, 'data'), process.getuid?.() === 0 ? 0o700 : 0o000)
    chmodSync(folder, 0o755)
  })
  after(() => {
    chmodSync(join(folder, 'data'), 0o700)
    rmSync(folder, { recursive: true })
  })

  const run = (argv: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...argv], {
      cwd: folder,
      env: { PATH: process.env['PATH'], TOCSIN_DATA_FOLDER: join(folder, 'data'), ...environment },
      encoding: 'utf8',
      ...AS_STRANGER,
    })
    assert.doesNotMatch(stderr, /fault of its own|^ {4}at /m)
    return { code: status, out: stdout, err: stderr }
  }

  it('status says where it asked, and what to give', () => {
    const { code, err } = run(['status'])

    assert.equal(code, 1)
    assert.match(err, /^http:\/\/127\.0\.0\.1:8480 (cannot be reached|responded)|token/)
    assert.match(err, /--url|--token/)
  })

  it('run runs the command, and says in one line that it could not be reported', () => {
    const { code, out, err } = run(['run', '--no-spool', '--', 'sh', '-c', 'echo done; exit 3'], {
      TOCSIN_URL: NOWHERE,
      TOCSIN_TOKEN: 'wrong token',
    })

    assert.deepEqual([code, out], [3, 'done\n'])
    assert.match(err, /^tocsin run: this run could not be reported: [^\n]+\n$/)
  })

  it('alert send says where it asked', () => {
    const { code, err } = run(['alert', 'send', '--key', 'a', '--name', 'A', '--state', 'high'])

    assert.equal(code, 1)
    assert.match(err, /--url|--token/)
  })

  it('knows its version', () => {
    assert.deepEqual(run(['--version']).code, 0)
  })
})

describe('somebody who is not the user of a service that runs', () => {
  let app: TestApp
  let folder = ''
  before(async () => {
    app = await startApp({ listen: true, settings: { TOCSIN_RETRY_SCHEDULE: '0s,0s,0s,0s,0s,0s,0s' } })
    folder = mkdtempSync(join(tmpdir(), 'tocsin-stranger-'))
    chmodSync(folder, 0o777)
  })
  after(async () => {
    await app.stop()
    rmSync(folder, { recursive: true })
  })

  const run = async (
    program: string,
    argv: readonly string[],
    environment: Readonly<Record<string, string>>,
  ) => {
    const child = spawn(program, argv, {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...environment },
      ...AS_STRANGER,
    })
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code: child.exitCode, out, err }
  }
  const tocsin = async (argv: readonly string[], token: string) =>
    run(process.execPath, [main, ...argv], { TOCSIN_URL: app.url, TOCSIN_TOKEN: token })

  it('runs a job as `postgres`, with a token that may report', async () => {
    const token = await makeToken(app, ['events:write'])
    const { code, out, err } = await tocsin(['run', '--job-id', 'vacuum', '--', 'echo', 'done'], token)

    assert.deepEqual([code, out, err], [0, 'done\n', ''])
    const { json } = await app.call('GET', '/v1/job-runs?job_id=vacuum')
    assert.equal(json.items[0].status, 'success')
  })

  it('checks the service as `nagios`: 0 while it is healthy, 1 with the reason when it is not', async () => {
    const token = await makeToken(app, ['deliveries:read', 'webhooks:read'])
    const healthy = await tocsin(['status'], token)
    assert.equal(healthy.code, 0, healthy.err)
    assert.match(healthy.out, /^Healthy: /)

    await app.call('POST', '/v1/webhooks', { name: 'away', url: 'http://127.0.0.1:1/' })
    await app.call('POST', '/v1/alerts', { key: 'a', name: 'disk', state: 'high' })
    const degraded = await eventually('the receiver fails', async () => {
      const shown = await tocsin(['status'], token)
      return shown.code === 1 && shown
    })
    assert.match(degraded.out, /^Degraded: The receiver of "away" has been failing since /)
  })

  it('reports by the command of Icinga, with a file that this user alone may read', async () => {
    const file = join(folder, 'header')
    writeFileSync(file, `X-Auth-Token: ${await makeToken(app, ['events:write'])}\n`, { mode: 0o600 })
    const environment = { TOCSIN_HEADER_FILE: file, TOCSIN_URL: `${app.url}/intake/nagios` }
    const fields = { NOTIFICATION_TYPE: 'PROBLEM', HOST_NAME: 'pg-1', SERVICE_NAME: 'lag', STATE: 'CRITICAL' }
    if (process.getuid?.() === 0) {
      const refused = await run('sh', [script], { ...environment, ...fields })
      assert.match(refused.err, /cannot be read by .*Put it there, owned by this user/)
      chownSync(file, STRANGER, STRANGER)
    }
    const { code, out, err } = await run('sh', [script], { ...environment, ...fields })

    assert.equal(code, 0, err)
    assert.equal(JSON.parse(out).results[0].result, 'raised')
  })
})
