import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'

/** So long signals count as one; see system-context.ts. */
const SAME_SIGNAL_MS = 2_000
const TOOL = join(import.meta.dirname, '../../bin/tocsin.js')
const ON_TERMINAL = join(import.meta.dirname, '../support/app/on-terminal.ts')

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** The tool as a shell would start it, in a folder of its own and with none of the variables of this process. */
class ToolProcess {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  err = ''

  constructor(argv: readonly string[], folder: string, environment: Readonly<Record<string, string>> = {}) {
    this.child = spawn(process.execPath, [TOOL, ...argv], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child.stderr?.on('data', (chunk: Buffer) => (this.err += chunk.toString()))
    const out = this.child.stdout ? text(this.child.stdout).catch(() => '') : Promise.resolve('')
    this.ended = new Promise((resolve) => {
      this.child.on('close', (code) => void out.then((out) => resolve({ code, out, err: this.err })))
    })
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  /** What stands on stderr where the pattern has its group; waits for it. */
  said(pattern: RegExp): Promise<string> {
    return eventually(`${pattern} on stderr`, () => pattern.exec(this.err)?.[1])
  }
}

describe('the command tocsin', () => {
  let folder = ''
  let service: ToolProcess
  let url = ''
  const run = (argv: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> =>
    new ToolProcess(argv, folder, environment).ended

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-e2e-'))
    service = new ToolProcess(['serve', '--listen', '127.0.0.1:0', '--base-path', '/base'], folder)
    url = await service.said(/Tocsin listens on (\S+);/)
  })
  after(async () => {
    service.child.kill()
    await service.ended
    await rm(folder, { recursive: true })
  })

  it(
    'runs for a user without a name and a home, as containers have them',
    { skip: process.getuid?.() !== 0 && 'needs root' },
    async () => {
      const child = spawn(process.execPath, [TOOL, 'status', '--url', url], {
        cwd: '/',
        uid: 65_533,
        gid: 65_533,
        env: { PATH: process.env['PATH'] },
      })
      const [said, code] = await Promise.all([
        text(child.stderr),
        new Promise((resolve) => child.on('close', resolve)),
      ])
      assert.equal(code, 1)
      assert.match(said, /^A token is required/)
    },
  )

  it('serve: makes an admin token at the first start that only its owner can read, and that works', async () => {
    const file = join(folder, 'data', 'admin-token')
    const token = (await readFile(file, 'utf8')).trim()

    const { code, out, err } = await run(['webhook', 'list'], { TOCSIN_URL: url, TOCSIN_TOKEN: token })

    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.ok(
      service.err.includes(
        `The admin token is kept in ${join('data', 'admin-token')}, readable by you alone`,
      ),
    )
    assert.ok(!service.err.includes(token))
    assert.ok(!service.err.includes('invitation#'))
    assert.match(
      service.err,
      /^There are no users yet\. Make .* with: \S+ user add --name NAME --role admin$/m,
    )
    assert.equal(err, '')
    assert.equal(code, 0)
    assert.match(out, /^There are no webhooks\. Add one with: \S*tocsin\S* webhook add/)
  })

  it(
    'serve: begins with what keeps its memory small, in the process that was started',
    { skip: process.platform !== 'linux' && 'only Linux shows how a process was started' },
    async () => {
      const [command, environment] = await Promise.all(
        ['cmdline', 'environ'].map((file) => readFile(`/proc/${service.child.pid}/${file}`, 'utf8')),
      )

      assert.match(command ?? '', /--max-semi-space-size=16/)
      assert.match(environment ?? '', /MALLOC_ARENA_MAX=2/)
    },
  )

  it('serve: says the token and the first link on a terminal', async () => {
    const elsewhere = await mkdtemp(join(folder, 'elsewhere-'))
    const seen = new ToolProcess(['serve', '--listen', '127.0.0.1:0'], elsewhere, {
      NODE_OPTIONS: `--import=${ON_TERMINAL}`,
    })
    await seen.said(/(The first five minutes)/)
    const token = (await readFile(join(elsewhere, 'data', 'admin-token'), 'utf8')).trim()
    seen.child.kill()
    const { err } = await seen.ended
    assert.ok(err.includes(`The admin token, made at this first start: ${token}`))
    assert.match(err, /chooses a password here, within a day: http:\S+\/invitation#tci_/)
  })

  it('without a token the service says no: exit code 1', async () => {
    // In the folder of the service the tool would find its token.
    const elsewhere = await mkdtemp(join(folder, 'elsewhere-'))
    const { code, err } = await new ToolProcess(['webhook', 'list', '--url', url], elsewhere).ended

    assert.equal(code, 1)
    assert.match(err, /No token was found/)
  })

  it('serve: refuses wrong settings with exit code 1, all in one go', async () => {
    const { code, err } = await run(['serve', '--retention', 'long', '--log-format', 'yaml'])

    assert.equal(code, 1)
    assert.match(err, /--retention is "long"/)
    assert.match(err, /--log-format is "yaml", not one of auto, json, text/)
  })

  it('serve: says that the port is in use, and does not show the token that it made', async () => {
    const database = join(folder, 'other', 'tocsin.db')
    const { host } = new URL(url)
    const { code, err } = await run(['serve', '--listen', host, '--database', `sqlite:${database}`])

    assert.match(await readFile(join(folder, 'other', 'admin-token'), 'utf8'), /^tcn_/)
    assert.equal(code, 1)
    assert.equal(
      err,
      `The service could not start: another program listens on ${host} already.\n` +
        'Stop that one, or take another port with --listen (TOCSIN_LISTEN).\n',
    )
  })

  it('serve: names the database file that it cannot use', async () => {
    const file = join(folder, 'no-database')
    await writeFile(file, 'a text that is long enough to be no database at all '.repeat(100))

    const { code, err } = await run(['serve', '--listen', '127.0.0.1:0', '--database', `sqlite:${file}`])

    assert.equal(code, 1)
    assert.equal(
      err,
      `The service could not start: The database is not a database, or damaged (SQLITE_NOTADB). Restore a backup: docs/health.md, "A damaged database".\nThe database file is ${file} (--database, TOCSIN_DATABASE).\n`,
    )
  })

  it('a reader that goes away is no fault', async () => {
    const help = new ToolProcess(['webhook', 'add', '--help'], folder)
    help.child.stdout?.destroy()

    assert.deepEqual(await help.ended, { code: 0, out: '', err: '' })
  })

  it('says in one line that the disk under its output is full, and ends with 1', async () => {
    const line = `exec "${TOOL}" webhook add --help > /dev/full`
    const child = spawn('/bin/sh', ['-c', line], { stdio: ['ignore', 'ignore', 'pipe'] })
    const err = text(child.stderr)
    const code = await new Promise((resolve) => child.on('close', resolve))

    assert.deepEqual([code, await err], [1, 'tocsin: the output could not be written (the disk is full).\n'])
  })

  it('cuts nothing on a terminal of unknown width', async () => {
    const inner = `stty cols 0; ${TOOL} preset list`
    const child = spawn('script', ['-qec', inner, '/dev/null'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      cwd: folder,
    })
    const out = await text(child.stdout)

    assert.doesNotMatch(out, /^…/m)
    assert.match(out, /slack-blocks/)
  })

  it('serve: ends well although nobody reads its log any more', async () => {
    const database = `sqlite:${join(folder, 'unread', 'tocsin.db')}`
    const unread = new ToolProcess(['serve', '--listen', '127.0.0.1:0', '--database', database], folder)
    await unread.said(/Tocsin listens on (\S+);/)

    unread.child.stdout?.destroy()
    unread.child.kill('SIGTERM')

    assert.equal((await unread.ended).code, 0)
  })

  it('serve: a database that it makes can be read by its owner only', async () => {
    const names = ['', '-wal', '-shm', '.lock'].map((suffix) => join(folder, 'data', `tocsin.db${suffix}`))

    const modes = await Promise.all(names.map(async (name) => ((await stat(name)).mode & 0o777).toString(8)))

    assert.deepEqual(modes, ['600', '600', '600', '600'])
    assert.equal((await stat(join(folder, 'data'))).mode & 0o777, 0o700)
  })

  it('listen: ends with Ctrl-C, and well', async () => {
    const receiver = new ToolProcess(['listen', '--port', '0'], folder)
    await receiver.said(/Listening on (\S+)/)

    receiver.child.kill('SIGINT')

    assert.equal((await receiver.ended).code, 0)
  })

  it('serve: ends well though the same Ctrl-C comes again and again until it has ended', async () => {
    for (let round = 0; round < 4; round += 1) {
      const database = `sqlite:${join(folder, 'interrupted', 'tocsin.db')}`
      const ending = new ToolProcess(['serve', '--listen', '127.0.0.1:0', '--database', database], folder)
      await ending.said(/Tocsin listens on (\S+);/)

      const firstAt = performance.now()
      // What comes later is meant as another one.
      while (ending.isRunning && performance.now() - firstAt < SAME_SIGNAL_MS / 2) {
        ending.child.kill('SIGINT')
        await new Promise((resolve) => setImmediate(resolve))
      }

      assert.equal((await ending.ended).code, 0)
    }
  })

  it('migrate: refuses while the service runs; SIGTERM ends the service well; then it says how things stand', async () => {
    const early = await run(['migrate'])
    assert.equal(early.code, 1)
    assert.match(early.err, /Another Tocsin process is using .*tocsin\.db/)

    service.child.kill('SIGTERM')
    const { code, out } = await service.ended
    assert.equal(code, 0)
    assert.equal(JSON.parse(out.trimEnd().split('\n').at(-1) ?? '').event, 'service.stopped')

    const late = await run(['migrate'])
    assert.equal(late.code, 0)
    assert.match(late.out, /tocsin\.db is up to date \(schema version \d+\)\.\n$/)
    const fresh = await run(['migrate', '--database', `sqlite:${join(folder, 'fresh.db')}`, '--json'])
    assert.equal(JSON.parse(fresh.out).from, 0)
  })
})
