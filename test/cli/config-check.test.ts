import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runTool } from './run-tool.ts'

describe('tocsin config check', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-config-check-'))
    await writeFile(join(folder, 'token'), 'tcn_an-admin-token-of-a-file\n')
    await writeFile(join(folder, 'database'), 'postgres://tocsin:pa55word@db.internal/tocsin\n')
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
})
