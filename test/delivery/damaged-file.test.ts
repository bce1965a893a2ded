import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import Database from 'better-sqlite3'
import { readConfig } from '../../src/config/config.ts'
import { openStore } from '../../src/app/open-store.ts'
import { systemChance, systemClock } from '../../src/runtime/clock.ts'
import { FakeClock } from '../support/time/fake-clock.ts'
import { eventually } from '../support/time/eventually.ts'
import { startApp, type DatabaseUrl, type TestApp } from '../support/app/start-app.ts'

const ALERTS = 300
const ENDS_OF_CHECK = new Set(['database.checked', 'database.check_failed', 'database.damaged'])
const NOTHING = () => undefined
const PAGE_BYTES = 4096

describe('a damaged SQLite file', () => {
  it('is answered 503 with the way to the backup, and nobody says that it is well', async (t) => {
    const file = await crashedFile(t)
    damageEvents(file)
    const app = await open(t, file)

    const list = await app.call('GET', '/v1/events?limit=500')
    assert.equal(list.status, 503)
    assert.equal(list.json.type, 'urn:tocsin:problem:damaged')
    assert.match(
      list.json.detail,
      /^The database is damaged \(SQLITE_CORRUPT\w*\)\. Restore a backup: docs\/health/,
    )

    await assertNotified(app)
  })

  it('is found after a crash before anybody needs what is lost', async (t) => {
    const file = await crashedFile(t)
    damageEvents(file)
    const app = await open(t, file)

    await app.start()
    await eventually('it is found', () => app.lines.some(({ event }) => event === 'database.damaged'))

    const ready = await app.call('GET', '/readyz')
    assert.match(ready.json.errors[0].message, /^The database is damaged: .+\. Restore a backup: docs/)
    await assertNotified(app)
  })

  it('whose log lost writes says so, and goes on with what is left', async (t) => {
    const file = await crashedFile(t)
    flipInLog(file)
    const app = await open(t, file)

    assert.ok(app.lines.some(({ event }) => event === 'database.damaged'))
    const { status, json } = await app.call('GET', '/readyz')
    assert.deepEqual([status, json.status], [200, 'degraded'])
    assert.match(json.reasons[0].message, /^The log of the database was damaged: crashed\.db-wal can be read/)
    const report = { key: 'a', name: 'a', state: 'high' }
    assert.equal((await app.call('POST', '/v1/alerts', report)).status, 200)
    assert.match((await app.call('GET', '/v1/overview')).json.explanation, /log of the database was damaged/)
    assert.match((await app.call('GET', '/metrics')).text, /tocsin_degraded\{part="database"\} 1/)
  })

  it('is looked through after a crash, at the first start on a backup, and at no other start', async (t) => {
    const file = await crashedFile(t)
    const app = await open(t, file)
    await app.start()
    await eventually('it is whole', () => app.lines.some(({ event }) => event === 'database.checked'))
    assert.deepEqual((await app.call('GET', '/readyz')).json, { status: 'ok' })
    await app.stop()

    const said: string[] = []
    const say = (_fields: unknown, event: string) => {
      said.push(event)
    }
    const checked = (_fields: unknown, event: string) => {
      if (event === 'database.checked') said.push(event)
    }
    const log = { error: say, warn: say, info: checked, debug: NOTHING }
    const again = await openStore({
      config: readConfig({ database: `sqlite:${file}` }, {}),
      clock: systemClock,
      chance: systemChance,
      log,
      usesServerTime: false,
    })
    t.after(() => again.store.close())
    const backup = join(dirname(file), 'backup.db')
    await again.store.backup(backup)
    again.fileCheck?.start()
    await again.fileCheck?.stop()
    assert.deepEqual(said, [], 'it was closed well')
    const restored = await openStore({
      config: readConfig({ database: `sqlite:${backup}` }, {}),
      clock: systemClock,
      chance: systemChance,
      log,
      usesServerTime: false,
    })
    t.after(() => restored.store.close())
    restored.fileCheck?.start()
    await eventually('the backup is whole', () => said.some((event) => event === 'database.checked'))
    await restored.fileCheck?.stop()
  })

  it('is looked through each night, and events that are not what was taken in are found', async (t) => {
    const file = await crashedFile(t)
    await (await open(t, file)).stop()
    const db = new Database(file)
    db.exec("UPDATE events SET body = replace(body, 'new', 'old')")
    db.close()
    const clock = new FakeClock()
    const app = await startApp({ database: `sqlite:${file}`, clock })
    t.after(() => app.stop())
    await app.start()

    clock.advance(24 * 3600_000)

    await eventually('it is found', () => app.lines.some(({ event }) => event === 'database.damaged'))
    const found = app.lines.find(({ event }) => event === 'database.damaged')
    assert.match(String(found?.['because']), /event \d+ is not what was taken in \(its digest is another\)/)
    // Everything else works: nobody takes the service out of use for it.
    const { status, json } = await app.call('GET', '/readyz')
    assert.deepEqual([status, json.status], [200, 'degraded'])
  })

  it('is looked through beside the work: who starts is ready before that ends', async (t) => {
    const file = await crashedFile(t)
    let handle: number | undefined
    const letGo = () => (handle ??= openSync(file, 'r+'))
    // Whatever comes of it: the thread could not be ended before.
    t.after(letGo)
    const app = await open(t, file)
    t.after(() => closeSync(letGo()))
    const isNotified = () => app.lines.some(({ event }) => ENDS_OF_CHECK.has(event))
    // The engine has the file by now. Whoever opens it again waits for somebody who may write.
    renameSync(file, `${file}.real`)
    execFileSync('mkfifo', [file])

    void app.start()
    await eventually('it is ready', async () => (await app.call('GET', '/readyz')).status === 200)
    const reported = await app.call('POST', '/v1/alerts', { key: 'a', name: 'a', state: 'high' })
    assert.deepEqual([reported.status, isNotified()], [200, false])

    letGo()
    await eventually('the clear arrives', isNotified)
  })

  it('that is no database any more while it is used is answered 503 with the way to the backup', async (t) => {
    const file = await crashedFile(t)
    const app = await open(t, file)
    const report = () => app.call('POST', '/v1/alerts', { key: 'a', name: 'a', state: 'high' })
    assert.equal((await report()).status, 200)

    loseHeader(file)

    const refused = await report()
    assert.deepEqual([refused.status, refused.json.type], [503, 'urn:tocsin:problem:damaged'])
    assert.match(
      refused.json.detail,
      /^The database is not a database, or damaged \(SQLITE_NOTADB\)\. Restore a backup: docs\/health/,
    )
    const ready = await app.call('GET', '/readyz')
    assert.equal(ready.status, 503)
    assert.match(ready.json.errors[0].message, /SQLITE_NOTADB.*Restore a backup: docs/)
  })

  it('that is no database at all is refused at the start with the same remedy', async (t) => {
    const file = await crashedFile(t)
    rmSync(`${file}-wal`)
    overwrite(file, 0, 100)

    await assert.rejects(open(t, file), /damaged \(SQLITE_NOTADB\)\. Restore a backup/)
  })
})

