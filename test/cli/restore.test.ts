import assert from 'node:assert/strict'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { openSqliteStore } from '../../src/storage/sqlite/engine/store.ts'
import type { Store } from '../../src/storage/store.ts'
import { deliverAll } from '../storage/suite/finish.ts'
import { newWebhook, NOW, observation } from '../support/build.ts'
import { COPY_KEY } from '../support/databases/copy-support.ts'
import { restoreSqliteFixture } from '../support/databases/release-fixture.ts'
import { runTool } from './run-tool.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = 65_534

describe('tocsin restore', () => {
  let root: string
  /** The folder of the service, and its database. */
  let folder: string
  let file: string
  let backup: string
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'tocsin-restore-'))
    chmodSync(root, 0o755)
    folder = join(root, 'data')
    mkdirSync(folder, { mode: 0o700 })
    file = join(folder, 'tocsin.db')
    backup = join(root, 'backup.db')
    await useFile(file, async (store) => {
      await store.createWebhook(newWebhook({ name: 'Teams' }), NOW)
      await raise(store, 'kept')
      await store.backup(backup)
      await raise(store, 'later')
    })
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  const restore = (...argv: readonly string[]) =>
    runTool(['restore', backup, '--database', `sqlite:${file}`, ...argv])

  it('puts the backup in the place of the database, and keeps the old one', async () => {
    const { code, out } = await restore()

    assert.equal(code, 0, out)
    assert.deepEqual(await alertsOf(file), ['kept'])
    const [kept = ''] = keptNames()
    assert.match(out, new RegExp(`Restored ${file}\\.\nThe old database is kept as ${join(folder, kept)}\\.`))
    assert.deepEqual(await alertsOf(join(folder, kept)), ['kept', 'later'])
    assert.deepEqual(await alertsOf(backup), ['kept'], 'the backup is still there')
  })

  it('leaves a folder on which a service starts without anything by hand', async () => {
    await restore()

    assert.deepEqual(
      readdirSync(folder)
        .filter((name) => !name.includes('before-restore'))
        .toSorted(),
      ['tocsin.db', 'tocsin.db.lock'],
    )
    const { missingLog, isRestored } = await openSqliteStore({ file, sizeMax: 0 }).then(async (opened) => {
      await opened.store.close()
      return opened
    })
    assert.deepEqual([missingLog, isRestored], [undefined, true])
  })

  it('says what will be sent again, and what is lost, and changes nothing with --dry-run', async () => {
    await useFile(file, (store) => deliverAll(store, NOW))
    const before = snapshot()

    const { code, out } = await restore('--dry-run')
    const { json } = await restore('--dry-run', '--json')

    assert.equal(code, 0)
    assert.match(out, /is whole: .*, schema version \d+, 1 webhook, 1 active alert, newest event /)
    assert.match(out, /\n1 delivery in it was unfinished, and will be sent after the start\.\n/)
    assert.match(
      out,
      /\n1 of them was delivered since: their receivers get them again, with the same webhook-id\.\n/,
    )
    assert.match(out, /\n1 Teams +1 +1/)
    assert.match(out, /\n1 later event of the old database is not in it/)
    assert.match(out, /\nNothing was changed\.\n$/)
    assert.deepEqual(json.unfinished, [
      { webhook_id: 1, name: 'Teams', enabled: true, count: 1, sent_since: 1 },
    ])
    assert.deepEqual([json.restored, json.later_events], [false, 1])
    assert.deepEqual(snapshot(), before)
  })

  it('refuses while a service uses the database; with --dry-run it says so, and counts what that has', async () => {
    const before = statSync(file).ino
    const [real, dry] = await useFile(file, async (store) => {
      await raise(store, 'in the log')
      return [await restore(), await restore('--dry-run')]
    })

    assert.equal(real.code, 1)
    assert.match(
      real.err,
      /^Another Tocsin process is using .*\nNothing was changed\..* sudo systemctl stop tocsin\n$/s,
    )
    assert.equal(dry.code, 0)
    assert.match(dry.out, /\n2 later events of the old database are not in it/)
    assert.match(dry.out, /\nNothing was changed\.\nA service uses the database: stop it first\.\n$/)
    assert.deepEqual([statSync(file).ino, keptNames()], [before, []])
    assert.deepEqual(await alertsOf(file), ['in the log', 'kept', 'later'])
  })

  it('goes on where a service that was killed left its log, its mark and its address', async () => {
    const killed = join(root, 'killed')
    mkdirSync(killed)
    await useFile(file, async (store) => {
      await raise(store, 'in the log')
      for (const name of ['tocsin.db', 'tocsin.db-wal']) copyFileSync(join(folder, name), join(killed, name))
    })
    for (const name of ['tocsin.db', 'tocsin.db-wal']) copyFileSync(join(killed, name), join(folder, name))
    writeFileSync(join(folder, 'address'), 'http://127.0.0.1:9\n', { mode: 0o600 })
    writeFileSync(`${file}-shm`, '')

    const { code, out } = await restore()

    assert.equal(code, 0, out)
    assert.deepEqual(await alertsOf(file), ['kept'])
    const [kept = ''] = keptNames()
    assert.deepEqual(await alertsOf(join(folder, kept)), ['in the log', 'kept', 'later'])
  })

  for (const [name, harm, said] of [
    ['a torn backup', () => truncateSync(backup, 100_000), /backup\.db cannot be restored\. It is damaged: /],
    ['an empty file', () => truncateSync(backup, 0), /It holds no database of Tocsin\./],
    [
      'what is no database',
      () => writeFileSync(backup, 'no database, but text\n'.repeat(100)),
      /It is no SQLite database\./,
    ],
    [
      'another database of SQLite',
      () => {
        rmSync(backup)
        run(backup, 'CREATE TABLE a (b)')
      },
      /It holds no database of Tocsin\./,
    ],
    [
      'the backup of a newer release',
      () => run(backup, 'PRAGMA user_version = 99'),
      /It has schema version 99, and this release knows versions up to \d+: it was made by a newer release\./,
    ],
    [
      'a part of a copy',
      () => run(backup, `INSERT INTO meta VALUES ('copy', '{"from":"elsewhere"}')`),
      /an unfinished copy of elsewhere/,
    ],
    [
      'a copy of the file of a running service without its log',
      () => writeFileSync(`${backup}-flushed`, '1 2 3 40'),
      /what it held is missing/,
    ],
  ] as const)
    it(`refuses ${name}, and leaves all as it was`, async () => {
      harm()
      const before = snapshot()
      for (const argv of [['--dry-run'], []]) {
        const { code, err } = await restore(...argv)

        assert.equal(code, 1, err)
        assert.match(err, said)
        assert.deepEqual(snapshot(), before)
      }
    })

  it('refuses a folder, a file that is not there, and the database itself', async () => {
    const database = `sqlite:${file}`
    for (const [given, said] of [
      [folder, /is a folder, and no backup\. Name the file in it\./],
      [join(root, 'none.db'), /There is no file .*none\.db\./],
      [file, /is the database itself\. Name a backup of it\./],
    ] as const) {
      const { code, err } = await runTool(['restore', given, '--database', database])
      assert.deepEqual([code, said.test(err)], [2, true], err)
    }
    const place = await runTool(['restore', backup, '--database', `sqlite:${folder}`])
    assert.deepEqual([place.code, /is a folder; docker makes one/.test(place.err)], [1, true])
  })

  it('refuses a backup whose secrets no key opens that the service has', async () => {
    const key = Buffer.alloc(32, 1)
    rmSync(backup)
    const sealed = join(root, 'sealed.db')
    const { store } = await openSqliteStore({ file: sealed, sizeMax: 0, encryptionKeys: [key] })
    await store.createWebhook(newWebhook(), NOW)
    await store.backup(backup)
    await store.close()

    const without = await restore()
    const withIt = await restore('--encryption-key', key.toString('base64'))

    assert.deepEqual([without.code, withIt.code], [1, 0], withIt.err)
    assert.match(without.err, /encrypted with keys that are missing: /)
  })

  it('replaces the file that a link leads to, and reads a backup through one', async () => {
    const link = join(root, 'link.db')
    symlinkSync(file, link)
    symlinkSync(backup, join(root, 'latest.db'))

    const { code, out } = await runTool(['restore', join(root, 'latest.db'), '--database', `sqlite:${link}`])

    assert.equal(code, 0)
    assert.match(out, new RegExp(`Restored ${file}\\.`))
    assert.deepEqual(await alertsOf(link), ['kept'])
  })

  it('brings the backup of an older release up to date', async () => {
    rmSync(backup)
    await restoreSqliteFixture('0.3.0', backup)

    const { code, out } = await restore('--encryption-key', COPY_KEY.toString('base64'))

    assert.equal(code, 0, out)
    assert.match(out, /schema version \d+, which becomes \d+/)
  })

  it('fills a folder that is not there yet; for root a service makes it, for its user', async () => {
    const place = join(root, 'new', 'tocsin.db')
    const { code, err } = await runTool(['restore', backup, '--database', `sqlite:${place}`])

    if (isRoot) assert.match(err, /^The folder .*new is not there\. Start the service once/)
    else assert.deepEqual([code, await alertsOf(place)], [0, ['kept']])
  })

  it('says that the token of the folder is none of the backup', async () => {
    writeFileSync(join(folder, 'admin-token'), 'tcn_of-another-service-0123456789\n', { mode: 0o600 })

    const { out } = await restore('--dry-run')

    assert.match(out, /The token in the file admin-token is not in the backup/)
  })

  it('says what to do with PostgreSQL, and ends with 2', async () => {
    const { code, err } = await runTool([
      'restore',
      'b.dump',
      '--database',
      'postgres://tocsin:pa55@db.internal/tocsin',
    ])

    assert.equal(code, 2)
    assert.match(err, /\n {2}createdb --maintenance-db=postgres:\/\/tocsin@db\.internal\/tocsin restored\n/)
    assert.match(
      err,
      /\n {2}pg_restore --dbname=postgres:\/\/tocsin@db\.internal\/restored --no-owner b\.dump\n/,
    )
    assert.match(err, /\n {2}tocsin epoch --database postgres:\/\/tocsin@db\.internal\/restored\n/)
    assert.doesNotMatch(err, /pa55/)
  })

  describe('for root', { skip: !isRoot && 'it takes root' }, () => {
    it('gives the file to the owner of the old one, with its mode', async () => {
      giveAway(0o640)
      chmodSync(backup, 0o600)

      const { code, err } = await restore()

      assert.equal(code, 0, err)
      const { uid, gid, mode } = statSync(file)
      assert.deepEqual([uid, gid, mode & 0o777], [NOBODY, NOBODY, 0o640])
      for (const name of readdirSync(folder)) assert.equal(statSync(join(folder, name)).uid, NOBODY, name)
    })

    it('gives it to the owner of the folder where root has put a file, or there is none', async () => {
      for (const prepare of [() => chownSync(file, 0, 0), () => rmSync(file)]) {
        giveAway(0o600)
        prepare()
        const { code, err } = await restore()

        assert.equal(code, 0, err)
        assert.deepEqual([statSync(file).uid, statSync(file).mode & 0o777], [NOBODY, 0o600])
      }
    })

    it('says whose the folder is that the owner of the database may not write', async () => {
      giveAway(0o600)
      chownSync(folder, 0, 0)
      chmodSync(folder, 0o755)

      const { code, err } = await restore()

      assert.equal(code, 1)
      assert.match(
        err,
        /The folder .*data cannot be written: it belongs to root \(user 0\), has mode 755, and this process runs as nobody \(user 65534\)/,
      )
    })
  })

  function giveAway(mode: number): void {
    for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))])
      chownSync(path, NOBODY, NOBODY)
    if (existsSync(file)) chmodSync(file, mode)
  }

  function keptNames(): readonly string[] {
    return readdirSync(folder).filter((name) => name.startsWith('tocsin.db.before-restore-'))
  }

  /** Every file of both folders with its bytes. */
  function snapshot(): readonly string[] {
    return [root, folder].flatMap((place) =>
      readdirSync(place, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => `${name} ${readFileSync(join(place, name)).toString('base64')}`),
    )
  }
})

async function useFile<Result>(file: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  const { store } = await openSqliteStore({ file, sizeMax: 0 })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function alertsOf(file: string): Promise<readonly string[]> {
  return useFile(file, async (store) =>
    (await store.listAlerts({}, { limit: 100 })).map(({ key }) => key).toSorted(),
  )
}

async function raise(store: Store, key: string): Promise<void> {
  await store.acceptObservations([observation({ key })], NOW)
}

function run(file: string, sql: string): void {
  const db = new Database(file)
  db.exec(sql)
  db.close()
}
