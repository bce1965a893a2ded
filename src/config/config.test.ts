import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { ConfigError, readConfig, SETTINGS } from './config.ts'
import { describeOpenSecret, findOpenSecrets } from './open-secrets.ts'

/** A group that no process of the tests is in. */
const STRANGERS = 65_531

const mistakesOf = (environment: Record<string, string>, flags = {}): readonly string[] => {
  try {
    readConfig(flags, environment)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.mistakes
  }
}

describe('configuration', () => {
  it('is complete and frozen without anything being set', () => {
    const config = readConfig({}, {})

    assert.deepEqual(config.listen, { host: '127.0.0.1', port: 8480 })
    assert.deepEqual(config.database, { engine: 'sqlite', file: './data/tocsin.db' })
    assert.equal(config.adminToken, null)
    assert.equal(config.retryScheduleMs.length, 19)
    assert.deepEqual(config.retryScheduleMs.slice(0, 3), [0, 5_000, 15_000])
    assert.ok(Object.isFrozen(config))
  })

  it('retries for about a day by default', () => {
    const hours = readConfig({}, {}).retryScheduleMs.reduce((sum, delay) => sum + delay, 0) / 3_600_000

    assert.ok(hours > 22 && hours <= 24, `${hours} h`)
  })

  it('takes a flag before the environment, and the environment before the default', () => {
    const environment = { TOCSIN_LISTEN: '[::1]:1', TOCSIN_RETENTION: '7d' }

    const config = readConfig({ listen: ':9000' }, environment)

    assert.deepEqual(config.listen, { host: '0.0.0.0', port: 9000 })
    assert.equal(config.retentionMs, 7 * 86_400_000)
  })

  it('reports every mistake together, each naming the variable or the flag', () => {
    const mistakes = mistakesOf(
      { TOCSIN_LISTEN: 'here', TOCSIN_RETRY_SCHEDULE: '5x', TOCSIN_NONSENSE: '1', TOCSIN_TOLD_MAX: '5' },
      { logLevel: 'loud' },
    )

    assert.deepEqual(mistakes, [
      'TOCSIN_LISTEN is "here", not an address and a port such as 127.0.0.1:8480 or [::1]:8480',
      'TOCSIN_RETRY_SCHEDULE is "5x", not a duration such as 250ms, 15s, 5m, 1h30m, 30d or 2w',
      '--log-level is "loud", not one of debug, info, warn, error, silent',
      'TOCSIN_NONSENSE is not a setting; tocsin serve --help lists them all',
      'TOCSIN_TOLD_MAX is not a setting; it is called TOCSIN_OPEN_NOTIFICATIONS_MAX',
    ])
  })

  for (const [name, value] of [
    ['TOCSIN_LISTEN', '127.0.0.1:70000'],
    ['TOCSIN_LISTEN', '8480'],
    ['TOCSIN_BASE_PATH', 'pem'],
    ['TOCSIN_BASE_PATH', '/a b'],
    ['TOCSIN_DATABASE', 'mysql://x'],
    ['TOCSIN_DATABASE', 'sqlite:'],
    ['TOCSIN_DATABASE', 'postgres://'],
    ['TOCSIN_DATABASE_POOL', '1'],
    ['TOCSIN_DATABASE_LISTEN', 'on'],
    ['TOCSIN_ROLE', 'both'],
    ['TOCSIN_ADMIN_TOKEN', 'short'],
    ['TOCSIN_ADMIN_TOKEN', 'with spaces in it, long enough'],
    ['TOCSIN_RETRY_SCHEDULE', '0s,5s*0'],
    ['TOCSIN_RETRY_SCHEDULE', '0s,1s*100'],
    ['TOCSIN_RETRY_SCHEDULE', '0s,8d'],
    ['TOCSIN_RETRY_SCHEDULE', '5s,1m'],
    ['TOCSIN_REQUEST_TIMEOUT', '1ms'],
    ['TOCSIN_REQUEST_TIMEOUT', '1h'],
    ['TOCSIN_RESPONSE_SIZE_MAX', '2mb'],
    ['TOCSIN_IN_FLIGHT_MAX', '0'],
    ['TOCSIN_RETENTION', '5s'],
    ['TOCSIN_BODY_SIZE_MAX', '1'],
    ['TOCSIN_PROXY', 'proxy:3128'],
    ['TOCSIN_NO_PROXY', '10.0.0.0/33'],
    ['TOCSIN_TRUST_PROXIES', 'proxy.example'],
    ['TOCSIN_TRUST_PROXIES', '10.0.0.0/8, *'],
    ['TOCSIN_ALLOW_TARGETS', '10.0.0.0/33'],
    ['TOCSIN_ALLOW_TARGETS', '*.internal 10.0.0.0/8'],
    ['TOCSIN_DENY_TARGETS', 'http://h.example'],
    ['TOCSIN_DENY_TARGETS', 'h.example,*'],
  ] as const) {
    it(`refuses ${name}=${value}`, () => {
      const mistakes = mistakesOf({ [name]: value })

      assert.equal(mistakes.length, 1)
      assert.ok(mistakes[0]?.startsWith(name))
    })
  }

  it('wants certificate and key of the service together', () => {
    const [cert, key] = ['TOCSIN_TLS_CERT_FILE', 'TOCSIN_TLS_KEY_FILE'] as const

    assert.deepEqual(mistakesOf({ [cert]: 'c', [key]: 'k' }), [])
    assert.deepEqual(mistakesOf({ [cert]: 'c' }), [`${key} is missing: ${cert} is of no use without it`])
    assert.deepEqual(mistakesOf({ [key]: 'k' }), [`${cert} is missing: ${key} is of no use without it`])
  })

  it('wants all that an OpenID provider needs, or nothing of it', () => {
    const issuer = { TOCSIN_OIDC_ISSUER: 'https://id.example.com' }
    const client = { TOCSIN_OIDC_CLIENT_ID: 'tocsin', TOCSIN_OIDC_CLIENT_SECRET: 's3cret' }
    const roles = { TOCSIN_OIDC_ADMINS: 'cn=dba,dc=example;ops' }
    const publicUrl = { TOCSIN_PUBLIC_URL: 'https://tocsin.example.com' }
    const all = { ...issuer, ...client, ...roles, ...publicUrl }

    assert.deepEqual(mistakesOf(all), [])
    assert.deepEqual(readConfig({}, all).oidcAdmins, ['cn=dba,dc=example', 'ops'])
    assert.match(mistakesOf({ ...issuer, ...roles }).join(), /CLIENT_ID is missing.*CLIENT_SECRET is missing/)
    assert.match(mistakesOf({ ...issuer, ...client }).join(), /nobody would get a role/)
    assert.deepEqual(
      mistakesOf({ ...issuer, ...client, ...publicUrl, TOCSIN_OIDC_DEFAULT_ROLE: 'viewer' }),
      [],
    )
    assert.match(mistakesOf(client).join(), /TOCSIN_OIDC_ISSUER is missing/)
    const homeless = mistakesOf({ ...all, TOCSIN_PUBLIC_URL: '' })
    assert.match(homeless.join(), /^TOCSIN_PUBLIC_URL is missing: the provider sends people back/)
    assert.match(mistakesOf({ ...all, TOCSIN_OIDC_SCOPES: 'profile' }).join(), /must have openid/)
    const both = { ...all, TOCSIN_OIDC_CLIENT_SECRET_FILE: 'package.json' }
    assert.match(mistakesOf(both).join(), /exclude each other/)
    const plain = mistakesOf({ ...all, TOCSIN_OIDC_ISSUER: 'http://id.example.com' })
    assert.match(plain.join(), /TOCSIN_OIDC_ISSUER is "http:/)
    assert.deepEqual(mistakesOf({ ...all, TOCSIN_OIDC_ISSUER: 'http://127.0.0.1:9' }), [])
  })

  it('says which settings are for the other engine only', () => {
    const postgres = { TOCSIN_DATABASE: 'postgres://tocsin@db/tocsin' }
    const mistakesWith = (environment: Record<string, string>) => mistakesOf(environment).join()

    assert.deepEqual(mistakesOf({ ...postgres, TOCSIN_ROLE: 'worker', TOCSIN_DATABASE_LISTEN: 'off' }), [])
    assert.match(
      mistakesWith({ ...postgres, TOCSIN_DATABASE_SIZE_MAX: '1gb' }),
      /^TOCSIN_DATABASE_SIZE_MAX is for/,
    )
    assert.match(
      mistakesWith({ TOCSIN_ROLE: 'api' }),
      /^TOCSIN_ROLE is "api", but an SQLite file belongs to one process/,
    )
    assert.match(
      mistakesWith({ TOCSIN_DATABASE_LISTEN: 'off' }),
      /^TOCSIN_DATABASE_LISTEN is for PostgreSQL only/,
    )
    // The message names a mistake once, though two settings are wrong because of it.
    assert.equal(mistakesOf({ TOCSIN_DATABASE: 'mysql://x', TOCSIN_ROLE: 'api' }).length, 1)
  })

  it('puts the database into the data folder, unless one of an earlier release would be left behind', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-config-'))
    const before = process.cwd()
    try {
      process.chdir(folder)
      const { database, dataFolder } = readConfig({}, { TOCSIN_DATA_FOLDER: '/srv' })
      assert.deepEqual([database, dataFolder], [{ engine: 'sqlite', file: '/srv/tocsin.db' }, '/srv'])

      mkdirSync('data')
      writeFileSync('data/tocsin.db', '')
      assert.match(
        mistakesOf({ TOCSIN_DATA_FOLDER: '/srv' }).join(),
        /set TOCSIN_DATABASE=sqlite:\.\/data\/tocsin\.db/,
      )
      assert.deepEqual(mistakesOf({ TOCSIN_DATA_FOLDER: './data' }), [])
      assert.deepEqual(mistakesOf({ TOCSIN_DATA_FOLDER: '/srv', TOCSIN_DATABASE: 'postgres://db/x' }), [])
    } finally {
      process.chdir(before)
      rmSync(folder, { recursive: true })
    }
  })

  it('reads lists of targets separated by commas, and keeps the two apart', () => {
    const { allowTargets, denyTargets } = readConfig(
      { denyTargets: '*.example' },
      { TOCSIN_ALLOW_TARGETS: ' 10.0.0.0/8 ,, hooks.internal,', TOCSIN_DENY_TARGETS: '10.1.0.0/16' },
    )

    assert.deepEqual(allowTargets, ['10.0.0.0/8', 'hooks.internal'])
    assert.deepEqual(denyTargets, ['*.example'])
    assert.deepEqual(mistakesOf({ TOCSIN_DENY_TARGETS: '10.0.0.0/8,10.1' }, { allowTargets: '::/200' }), [
      '--allow-targets has "::/200", not a CIDR such as 10.0.0.0/8, an address, a host, or a suffix such as *.internal',
      'TOCSIN_DENY_TARGETS has "10.1", not a CIDR such as 10.0.0.0/8, an address, a host, or a suffix such as *.internal',
    ])
  })

  it('never repeats a secret in its mistakes', () => {
    for (const [name, { env, secret }] of Object.entries(SETTINGS)) {
      if (!('secret' in SETTINGS[name as keyof typeof SETTINGS]) || !secret) continue
      const mistakes = mistakesOf({ [env]: 'my secret' })

      assert.ok(mistakes.length === 1 && !mistakes[0]?.includes('my secret'))
    }
  })
})

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-secrets-'))
  after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secret')

  it('every secret setting reads one, without the blanks around it', () => {
    const secrets = Object.values(SETTINGS).filter((entry) => 'secret' in entry)
    assert.ok(secrets.length >= 6)
    for (const { env } of secrets) {
      writeFileSync(file, ' my secret \n')
      const mistakes = mistakesOf({ [`${env}_FILE`]: file })
      const said = mistakesOf({ [env]: 'my secret' })
      assert.deepEqual(
        mistakes,
        said.map((sentence) => sentence.replace(env, `${env}_FILE`)),
      )
    }
    writeFileSync(file, 'tcn_an-admin-token-of-a-file\n')
    assert.equal(readConfig({}, { TOCSIN_ADMIN_TOKEN_FILE: file }).adminToken, 'tcn_an-admin-token-of-a-file')
    assert.equal(readConfig({ adminTokenFile: file }, {}).adminToken, 'tcn_an-admin-token-of-a-file')
  })

  it('no other setting does', () => {
    assert.match(mistakesOf({ TOCSIN_LISTEN_FILE: file }).join(), /TOCSIN_LISTEN_FILE is not a setting/)
  })

  it('a pipe is read, and one that nobody writes to keeps nobody waiting', { timeout: 60_000 }, () => {
    const pipe = join(folder, 'pipe')
    spawnSync('mkfifo', [pipe])
    assert.match(
      mistakesOf({ TOCSIN_ADMIN_TOKEN_FILE: pipe }).join(),
      /is a pipe that did not end within 3 s/,
    )

    const writer = spawn('sh', ['-c', `sleep 0.1; echo tcn_an-admin-token-of-a-pipe > ${pipe}`])
    try {
      assert.equal(
        readConfig({}, { TOCSIN_ADMIN_TOKEN_FILE: pipe }).adminToken,
        'tcn_an-admin-token-of-a-pipe',
      )
    } finally {
      writer.kill()
    }
  })

  it('others can read is named with those who can, in the file of a secret alone', () => {
    chmodSync(file, 0o644)
    const environment = { TOCSIN_ADMIN_TOKEN_FILE: file, TOCSIN_SOURCES_FILE: file }
    assert.deepEqual(findOpenSecrets({}, environment), [{ file, readers: 'o' }])
    chmodSync(file, 0o640)
    assert.deepEqual(findOpenSecrets({}, environment), [], 'its group is that of the service')
    if (process.getuid?.() === 0) {
      chownSync(file, 0, STRANGERS)
      const [found] = findOpenSecrets({}, environment)
      assert.deepEqual(found, { file, readers: 'g' })
      assert.match(describeOpenSecret(found), /^The group of the file, .* mend it with: chmod g= /)
      chmodSync(file, 0o644)
      assert.deepEqual(findOpenSecrets({}, environment), [{ file, readers: 'go' }])
      chownSync(file, 0, 0)
    }
    chmodSync(file, 0o600)
  })

  it('a folder is no file, and an empty variable none', () => {
    assert.match(
      mistakesOf({ TOCSIN_ADMIN_TOKEN_FILE: folder }).join(),
      /cannot be read: it is a folder; docker makes one/,
    )
    assert.equal(readConfig({}, { TOCSIN_ADMIN_TOKEN_FILE: ' ' }).adminToken, null)
  })
})

