import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { spawnSync } from 'node:child_process'
import { runTool } from './run-tool.ts'

describe('tocsin config check', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-config-check-'))
    await writeFile(join(folder, 'token'), 'tcn_an-admin-token-of-a-file\n', { mode: 0o600 })
    await writeFile(join(folder, 'database'), 'postgres://tocsin:pa55word@db.internal/tocsin\n', {
      mode: 0o600,
    })
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const check = (argv: readonly string[], environment: Record<string, string> = {}) =>
    runTool(['config', 'check', ...argv], { environment })

  it('says what is set from where, without secrets', async () => {
    const environment = {
      TOCSIN_ADMIN_TOKEN_FILE: join(folder, 'token'),
      TOCSIN_DATABASE_FILE: join(folder, 'database'),
      TOCSIN_RETENTION: '90d',
      TOCSIN_PROXY: 'http://user:pr0xyword@proxy:3128',
    }
    const { code, out } = await check(['--listen', '127.0.0.1:9000'], environment)

    assert.equal(code, 0)
    const rows = out.split('\n').map((line) => line.split(/ {2,}/))
    assert.deepEqual(rows.slice(0, -2), [
      ['SETTING', 'VALUE', 'FROM'],
      ['TOCSIN_LISTEN', '127.0.0.1:9000', '--listen'],
      [
        'TOCSIN_DATABASE',
        'postgres://tocsin@db.internal/tocsin',
        `${join(folder, 'database')} (TOCSIN_DATABASE_FILE)`,
      ],
      ['TOCSIN_ADMIN_TOKEN', '(secret)', `${join(folder, 'token')} (TOCSIN_ADMIN_TOKEN_FILE)`],
      ['TOCSIN_RETENTION', '90d', 'TOCSIN_RETENTION'],
      ['TOCSIN_PROXY', '(secret)', 'TOCSIN_PROXY'],
    ])
    assert.match(out, /The settings are valid\. All others have their default: --all shows them\.\n$/)
    const { json, out: all } = await check(['--all', '--json'], environment)
    assert.ok(json.settings.length > 40)
    assert.deepEqual(
      json.settings.find(({ name }: { name: string }) => name === 'TOCSIN_TAKEOVER'),
      { name: 'TOCSIN_TAKEOVER', value: '30s', from: 'default' },
    )
    assert.doesNotMatch(`${out}${all}`, /pa55word|pr0xyword|an-admin-token/)
  })

  it('lists every mistake, with exit code 2', async () => {
    const { code, err } = await check(['--admin-token-file', join(folder, 'missing')], {
      TOCSIN_ENCRYPTION_KEY: 'x',
      TOCSIN_ENCRYPTION_KEY_FILE: join(folder, 'token'),
      TOCSIN_LISTN: '1',
    })

    assert.equal(code, 2)
    assert.match(err, /--admin-token-file is ".*missing", which cannot be read: ENOENT/)
    assert.match(err, /TOCSIN_ENCRYPTION_KEY and TOCSIN_ENCRYPTION_KEY_FILE exclude each other/)
    assert.match(err, /TOCSIN_LISTN is not a setting/)
  })

  it('takes what is set without anything', async () => {
    const { code, out } = await check([])

    assert.deepEqual(
      [code, out],
      [0, 'The settings are valid. All others have their default: --all shows them.\n'],
    )
  })

  it('names what is meant by a name that is almost that of a setting', async () => {
    const { code, err } = await check([], { TOCSIN_RETENTIONN: '4d' })
    assert.deepEqual(
      [code, /TOCSIN_RETENTIONN is not a setting; did you mean TOCSIN_RETENTION\?/.test(err)],
      [2, true],
    )

    const near = await check([], { TOSCIN_LISTEN: 'x', tocsin_role: 'all', TOOLS: 'x' })
    assert.equal(near.code, 0)
    assert.match(near.out, /TOSCIN_LISTEN is not a setting; did you mean TOCSIN_LISTEN\?/)
    assert.match(near.out, /tocsin_role is not a setting; did you mean TOCSIN_ROLE\?/)
    assert.doesNotMatch(near.out, /TOOLS/)
  })

  it('warns of a file with a secret that everybody can read', async () => {
    const file = join(folder, 'open')
    await writeFile(file, 'an-admin-token-for-everybody\n', { mode: 0o644 })
    const { code, out } = await check([], { TOCSIN_ADMIN_TOKEN_FILE: file })
    assert.deepEqual([code, out.includes(`Others on this machine can read the secret in ${file}`)], [0, true])
  })

  it('reads the certificate, as a start does', async () => {
    const { code, err } = await check([], {
      TOCSIN_TLS_CERT_FILE: join(folder, 'token'),
      TOCSIN_TLS_KEY_FILE: join(folder, 'missing'),
    })
    assert.deepEqual([code, /missing/.test(err)], [2, true])
  })
})

