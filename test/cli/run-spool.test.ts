import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { keepRun, spooledRunName } from '../../cli/run/spooled-runs.ts'
import { THIS_MACHINE } from '../../src/commands/this-machine.ts'
import { eventually } from '../support/time/eventually.ts'
import { Receiver } from '../support/network/receiver.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool } from './run-tool.ts'

const main = join(import.meta.dirname, '..', '..', 'src', 'main.ts')
const root = mkdtempSync(join(tmpdir(), 'tocsin-spool-'))
const AWAY = 'http://127.0.0.1:1'

let folderCount = 0
const newFolder = () => join(root, String(folderCount++))
const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).toSorted() : [])

const receivers: Receiver[] = []
async function startReceiver(): Promise<Receiver> {
  const receiver = await Receiver.start()
  receivers.push(receiver)
  return receiver
}

/** A real process, as cron starts one. */
function start(url: string, argv: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [main, 'run', ...argv], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: root,
      TOCSIN_CONFIG: '/nonexistent',
      TOCSIN_URL: url,
      TOCSIN_TOKEN: ADMIN_TOKEN,
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const err: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  const finished = once(child, 'close').then(() => ({
    code: child.exitCode,
    err: Buffer.concat(err).toString(),
  }))
  return { child, finished }
}

/** The report of a stopped process if it could not reach the service. */
async function leaveBehind(folder: string, argv: readonly string[], url = AWAY) {
  const countBefore = filesIn(folder).length
  const { child, finished } = start(url, ['--spool', folder, ...argv])
  await eventually('the run is kept', () => filesIn(folder).length > countBefore)
  await eventually('nothing is half written', () => filesIn(folder).every((name) => name.endsWith('.json')))
  child.kill('SIGTERM')
  return finished
}

/** As a run leaves it, without running one. */
async function keep(folder: string, second: number, members: Readonly<Record<string, unknown>> = {}) {
  const at = Date.parse('2026-03-01T00:00:00Z') + second * 1000
  const id = second.toString(16).padStart(8, '0')
  const { service = '', ...body } = members
  const run = {
    service: String(service),
    body: {
      job_id: folder,
      run_id: id,
      name: `kept ${second}`,
      status: 'success' as const,
      source: 'run',
      ...body,
    },
  }
  await keepRun(folder, spooledRunName(at, id), run, THIS_MACHINE)
}

