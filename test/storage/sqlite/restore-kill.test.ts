import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { restoreFile } from '../../../src/storage/sqlite/restore/restore.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import { NOW, observation } from '../../support/build.ts'
import { dyingAt } from '../../support/databases/dying-calls.ts'

const OLD = ['before', 'in the log']
const FRESH = ['before']

/** Makes the files that a killed service leaves; it writes its watermark a while after. */
const LEFT = ['tocsin.db', 'tocsin.db-wal'] as const

describe('a restore that is killed', () => {
  const root = mkdtempSync(join(tmpdir(), 'tocsin-restore-kill-'))
  const backup = join(root, 'backup.db')
  before(async () => {
    const file = join(root, 'tocsin.db')
    const { store } = await openSqliteStore({ file, sizeMax: 0 })
    await store.acceptObservations([observation({ key: 'before' })], NOW)
    await store.backup(backup)
    await store.acceptObservations([observation({ key: 'in the log' })], NOW)
    mkdirSync(join(root, 'left'))
    for (const name of LEFT) copyFileSync(join(root, name), join(root, 'left', name))
    await store.close()
  })
  after(() => rmSync(root, { recursive: true }))

  const restore = (database: string, now = NOW) =>
    restoreFile({ backup, database, adminTokenFile: '', encryptionKeys: [], now, isDryRun: false })

  it('leaves the old database or the new one, whole, at whichever call it is killed; a second one goes on', async () => {
    const found: string[] = []
    let isKilled = true
    for (let call = 1; isKilled; call += 1) {
      const folder = join(root, `killed-${call}`)
      const file = join(folder, 'tocsin.db')
      mkdirSync(folder)
      for (const name of LEFT) copyFileSync(join(root, 'left', name), join(folder, name))
      isKilled = dyingAt(call, () => restore(file))

      const again = join(folder, 'again')
      mkdirSync(again)
      for (const name of readdirSync(folder).filter((name) => name.startsWith('tocsin.db')))
        copyFileSync(join(folder, name), join(again, name))
      const alerts = await start(file)
      found.push(alerts.join())
      assert.ok(
        [OLD.join(), FRESH.join()].includes(alerts.join()),
        `killed at call ${call}: ${alerts.join()}`,
      )
      const kept = keptIn(folder)
      if (alerts.length === FRESH.length) assert.deepEqual(await start(join(folder, kept ?? '')), OLD)
      else assert.equal(kept, undefined, 'a start removes the second name of the old database')

      restore(join(again, 'tocsin.db'), NOW + 1)
      assert.deepEqual(await start(join(again, 'tocsin.db')), FRESH)
    }
    assert.ok(found.length > 15, `${found.length} calls change files`)
    assert.deepEqual([...new Set(found)], [OLD.join(), FRESH.join()])
  })

  it('tells a mark without its log at the next start, but not beside a backup', async () => {
    const folder = join(root, 'without-log')
    mkdirSync(folder)
    const file = join(folder, 'tocsin.db')
    copyFileSync(join(root, 'left', 'tocsin.db'), file)
    writeFileSync(`${file}-flushed`, '1 2 3 40')

    assert.match(
      (await missingLog(file)) ?? '',
      /^tocsin\.db-flushed says that tocsin\.db-wal holds what was written last \(40 frames\)/,
    )
    assert.equal(await missingLog(file), undefined, 'it is said once')
    copyFileSync(backup, file)
    writeFileSync(`${file}-flushed`, '1 2 3 40')
    assert.equal(await missingLog(file), undefined)
  })
})

async function start(file: string): Promise<readonly string[]> {
  const { store } = await openSqliteStore({ file, sizeMax: 0 })
  const alerts = await store.listAlerts({}, { limit: 10 })
  await store.close()
  return alerts.map(({ key }) => key).toSorted()
}

async function missingLog(file: string): Promise<string | undefined> {
  const { store, missingLog } = await openSqliteStore({ file, sizeMax: 0 })
  await store.close()
  return missingLog
}

function keptIn(folder: string): string | undefined {
  return readdirSync(folder).find((name) => /before-restore-[^.]*Z$/.test(name))
}