const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0

describe(
  'tocsin config check of the installed service',
  { skip: !canMount && 'needs root, and mounts of its own' },
  () => {
    const UNIT =
      '[Service]\nUser=nobody\nGroup=nogroup\nEnvironment=TOCSIN_DATA_FOLDER=/var/lib/tocsin\nEnvironmentFile=-/run/systemd/system/tocsin.env\n'

    /** Runs a command on a machine that has the unit, with these lines in its environment file. */
    const onMachine = (settings: string, argv: readonly string[], variables: Record<string, string> = {}) => {
      const script =
        'mount -t tmpfs tmpfs /run && chmod 755 /run && mkdir -p /run/systemd/system && cd /run/systemd/system && printf "$UNIT" > tocsin.service && printf "$SETTINGS" > tocsin.env && echo secret-of-root-alone-1234567890 > secret && chmod 600 secret && exec "$@"'
      const tool = join(import.meta.dirname, '../../src/main.ts')
      return spawnSync(
        'unshare',
        ['--mount', 'sh', '-c', script, 'sh', process.execPath, tool, 'config', 'check', ...argv],
        { encoding: 'utf8', env: { PATH: process.env['PATH'], UNIT, SETTINGS: settings, ...variables } },
      )
    }

    it('finds what keeps it from starting, although root has no such variables', () => {
      const { status, stderr } = onMachine('TOCSIN_RETENTION=30 days\nTOCSIN_RETENTIONN=4\n', [])

      assert.equal(status, 2)
      assert.match(stderr, /TOCSIN_RETENTION is "30 days"/)
      assert.match(stderr, /TOCSIN_RETENTIONN is not a setting/)
    })

    it('says what is set, and from which files', () => {
      const { status, stdout } = onMachine('TOCSIN_RETENTION=30d\n', ['--service'], {
        TOCSIN_LISTEN: 'ignored',
      })

      assert.equal(status, 0)
      assert.match(
        stdout,
        /^As \/run\/systemd\/system\/tocsin\.service, \/run\/systemd\/system\/tocsin\.env gives/,
      )
      assert.match(stdout, /TOCSIN_DATA_FOLDER +\/var\/lib\/tocsin/)
      assert.match(stdout, /TOCSIN_RETENTION +30d/)
      assert.doesNotMatch(stdout, /ignored/)
    })

    it('sees that the user of the service cannot read a secret', () => {
      const { status, stderr } = onMachine('TOCSIN_ADMIN_TOKEN_FILE=/run/systemd/system/secret\n', [])

      assert.equal(status, 2)
      assert.match(stderr, /TOCSIN_ADMIN_TOKEN_FILE is .*cannot be read: EACCES/)
    })

    it('reads options, credentials and what is unset, as systemd means them', () => {
      const unit = (execStart: string) =>
        `${UNIT}ExecStart=/usr/bin/tocsin serve --json ${execStart}\nUnsetEnvironment=TOCSIN_PROXY\nLoadCredential=token:/run/systemd/system/secret\nEnvironment=TOCSIN_ADMIN_TOKEN_FILE=%%d/token\n`
      const given = onMachine('TOCSIN_PROXY=nonsense\n', ['--service'], { UNIT: unit('--retention=3d') })
      assert.deepEqual([given.stderr, given.status], ['', 0])
      assert.match(given.stdout, /TOCSIN_RETENTION +3d +--retention/)
      assert.match(given.stdout, /TOCSIN_ADMIN_TOKEN +\(secret\)/)

      const wrong = onMachine('', ['--service'], { UNIT: unit('--retention "30 days"') })
      assert.deepEqual([wrong.status, /--retention is "30 days"/.test(wrong.stderr)], [2, true])
      const unknown = onMachine('', ['--service'], { UNIT: unit('--retentoin 3d') })
      assert.match(unknown.stderr, /ExecStart of the unit has --retentoin, which tocsin serve does not know/)
    })

    it('is quiet before a start, and logs mistakes as the service does', () => {
      const good = onMachine('', ['--quiet'], { TOCSIN_RETENTION: '30d' })
      assert.deepEqual([good.status, good.stdout, good.stderr], [0, '', ''])

      const { status, stdout, stderr } = onMachine('', ['--quiet'], { TOCSIN_RETENTION: 'long' })
      assert.deepEqual([status, stderr], [2, ''])
      const { level, event, because } = JSON.parse(stdout)
      assert.deepEqual([level, event, /is "long"/.test(because)], ['error', 'service.start_failed', true])
    })
  },
)
