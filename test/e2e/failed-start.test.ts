import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import Database from 'better-sqlite3'
import { startService } from '../support/app/service.ts'

const root = dirname(dirname(import.meta.dirname))
const MAIN = ['src/main.ts']
/** A start that hangs is ended after this time: on an idle machine one that fails takes less than a second. */
const HANGS_MS = 20_000
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

interface Failing {
  readonly folder: string
  readonly settings?: Readonly<Record<string, string>>
  readonly launcher?: readonly string[]
  readonly before?: readonly string[]
  readonly uid?: number
}

/** Starts it as systemd does, with a watchdog and with a manager that writes down its messages. */
async function fail(
  argv: readonly string[],
  { folder, settings, launcher = MAIN, before = [], uid }: Failing,
) {
  const notified = join(folder, 'notified')
  writeFileSync(notified, '', { mode: 0o666 })
  chmodSync(notified, 0o666)
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$@" >> ${notified}\n`, { mode: 0o755 })
  const [program = '', ...more] = [
    ...before,
    process.execPath,
    ...launcher.map((word) => (word.startsWith('-') || word.startsWith('/') ? word : join(root, word))),
    'serve',
    ...argv,
  ]
  const child = spawn(program, more, {
    cwd: folder,
    timeout: HANGS_MS,
    killSignal: 'SIGKILL',
    ...(uid !== undefined && { uid, gid: uid }),
    env: {
      PATH: `${folder}:${process.env['PATH']}`,
      HOME: folder,
      NODE_COMPILE_CACHE: join(tmpdir(), 'tocsin-failed-start-cache'),
      NOTIFY_SOCKET: '/run/systemd/notify',
      WATCHDOG_USEC: '60000000',
      TOCSIN_LISTEN: '127.0.0.1:0',
      TOCSIN_DATA_FOLDER: join(folder, 'data'),
      ...settings,
    },
  })
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ])
  return { out, err, code, notified: readFileSync(notified, 'utf8') }
}

/** Expects one line of the log at level error, exit code 1, nothing on stderr, and the reason in `systemctl status`. */
async function assertFails(because: RegExp, failing: Failing): Promise<void> {
  const { out, err, code, notified } = await fail(['--json'], failing)

  assert.deepEqual([code, err], [1, ''], out)
  const errors = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 'error')
  assert.equal(errors.length, 1, out)
  const [line] = errors
  assert.equal(line.event, 'service.start_failed')
  assert.match(line.time, /^\d{4}-\d\d-\d\dT/)
  assert.match(line.because, because)
  assert.doesNotMatch(out, /tcn_/)
  if (!line.because.startsWith('The configuration'))
    assert.match(notified, /^STATUS=The service could not start: /m)
}

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-failed-start-'))
  chmodSync(folder, 0o755)
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'data'))
  return folder
}

function makeDatabase(file: string, version = 0): void {
  const db = new Database(file)
  db.exec('CREATE TABLE receiver_states (sent_state)')
  db.pragma(`user_version = ${version}`)
  db.close()
}