async function assertNotified(app: TestApp): Promise<void> {
  const ready = await app.call('GET', '/readyz')
  assert.equal(ready.status, 503)
  assert.equal(ready.json.errors[0].path, 'database')
  const { json: overview } = await app.call('GET', '/v1/overview')
  assert.notEqual(overview.state, 'healthy')
  assert.match(overview.explanation, /The database is damaged/)
  const { json: status } = await app.call('GET', '/v1/status')
  assert.match(status.problems[0].message, /The database is damaged/)
  assert.match((await app.call('GET', '/metrics')).text, /tocsin_degraded\{part="database"\} 1/)
}

/** A file with a log beside it, as a process leaves them that is killed; what is old lies in the file itself. */
async function crashedFile(t: TestContext): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-damage-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [file, crashed] = [join(folder, 'tocsin.db'), join(folder, 'crashed.db')]
  const alert = (key: string) => ({ key, name: key, state: 'high', info: key.repeat(50) })
  const first = await startApp({ database: `sqlite:${file}` })
  const alerts = Array.from({ length: ALERTS }, (_, index) => alert(`old-${index}`))
  await first.call('POST', '/v1/alerts', alerts)
  await first.stop()
  const second = await startApp({ database: `sqlite:${file}` })
  await second.call('POST', '/v1/alerts', alert('new'))
  copyFileSync(file, crashed)
  copyFileSync(`${file}-wal`, `${crashed}-wal`)
  await second.stop()
  return crashed
}

/** The page of the file that has the oldest events. */
function damageEvents(file: string): void {
  const copy = `${file}.look`
  copyFileSync(file, copy)
  const db = new Database(copy)
  const page = db
    .prepare<[], number>("SELECT min(pageno) FROM dbstat WHERE name = 'events' AND pagetype = 'leaf'")
    .pluck()
    .get()
  db.close()
  assert.ok(page !== undefined && page > 1)
  overwrite(file, (page - 1) * PAGE_BYTES, PAGE_BYTES)
}

/** One bit in the middle of the log. */
function flipInLog(file: string): void {
  const log = `${file}-wal`
  const bytes = readFileSync(log)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = bytes[middle]! ^ 0x10
  writeFileSync(log, bytes)
}

/** While somebody uses it; what another connection writes then makes that one read everything again. */
function loseHeader(file: string): void {
  const other = new Database(file)
  other.pragma('wal_checkpoint(TRUNCATE)')
  const write = other.prepare('UPDATE meta SET value = value')
  write.run()
  other.pragma('wal_checkpoint(TRUNCATE)')
  overwrite(file, 0, 100)
  write.run()
  other.close()
}

function overwrite(file: string, at: number, count: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(count, 0xa5), 0, count, at)
  closeSync(handle)
}

async function open(t: TestContext, file: string): Promise<TestApp> {
  const database: DatabaseUrl = `sqlite:${file}`
  const app = await startApp({ database })
  t.after(() => app.stop())
  return app
}
