import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'
import { Receiver } from '../support/network/receiver.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'

const main = join(import.meta.dirname, '..', '..', 'src', 'main.ts')
const folder = mkdtempSync(join(tmpdir(), 'tocsin-run-'))

interface Finished {
  readonly code: number | null
  readonly out: Buffer
  readonly err: string
}

/** A real process: its output, its signals and its exit code are what this is about. */
function start(argv: readonly string[], environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [main, 'run', ...argv], {
    env: {
      PATH: process.env['PATH'] ?? '',
      TOCSIN_CONFIG: '/nonexistent',
      // A folder of its own for runs that are kept (run-spool.test.ts).
      XDG_STATE_HOME: mkdtempSync(join(folder, 'state-')),
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const [out, err]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  const finished = once(child, 'close').then((): Finished => ({
    code: child.exitCode,
    out: Buffer.concat(out),
    err: Buffer.concat(err).toString(),
  }))
  const said = () => Buffer.concat(out).toString()
  return { child, finished, said, complained: () => Buffer.concat(err).toString() }
}

describe('tocsin run', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true })
  })
  after(async () => {
    await app.stop()
    rmSync(folder, { recursive: true })
  })

  const settings = () => ({ TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN })
  const run = (...argv: readonly string[]) => start(argv, settings()).finished
  const runOf = async (job: string) => {
    const { json } = await app.call('GET', `/v1/job-runs?job_id=${encodeURIComponent(job)}`)
    assert.equal(json.items.length, 1, `one run of ${job}`)
    return json.items[0]
  }

  it('passes on output and exit code, and reports them', async () => {
    const { code, out, err } = await run(
      '--name',
      'rollup',
      '--server',
      'pg-1',
      '--database',
      'billing',
      '--label',
      'team=dba',
      '--',
      'sh',
      '-c',
      'echo fine; echo broken >&2; exit 3',
    )

    assert.deepEqual([code, out.toString(), err], [3, 'fine\n', 'broken\n'])
    const reported = await runOf('rollup')
    assert.deepEqual(
      [
        reported.source,
        reported.name,
        reported.status,
        reported.exit_code,
        reported.server.name,
        reported.database,
      ],
      ['run', 'rollup', 'failure', '3', 'pg-1', 'billing'],
    )
    assert.deepEqual(reported.labels, { team: 'dba' })
    assert.deepEqual(reported.output.split('\n').toSorted(), ['broken', 'fine'])
    assert.ok(reported.started_at <= reported.ended_at)
  })

  it('is called like the command, and needs no -- before one without options of its own', async () => {
    assert.equal((await run('/bin/true', '--whatever')).code, 0)

    assert.equal((await runOf('true')).status, 'success')
  })

  it('passes on stdin, and bytes that are no text', async () => {
    const bytes = Buffer.from([0, 255, 254, 10, 0xc3, 0x28, 13])
    const { child, finished } = start(['--name', 'binary', '--', 'cat'], settings())
    child.stdin.end(bytes)

    const { code, out } = await finished

    assert.deepEqual([code, out], [0, bytes])
    assert.match((await runOf('binary')).output, /\ufffd/)
  })

  it('passes on ten megabytes, and reports their end', async () => {
    const { code, out } = await run(
      '--name',
      'long',
      '--',
      process.execPath,
      '-e',
      "process.stdout.write('ä'.repeat(5 * 1024 ** 2) + 'the end')",
    )

    assert.equal(code, 0)
    assert.equal(out.length, 10 * 1024 ** 2 + 7)
    const { output } = await runOf('long')
    assert.ok(output.endsWith('äthe end') && output.startsWith('ä') && output.length > 30_000)
  })

  it('keeps the order in which stdout and stderr were written', async () => {
    const script = 'for i in 1 2 3 4; do echo out$i; read _; echo err$i >&2; read _; done'
    const { child, finished, said, complained } = start(
      ['--name', 'order', '--', 'sh', '-c', script],
      settings(),
    )
    // Each waits until the one before has been passed on: what comes by two pipes at once has no order.
    for (const number of [1, 2, 3, 4]) {
      await eventually(`out${number}`, () => said().includes(`out${number}`))
      child.stdin.write('\n')
      await eventually(`err${number}`, () => complained().includes(`err${number}`))
      child.stdin.write('\n')
    }
    await finished

    assert.equal((await runOf('order')).output, 'out1\nerr1\nout2\nerr2\nout3\nerr3\nout4\nerr4')
  })

  it('says 127 for what is not there, 126 for what cannot be run, and reports both', async () => {
    const file = join(folder, 'no-program')
    writeFileSync(file, 'x')
    chmodSync(file, 0o600)

    const missing = await run('--name', 'missing', '--', 'no-such-command-1')
    const refused = await run('--name', 'refused', '--', file)

    assert.deepEqual([missing.code, refused.code], [127, 126])
    assert.equal(missing.err, 'tocsin run: no-such-command-1: there is no such command\n')
    assert.deepEqual(
      [(await runOf('missing')).exit_code, (await runOf('refused')).output],
      ['127', `${file}: cannot be run (EACCES)`],
    )
  })

  it('says 128 and the signal for a command that one ended', async () => {
    const { code } = await run('--name', 'killed', '--', 'sh', '-c', 'kill -9 $$')

    assert.equal(code, 137)
    const reported = await runOf('killed')
    assert.deepEqual([reported.exit_code, reported.labels], ['137', { signal: 'SIGKILL' }])
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`passes on ${signal}, and reports what the command made of it`, async () => {
      const script = "trap 'echo caught; exit 5' INT TERM; echo ready; while :; do sleep 0.02; done"
      const { child, finished, said } = start(['--name', signal, '--', 'sh', '-c', script], settings())
      await eventually('it has begun', () => said().includes('ready'))
      child.kill(signal)

      const { code, out } = await finished

      assert.deepEqual([code, out.toString()], [5, 'ready\ncaught\n'])
      assert.equal((await runOf(signal)).exit_code, '5')
    })
  }

  it('ends what takes longer than its time', async () => {
    const { code, err } = await run('--name', 'slow', '--timeout', '200ms', '--', 'sleep', '60')

    assert.deepEqual([code, err], [124, 'tocsin run: It ran out of its time of 0.2 s.\n'])
    assert.match((await runOf('slow')).output, /^It ran out of its time of 0\.2 s\.$/)
  })

  it('does not wait for what the command left behind in the background', async () => {
    const { code, out } = await run('--name', 'daemon', '--', 'sh', '-c', 'sleep 600 & echo $!')

    assert.equal(code, 0)
    assert.equal((await runOf('daemon')).output, out.toString().trim())
    // It is there still.
    process.kill(Number(out.toString()), 'SIGKILL')
  })

  it('takes names as they are', async () => {
    const name = '%JobName% "\n\u001b[31m😀'
    const { code, err } = await run('--name', name, '--', 'true')

    assert.deepEqual([code, err], [0, ''])
    assert.equal((await runOf(name)).name, name)
  })

  it('runs the command whatever is wrong with the report, and says so in one line', async () => {
    const cases = [
      [
        { TOCSIN_URL: 'http://127.0.0.1:1', TOCSIN_TOKEN: 'wrong\nline' },
        ['--', 'sh', '-c', 'echo ran; exit 4'],
        4,
      ],
      [{ TOCSIN_URL: 'no address' }, ['--', 'sh', '-c', 'echo ran'], 0],
      [{ TOCSIN_URL: app.url, TOCSIN_TOKEN: 'tcn_wrong' }, ['--', 'sh', '-c', 'echo ran'], 0],
      [
        { TOCSIN_URL: app.url, TOCSIN_TOKEN: 'tcn_wrong' },
        ['--require-report', '--', 'sh', '-c', 'echo ran'],
        75,
      ],
      [
        { TOCSIN_URL: app.url, TOCSIN_TOKEN: 'tcn_wrong' },
        ['--require-report', '--', 'sh', '-c', 'echo ran; exit 4'],
        4,
      ],
    ] as const
    const finished = await Promise.all(
      cases.map(async ([environment, argv, expected]) => {
        const end = await start(argv, environment).finished
        return { ...end, expected }
      }),
    )

    for (const { code, out, err, expected } of finished) {
      assert.deepEqual([code, out.toString()], [expected, 'ran\n'], err)
      assert.match(err, /^tocsin run: this run could not be reported: [^\n]+\n$/)
    }
  })

  it('tries again while the service is away, with the very same run', async () => {
    const receiver = await Receiver.start()
    receiver.respondsWith(503, (_request, response) => response.destroy(), 429)

    const { finished } = start(['--name', 'patient', '--', 'true'], {
      TOCSIN_URL: receiver.url,
      TOCSIN_TOKEN: ADMIN_TOKEN,
    })
    const { code, err } = await finished

    assert.deepEqual([code, err], [0, ''])
    assert.equal(receiver.requests.length, 4)
    assert.equal(new Set(receiver.requests.map(({ body }) => body)).size, 1)
    await receiver.stop()
  })

  it('without a command says how it is used', async () => {
    const { code, err } = await run('--name', 'nothing')

    assert.equal(code, 2)
    assert.match(err, /missing required argument/i)
  })
})
