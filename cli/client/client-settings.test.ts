import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { findLocalService, readInstalledService } from '../../src/commands/local-service.ts'
import { THIS_MACHINE } from '../../src/commands/this-machine.ts'
import { configFilePath, findClientSettings, type ClientFlags } from './client-settings.ts'

describe('findClientSettings', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tocsin-settings-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const write = (name: string, text: string, mode = 0o600) => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    chmodSync(path, mode)
    return path
  }
  const find = (
    flags: ClientFlags = {},
    environment: Record<string, string> = {},
    installed = readInstalledService(folder),
  ) => {
    const place = {
      environment: { HOME: folder, ...environment },
      workingDirectory: folder,
      machine: { ...THIS_MACHINE, findLocalService: () => findLocalService(place, installed) },
    }
    const { settings, warnings } = findClientSettings(flags, place)
    return { url: settings.url.href, token: settings.token, from: settings.tokenFrom, warnings }
  }

  it('asks the service of this machine when nothing is said', () => {
    assert.deepEqual(find(), {
      url: 'http://127.0.0.1:8480/',
      token: undefined,
      from: undefined,
      warnings: [],
    })
  })

  it('takes flags before the environment before the file', () => {
    write('.config/tocsin/config.json', '{"url": "http://file:1", "token": "of-file"}')
    const environment = { TOCSIN_URL: 'http://environment:1', TOCSIN_TOKEN: 'of-environment' }

    assert.equal(find().url, 'http://file:1/')
    assert.equal(find().token, 'of-file')
    assert.equal(find({}, environment).url, 'http://environment:1/')
    assert.equal(find({}, environment).token, 'of-environment')
    assert.equal(find({ url: 'http://flag:1/base', token: 'of-flag' }, environment).url, 'http://flag:1/base')
    assert.equal(find({ url: 'http://flag:1/base', token: 'of-flag' }, environment).token, 'of-flag')
  })

  it('reads a token from a file that a flag or the environment names, and says what is wrong with it', () => {
    const path = write('token', 'of-token-file\n')

    assert.deepEqual(
      [find({ tokenFile: path }).token, find({ tokenFile: path }).from],
      ['of-token-file', path],
    )
    assert.equal(find({}, { TOCSIN_TOKEN_FILE: path }).token, 'of-token-file')
    assert.throws(() => find({ tokenFile: write('none', ' ') }), /none \(from --token-file\) is empty/)
    assert.throws(() => find({ tokenFile: `${path}-2` }), /from --token-file\) is not there/)
  })

  it('takes the admin token of the settings for the service of this machine, as in its container', () => {
    const environment = { TOCSIN_ADMIN_TOKEN_FILE: write('admin', 'of-settings\n') }

    assert.equal(find({}, environment).token, 'of-settings')
    assert.equal(find({ url: 'http://elsewhere:1' }, environment).token, undefined)
  })

  it('takes the admin token that the settings of the installed service name, for its address alone', () => {
    const token = write('admin-token-of-own', 'of-unit\n')
    const data = join(folder, 'lib')
    write(
      'usr/lib/systemd/system/tocsin.service',
      `[Service]\nEnvironment=TOCSIN_DATA_FOLDER=${data}\nEnvironmentFile=-/tocsin.env\n`,
    )
    write('tocsin.env', `TOCSIN_ADMIN_TOKEN_FILE=${token}\n`)

    assert.deepEqual([find().token, find().from], ['of-unit', token], 'it is stopped, or has just begun')
    write('lib/address', 'https://db-1.example.com:8480\n')
    assert.deepEqual([find().url, find().token], ['https://db-1.example.com:8480/', 'of-unit'])
    assert.equal(find({ url: 'http://127.0.0.1:8480' }).token, undefined)
    assert.equal(find({ token: 'of-flag' }).token, 'of-flag')
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    write('tocsin.env', `TOCSIN_ADMIN_TOKEN_FILE=${pipe}\n`)
    assert.equal(find().token, undefined, 'a pipe is for the service alone')
    write('tocsin.env', 'TOCSIN_ADMIN_TOKEN=of-variable\n')
    assert.deepEqual([find().token, find().from], ['of-variable', 'TOCSIN_ADMIN_TOKEN'])
    if (process.getuid?.() !== 0) return
    for (const path of [data, join(data, 'address')]) chownSync(path, 65_531, 65_531)
    assert.equal(find().token, 'of-variable', 'the folder is that of the user of the service')
  })

  it('takes an installed service whose settings it may not read for none', () => {
    write('etc/systemd/system/tocsin.service', '[Service]\nEnvironmentFile=/gone.env\n')
    assert.equal(readInstalledService(folder), undefined)
    assert.equal(find().url, 'http://127.0.0.1:8480/')
  })

  it('never sends the token of the file to an address that is not in the file', () => {
    write('.config/tocsin/config.json', '{"url": "http://file:1", "token": "of-file"}')

    assert.equal(find({ url: 'http://elsewhere:1' }).token, undefined)
    assert.equal(find({}, { TOCSIN_URL: 'http://elsewhere:1' }).token, undefined)
    assert.equal(find({ url: 'http://file:1/' }).token, 'of-file')
  })

  it('uses the token that the first start left here, for the service of this machine only', () => {
    write('data/admin-token', 'tcn_first\n')

    assert.equal(find().token, 'tcn_first')
    assert.equal(find().from, join('data', 'admin-token'))
    assert.equal(find({ url: 'http://127.0.0.1:9999' }).token, undefined)
    assert.equal(find({}, { TOCSIN_TOKEN: 'mine' }).token, 'mine')
  })

  it('finds the service that runs on this machine where it left its address, with its token', () => {
    write('data/address', 'http://127.0.0.1:9123\n')
    write('data/admin-token', 'tcn_first\n')

    assert.deepEqual([find().url, find().token], ['http://127.0.0.1:9123/', 'tcn_first'])
    assert.equal(find({ url: 'http://127.0.0.1:8480' }).token, undefined)
    write('elsewhere/address', 'http://127.0.0.1:9124\n')
    const environment = { TOCSIN_DATA_FOLDER: join(folder, 'elsewhere') }
    assert.equal(find({}, environment).url, 'http://127.0.0.1:9124/')
    assert.equal(find({}, { TOCSIN_URL: 'http://environment:1' }).url, 'http://environment:1/')
  })

  it('trusts no address that somebody else has written', { skip: process.getuid?.() !== 0 }, () => {
    chownSync(write('data/address', 'http://127.0.0.1:9123\n'), 4_000, 4_000)

    assert.equal(find().url, 'http://127.0.0.1:8480/')
  })

  it('follows no link to an address', () => {
    write('elsewhere', 'http://127.0.0.1:9123\n')
    mkdirSync(join(folder, 'data'))
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'data', 'address'))

    assert.equal(find().url, 'http://127.0.0.1:8480/')
  })

  it('trusts no address in a folder of somebody else', { skip: process.getuid?.() !== 0 }, () => {
    write('data/address', 'http://127.0.0.1:9123\n')
    chownSync(join(folder, 'data'), 4_000, 4_000)

    assert.equal(find().url, 'http://127.0.0.1:8480/')
  })

  it('takes a folder that may not be looked into for none', { skip: process.getuid?.() !== 0 }, () => {
    write('data/address', 'http://127.0.0.1:9123\n')
    chmodSync(join(folder, 'data'), 0o700)
    chmodSync(folder, 0o755)
    const own = process.geteuid?.() ?? 0
    process.seteuid?.(4_000)
    try {
      assert.equal(find().url, 'http://127.0.0.1:8480/')
    } finally {
      process.seteuid?.(own)
    }
  })

  it(
    'warns of a token that others can read, and only when it is used',
    { skip: process.platform === 'win32' },
    () => {
      const path = write('.config/tocsin/config.json', '{"token": "of-file"}', 0o644)

      assert.match(
        find().warnings.join(),
        /others on this machine can read the token in .*config\.json \(mode 644\)/,
      )
      assert.deepEqual(find({ token: 'of-flag' }).warnings, [])
      chmodSync(path, 0o600)
      assert.deepEqual(find().warnings, [])
    },
  )

  for (const [what, text, message] of [
    ['is not JSON', '{"url"', /config\.json is not valid JSON/],
    ['has a member it does not know', '{"adress": "x"}', /unknown member "adress"; known are url and token/],
    ['has a member of another type', '{"token": 7}', /token in .*config\.json must be a string/],
    [
      'has no address but a word',
      '{"url": "tocsin"}',
      /is "tocsin" \(from .*config\.json\), but must be like/,
    ],
  ] as const) {
    it(`names the file when it ${what}`, () => {
      write('.config/tocsin/config.json', text)

      assert.throws(() => find(), message)
    })
  }

  it('refuses an address with a password, and a token that cannot be one', () => {
    assert.throws(() => find({ url: 'http://me:secret@host/' }), /must have no user, password/)
    assert.throws(() => find({ token: 'a\nb' }), /The token \(from --token\) must be printable ASCII/)
  })
})

describe('configFilePath', () => {
  it('is where TOCSIN_CONFIG, XDG_CONFIG_HOME or HOME say', () => {
    const pathIn = (environment: Readonly<Record<string, string>>) =>
      configFilePath({ environment, machine: THIS_MACHINE })
    assert.equal(pathIn({ TOCSIN_CONFIG: './own.json', XDG_CONFIG_HOME: '/x' }), './own.json')
    assert.equal(pathIn({ XDG_CONFIG_HOME: '/x', HOME: '/h' }), '/x/tocsin/config.json')
    assert.equal(pathIn({ XDG_CONFIG_HOME: 'relative', HOME: '/h' }), '/h/.config/tocsin/config.json')
  })
})