describe('a run that could not be reported', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true })
  })
  after(async () => {
    await Promise.all(receivers.map((receiver) => receiver.stop()))
    await app.stop()
    rmSync(root, { recursive: true })
  })

  const flush = (folder: string, url = app.url) =>
    runTool(['run', '--flush', '--spool', folder], {
      environment: { TOCSIN_URL: url, TOCSIN_TOKEN: ADMIN_TOKEN },
    })
  /** Oldest first, as the service took them in. */
  const namesOf = async (job: string): Promise<readonly string[]> => {
    const { json } = await app.call('GET', `/v1/job-runs?limit=100&job_id=${encodeURIComponent(job)}`)
    return json.items.map(({ name, status }: Record<string, string>) => `${name}: ${status}`).toReversed()
  }

  it('is kept, and goes out before the next one', async () => {
    const folder = newFolder()
    const job = ['--job-id', folder, '--name', 'first']
    const { code, err } = await leaveBehind(folder, [...job, '--', 'false'])
    const [file = ''] = filesIn(folder)

    assert.equal(code, 1)
    const [, reason = '', remedy = ''] = /^(.*reached: [^.]*\.)(.*)$/s.exec(err) ?? []
    assert.equal(reason.split(':')[1], ' this run could not be reported')
    assert.equal(
      remedy,
      ` It is kept, and goes out with the next one, or by \`tocsin run --flush --spool ${folder}\`.\n`,
    )
    const kept = readFileSync(join(folder, file), 'utf8')
    writeFileSync(join(folder, file), kept.replace(AWAY, app.url))

    const next = await start(app.url, ['--spool', folder, '--job-id', folder, '--name', 'second', 'true'])
      .finished

    assert.deepEqual(next, { code: 0, err: '' })
    assert.deepEqual(await namesOf(folder), ['first: failure', 'second: success'])
    assert.deepEqual(filesIn(folder), [])
  })

  it('outlives the death of the process that was trying', async () => {
    const folder = join(newFolder(), 'tocsin', 'runs')
    const state = join(folder, '..', '..')
    const { child, finished } = start(AWAY, ['--job-id', folder, 'true'], { XDG_STATE_HOME: state })
    await eventually('it is kept', () => filesIn(folder).some((name) => name.endsWith('.json')))
    child.kill('SIGKILL')
    await finished

    const receiver = await startReceiver()
    const elsewhere = await flush(folder, receiver.url)
    assert.equal(elsewhere.out, 'Runs that were kept and are reported now: 0. Kept for other services: 1.\n')
    assert.equal(receiver.requests.length, 0)
    assert.equal(filesIn(folder).length, 1)
  })

  it('is reported once, whoever sends it and however often', async () => {
    const folder = newFolder()
    for (let second = 0; second < 30; second++) await keep(folder, second)

    const both = await Promise.all([flush(folder), flush(folder)])

    assert.deepEqual(
      both.map(({ code, err }) => [code, err]),
      [
        [0, ''],
        [0, ''],
      ],
    )
    assert.deepEqual(
      await namesOf(folder),
      Array.from({ length: 30 }, (_, second) => `kept ${second}: success`),
    )
    assert.deepEqual(filesIn(folder), [])
    assert.equal((await flush(folder)).out, 'Runs that were kept and are reported now: 0.\n')
  })

  it('ended when the release that kept it says, which called that finished_at', async () => {
    const folder = newFolder()
    await keep(folder, 1, { finished_at: '2026-03-01T00:00:01.000Z' })

    const { code } = await flush(folder)

    const { json } = await app.call('GET', `/v1/job-runs?job_id=${encodeURIComponent(folder)}`)
    assert.deepEqual([code, json.items[0].ended_at], [0, '2026-03-01T00:00:01.000Z'])
  })

  it('is set aside if the service refuses it for good, and holds up no other', async () => {
    const folder = newFolder()
    await keep(folder, 1, { status: 'lost' })
    await keep(folder, 2)
    const [refused = ''] = filesIn(folder)

    const { code, out, err } = await flush(folder)

    assert.equal(code, 1)
    assert.equal(out, 'Runs that were kept and are reported now: 1.\n')
    assert.match(err, /^tocsin run: a run that was kept is set aside as .*\.json\.refused: status: must be/)
    assert.deepEqual(filesIn(folder), [`${refused}.refused`])
    assert.deepEqual(await namesOf(folder), ['kept 2: success'])
  })

  it('stays with those behind it while the service is away, but holds up none by a fault of the service', async () => {
    const folder = newFolder()
    const receiver = await startReceiver()
    for (const second of [1, 2, 3]) await keep(folder, second, { service: receiver.url })

    receiver.respondsWith(200, 503)
    const away = await flush(folder, receiver.url)
    assert.deepEqual([away.code, away.out, filesIn(folder).length], [1, '', 2])

    receiver.respondsWith(500)
    const faulty = await flush(folder, receiver.url)
    assert.deepEqual([faulty.code, filesIn(folder).length], [1, 1])
    assert.equal(
      faulty.out,
      'Runs that were kept and are reported now: 1. The service failed at: 1; its log says why.\n',
    )
  })

  it('is not kept if the service says that it is wrong, or nobody wants it kept', async () => {
    const folder = newFolder()
    const receiver = await startReceiver()
    const refuse = (_request: unknown, response: ServerResponse) => {
      response.statusCode = 400
      response.end(JSON.stringify({ status: 400, detail: 'ended_at: is in the future' }))
    }
    receiver.respondsWith(503, refuse)
    const wrong = await start(receiver.url, ['--spool', folder, 'true']).finished
    receiver.respondsWith(401)
    const unwanted = await start(receiver.url, ['--no-spool', 'true'], { TOCSIN_TOKEN: 'tcn_\n' }).finished

    assert.deepEqual(wrong, {
      code: 0,
      err: 'tocsin run: this run could not be reported: ended_at: is in the future\n',
    })
    assert.match(unwanted.err, /^tocsin run: this run could not be reported: The token [^\n]*spaces\.\n$/)
    assert.deepEqual(filesIn(folder), [])
    assert.ok(!existsSync(join(root, '.local')))
  })

  it('is said to be lost if it cannot be kept either', async () => {
    const file = join(root, 'a-file')
    writeFileSync(file, '')
    const { code, err } = await start(app.url, ['--spool', join(file, 'x'), 'false'], { TOCSIN_TOKEN: 'no' })
      .finished

    assert.equal(code, 1)
    assert.match(
      err,
      /^tocsin run: this run could not be reported: The token is not known here\. Nor could it be kept: the folder [^\n]*x cannot be made: ENOTDIR\.\n$/,
    )
  })

  it('has options that are refused where they make no sense, before anything runs', async () => {
    for (const [argv, sentence] of [
      [['--flush', 'true'], /leave the command out/],
      [['--flush', '--no-spool'], /cannot stand beside --no-spool/],
      [['--spool', '', 'true'], /--spool must name a folder/],
    ] as const) {
      const { code, err } = await runTool(['run', ...argv])
      assert.equal(code, 2)
      assert.match(err, sentence)
    }
  })
})
