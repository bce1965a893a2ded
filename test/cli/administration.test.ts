import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { Receiver } from '../support/network/receiver.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool, words } from './run-tool.ts'

describe('tocsin token and backup', () => {
  let app: TestApp
  let folder = ''
  before(async () => {
    app = await startApp({ listen: true })
  })
  after(() => app.stop())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-cli-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const run = (argv: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    runTool(argv, { environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN, ...environment } })

  it('token create: the secret alone on stdout, and it works', async () => {
    const { code, out, err } = await run(
      words(
        'token create --name script --scope webhooks:read,deliveries:read --scope events:write --expires-in 90d',
      ),
    )

    assert.equal(code, 0)
    assert.match(out, /^tcn_[\w-]+\n$/)
    assert.match(
      err,
      /^That is the secret of token \d+ \("script": webhooks:read, deliveries:read, events:write\)\./,
    )
    assert.equal((await run(['webhook', 'list'], { TOCSIN_TOKEN: out.trim() })).code, 0)
    const refused = await run(['token', 'list'], { TOCSIN_TOKEN: out.trim() })
    assert.equal(refused.code, 1)
    assert.match(refused.err, /lacks the scope admin/)
  })

  it('token list and revoke: who has one, and from now on no more', async () => {
    const { json } = await run(['token', 'create', '--name', 'old', '--scope', 'events:write', '--json'])

    const revoked = await run(['token', 'revoke', String(json.id)])
    const list = await run(['token', 'list', '--all'])

    assert.equal(revoked.out, `Token ${json.id} ("old") is revoked.\n`)
    assert.match(
      list.out,
      new RegExp(
        `\\n *${json.id} +old +${json.prefix} +revoked (?:just now|\\d+ \\w+ ago) +- .* events:write\\n`,
      ),
    )
    assert.doesNotMatch(list.out, new RegExp(json.token))
  })

  it('backup: a whole database that only its owner can read', async () => {
    await run(['webhook', 'add', '--name', 'kept', '--url', 'http://127.0.0.1:9/'])
    const file = join(folder, 'copy.db')

    const { code, out } = await run(['backup', file])

    assert.equal(code, 0)
    assert.match(out, /^Saved \d+\.\d [KM]iB in /)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.deepEqual(await readdir(folder), ['copy.db'])
    const copy = new Database(file, { readonly: true })
    assert.equal(copy.pragma('integrity_check', { simple: true }), 'ok')
    assert.deepEqual(copy.prepare("SELECT name FROM webhooks WHERE name = 'kept'").all(), [{ name: 'kept' }])
    copy.close()
  })

  it('backup verify: says that a backup is whole, or what is damaged, and leaves it as it is', async () => {
    await app.call('POST', '/v1/alerts', { key: 'kept', name: 'Kept', state: 'high' })
    const file = join(folder, 'copy.db')
    await run(['backup', file])
    const bytes = await readFile(file)

    const whole = await run(['backup', 'verify', file])
    assert.deepEqual([whole.code, whole.out], [0, `${file} is whole.\n`])
    assert.deepEqual(await readdir(folder), ['copy.db'])
    assert.deepEqual(await readFile(file), bytes)

    const db = new Database(file)
    db.exec("UPDATE events SET name = 'Another'")
    db.close()
    const damaged = await run(['backup', 'verify', file])
    assert.equal(damaged.code, 1)
    assert.match(damaged.out, /copy\.db is damaged:\n {2}event \d+ is not what was taken in/)
    const { json } = await run(['backup', 'verify', file, '--json'])
    assert.deepEqual([json.whole, json.findings.length], [false, 1])

    await writeFile(file, 'no database')
    const none = await run(['backup', 'verify', file])
    assert.deepEqual([none.code, /SQLITE_NOTADB/.test(none.out)], [1, true])
    const used = await run(['backup', 'verify', app.database.replace('sqlite:', '')])
    assert.deepEqual([used.code, /Another Tocsin process is using/.test(used.err)], [1, true])
    const missing = await run(['backup', 'verify', join(folder, 'none.db')])
    assert.deepEqual([missing.code, /There is no such file\./.test(missing.err)], [1, true])
  })

  it('backup: writes over nothing unless notified to', async () => {
    const file = join(folder, 'copy.db')
    await writeFile(file, 'precious')

    const refused = await run(['backup', file])
    assert.equal(refused.code, 2)
    assert.match(refused.err, /exists already; name another file, or write over it with --force/)
    assert.equal(await readFile(file, 'utf8'), 'precious')

    assert.equal((await run(['backup', '--force', file])).code, 0)
    assert.equal((await readFile(file)).subarray(0, 15).toString(), 'SQLite format 3')
  })

  it('backup: one that breaks off leaves nothing behind', async () => {
    const service = await Receiver.start()
    service.respondsWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/vnd.sqlite3' })
      response.write(Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(100_000)]))
      setImmediate(() => response.destroy())
    })
    const file = join(folder, 'copy.db')
    await writeFile(file, 'precious')

    const { code, err } = await run(['backup', '--force', file], { TOCSIN_URL: service.url })
    await service.stop()

    assert.equal(code, 1)
    assert.match(err, /^The connection to .* broke: /)
    assert.deepEqual(await readdir(folder), ['copy.db'])
    assert.equal(await readFile(file, 'utf8'), 'precious')
  })

  for (const [what, body] of [
    ['a web page', '<html>a welcome page</html>'],
    ['nothing at all', ''],
  ] as const) {
    it(`backup: does not take ${what} for a database`, async () => {
      const service = await Receiver.start()
      service.respondsWith((_request, response) => response.writeHead(200).end(body))

      const { code, err } = await run(['backup', join(folder, 'copy.db')], { TOCSIN_URL: service.url })
      await service.stop()

      assert.equal(code, 1)
      assert.match(err, /^What came is no SQLite database; nothing was saved\./)
      assert.deepEqual(await readdir(folder), [])
    })
  }
})

describe('tocsin configure', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-cli-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('keeps address and token for the other commands, readable by their owner alone', async () => {
    const app = await startApp({ listen: true })
    const file = join(folder, 'deep', 'config.json')
    const environment = { TOCSIN_CONFIG: file }

    const set = await runTool(['configure', '--url', app.url, '--token', '-'], {
      environment,
      input: `${ADMIN_TOKEN}\n`,
    })
    const list = await runTool(['webhook', 'list'], { environment })
    await app.stop()

    assert.equal(set.code, 0)
    assert.ok(!set.out.includes(ADMIN_TOKEN))
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.deepEqual([list.code, list.err], [0, ''])
  })

  it('shows what is kept, never the whole token', async () => {
    const environment = { TOCSIN_CONFIG: join(folder, 'config.json') }
    await runTool(['configure', '--token', 'tcn_abcdefghijklmnop'], { environment })

    const { out } = await runTool(['configure'], { environment })
    const { json } = await runTool(['configure', '--json'], { environment })

    assert.match(out, /token +tcn_abcd…\n$/)
    assert.deepEqual(json, { file: environment.TOCSIN_CONFIG, url: null, has_token: true })
  })
})