describe('encryption keys in the configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-config-'))
  after(() => rmSync(folder, { recursive: true }))
  const key = Buffer.alloc(32, 5)
  const file = join(folder, 'keys')
  writeFileSync(file, `${key.toString('base64')}\n${Buffer.alloc(32, 6).toString('hex')}\n`)

  it('come from the variable or from a file', () => {
    assert.deepEqual(readConfig({}, {}).encryptionKey, [])
    assert.deepEqual(readConfig({}, { TOCSIN_ENCRYPTION_KEY: key.toString('hex') }).encryptionKey, [key])
    assert.deepEqual(readConfig({}, { TOCSIN_ENCRYPTION_KEY_FILE: file }).encryptionKey, [
      key,
      Buffer.alloc(32, 6),
    ])
  })

  it('not from both, and not from a file that cannot be read, holds none, or is something else', () => {
    writeFileSync(join(folder, 'empty'), '\n')
    writeFileSync(join(folder, 'other'), 'SECRETpassphrase')
    writeFileSync(join(folder, 'large'), 'x'.repeat(70_000))
    const fileMistakes = (name: string) =>
      mistakesOf({ TOCSIN_ENCRYPTION_KEY_FILE: join(folder, name) }).join()

    assert.deepEqual(
      mistakesOf({ TOCSIN_ENCRYPTION_KEY: key.toString('hex') }, { encryptionKeyFile: file }),
      ['TOCSIN_ENCRYPTION_KEY and TOCSIN_ENCRYPTION_KEY_FILE exclude each other; set one of the two'],
    )
    assert.match(
      fileMistakes('missing'),
      /^TOCSIN_ENCRYPTION_KEY_FILE is ".*missing", which cannot be read: ENOENT/,
    )
    assert.match(fileMistakes('empty'), /which is empty/)
    assert.match(fileMistakes('large'), /too large/)
    assert.match(
      fileMistakes('other'),
      /^TOCSIN_ENCRYPTION_KEY_FILE has a key \(number 1\) that is not 32 bytes/,
    )
    assert.ok(!fileMistakes('other').includes('SECRET'))
  })
})