async function takePort(t: TestContext): Promise<string> {
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await new Promise((resolve) => taken.once('listening', resolve))
  const address = taken.address()
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

describe('a start that fails under a watchdog ends at once, with a line of the log', () => {
  for (const [name, launcher] of [
    ['the program itself', MAIN],
    ['the installed command, as in the image', ['bin/tocsin.js']],
    ['npm start', ['scripts/run.mjs', 'src/main.ts']],
  ] as const)
    it(`the port is taken: ${name}`, async (t) => {
      const settings = { TOCSIN_LISTEN: await takePort(t) }
      await assertFails(/could not start: another program listens on 127\.0\.0\.1:\d+ already/, {
        folder: makeFolder(t),
        settings,
        launcher,
      })
    })

  it('the database is that of a newer release', async (t) => {
    const folder = makeFolder(t)
    makeDatabase(join(folder, 'data/tocsin.db'), 9_999)
    await assertFails(/schema version 9999/, { folder })
  })

  it('the settings are wrong', async (t) => {
    const settings = { TOCSIN_RETENTION: '30 days', TOCSIN_RETENTIONN: '4' }
    await assertFails(
      /2 mistakes:\n.*TOCSIN_RETENTION is "30 days".*\n.*TOCSIN_RETENTIONN is not a setting/,
      {
        folder: makeFolder(t),
        settings,
      },
    )
  })

  it('the settings are wrong, and those of the log too', async (t) => {
    await assertFails(/TOCSIN_LOG_LEVEL is "loud"/, {
      folder: makeFolder(t),
      settings: { TOCSIN_LOG_LEVEL: 'loud' },
    })
  })

  it('the database belongs to another user', { skip: !isRoot && 'needs root' }, async (t) => {
    const folder = makeFolder(t)
    const file = join(folder, 'data/tocsin.db')
    makeDatabase(file)
    chmodSync(file, 0o600)
    chownSync(join(folder, 'data'), NOBODY, NOBODY)
    await assertFails(
      new RegExp(
        `The file ${file} cannot be written: it belongs to root \\(user 0\\), has mode 600, and this process runs as nobody \\(user 65534\\)\\. Mend it with: chown 65534 ${file}`,
      ),
      { folder, uid: NOBODY },
    )
  })

  it('the file may not be written', async (t) => {
    const folder = makeFolder(t)
    const file = join(folder, 'data/tocsin.db')
    makeDatabase(file)
    const uid = isRoot ? NOBODY : (process.getuid?.() ?? 0)
    for (const path of [join(folder, 'data'), file]) if (isRoot) chownSync(path, uid, uid)
    chmodSync(file, 0o400)
    await assertFails(new RegExp(`has mode 400, .*: chmod u\\+rw ${file}`), { folder, uid })
  })

  it('the folder belongs to another user', { skip: !isRoot && 'needs root' }, async (t) => {
    const folder = makeFolder(t)
    chmodSync(join(folder, 'data'), 0o700)
    await assertFails(/The folder \S+\/data cannot be written: it belongs to root \(user 0\), has mode 700/, {
      folder,
      uid: NOBODY,
    })
  })

  it('a folder stands where the database should be', async (t) => {
    const folder = makeFolder(t)
    mkdirSync(join(folder, 'data/tocsin.db'))
    await assertFails(/tocsin\.db is a folder; docker makes one where a mounted file is missing/, { folder })
  })

  it('a folder stands where the admin token should be', async (t) => {
    const folder = makeFolder(t)
    await assertFails(/TOCSIN_ADMIN_TOKEN_FILE is .* is a folder; docker makes one/, {
      folder,
      settings: { TOCSIN_ADMIN_TOKEN_FILE: join(folder, 'data') },
    })
  })

  it('a file stands where the folder should be', async (t) => {
    const folder = makeFolder(t)
    writeFileSync(join(folder, 'file'), '')
    await assertFails(/\/file is a file, and must be a folder/, {
      folder,
      settings: { TOCSIN_DATA_FOLDER: join(folder, 'file') },
    })
  })

  it('the program cannot load SQLite on this system', async (t) => {
    const folder = makeFolder(t)
    const preload = join(folder, 'other-system.mjs')
    writeFileSync(
      preload,
      `process.dlopen = () => { throw Object.assign(new Error("version 'GLIBC_2.99' not found"), { code: 'ERR_DLOPEN_FAILED' }) }`,
    )
    const sentence =
      /cannot be loaded: version 'GLIBC_2\.99' not found\. On Linux it needs glibc 2\.34 and libstdc\+\+ 11 or newer; this system has glibc \d\.\d+\. Install/
    await assertFails(sentence, {
      folder,
      launcher: ['--import', preload, ...MAIN],
    })
  })

  const cannotMount = !isRoot || spawnSync('unshare', ['--mount', 'true']).status !== 0
  it(
    'the file system is mounted read-only',
    { skip: cannotMount && 'needs root, and mounts of its own' },
    async (t) => {
      const folder = makeFolder(t)
      const data = join(folder, 'data')
      makeDatabase(join(data, 'tocsin.db'))
      const mount = `mount --bind ${data} ${data} && mount -o remount,bind,ro ${data} && exec "$@"`
      await assertFails(/The folder \S+\/data is on a file system that is mounted read-only/, {
        folder,
        before: ['unshare', '--mount', 'sh', '-c', mount, 'sh'],
      })
    },
  )
})

describe('a start that fails, for a person', () => {
  it('says why on stderr, and does not print the admin token that it made', async (t) => {
    const folder = makeFolder(t)
    const { out, err, code } = await fail([], { folder, settings: { TOCSIN_LISTEN: await takePort(t) } })

    assert.equal(code, 1)
    assert.match(err, /^The service could not start: another program listens on .*\nStop that one, or take/)
    assert.doesNotMatch(out + err, /tcn_/)
    assert.match(readFileSync(join(folder, 'data/admin-token'), 'utf8'), /^tcn_/)
  })

  it('is told by stderr alone if nothing is logged', async (t) => {
    const settings = { TOCSIN_LISTEN: await takePort(t), TOCSIN_LOG_LEVEL: 'silent' }
    const { out, err, code } = await fail(['--json'], { folder: makeFolder(t), settings })

    assert.deepEqual([out, code], ['', 1])
    assert.match(JSON.parse(err).detail, /another program listens/)
  })
})

describe('a start whose database is away', () => {
  it('waits under a watchdog, and ends well when it is asked to', async (t) => {
    const service = await startService({
      folder: makeFolder(t),
      database: 'postgres://nobody@127.0.0.1:9/nothing',
      isWaiting: true,
      settings: { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '60000000' },
    })
    t.after(() => service.kill())

    assert.equal((await service.request('GET', '/healthz')).status, 200)
    assert.equal(await service.stop(), 0)
  })
})
