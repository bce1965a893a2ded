import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { eventually } from '../../support/time/eventually.ts'

const HEADER_BYTES = 32
const FRAME_BYTES = 24 + 4_096
const ALERTS = 30

/** What a service that was killed has left: the file, its log, and how far that was flushed. */
const LEFT = ['tocsin.db', 'tocsin.db-wal', 'tocsin.db-flushed'] as const

describe('a log that was damaged', () => {
  const root = mkdtempSync(join(tmpdir(), 'tocsin-damaged-'))
  const killed = join(root, 'killed')
  let frameCount = 0
  before(async () => {
    const file = join(mkdtempSync(join(root, 'service-')), 'tocsin.db')
    const { store } = await openSqliteStore({ file, sizeMax: 0 })
    await store.createWebhook(newWebhook(), NOW)
    for (let index = 0; index < ALERTS; index += 1) {
      await store.acceptObservations([observation({ key: `k${index}` })], NOW + index)
    }
    await eventually('it is marked how far the log is flushed', () => {
      const [, , , frames] = existsSync(`${file}-flushed`)
        ? readFileSync(`${file}-flushed`, 'utf8').split(' ')
        : []
      frameCount = Number(frames ?? 0)
      return frameCount > ALERTS && HEADER_BYTES + frameCount * FRAME_BYTES === statSync(`${file}-wal`).size
    })
    for (const name of LEFT) copyFileSync(join(file, '..', name), `${killed}-${name}`)
    await store.close()
  })
  after(() => rmSync(root, { recursive: true }))

  interface Start {
    /** Alerts and webhooks that are there; -1: it does not start. */
    readonly count: number
    readonly said: string
    readonly folder: string
  }

  /** A start on what was left, after something was done to it. */
  async function start(harm: (file: string) => void): Promise<Start> {
    const folder = mkdtempSync(join(root, 'start-'))
    const file = join(folder, 'tocsin.db')
    for (const name of LEFT) copyFileSync(`${killed}-${name}`, join(folder, name))
    harm(file)
    const said: string[] = []
    try {
      const { store, damage } = await openSqliteStore({ file, sizeMax: 0 }, (because) => said.push(because))
      if (damage !== undefined) said.push(damage)
      const alerts = await store.listAlerts({}, { limit: 500 }).catch(() => [])
      const webhooks = await store.listWebhooks({}).catch(() => [])
      await store.close()
      return { count: alerts.length + webhooks.length, said: said.join('\n'), folder }
    } catch (error) {
      return { count: -1, said: (error as Error).message, folder }
    }
  }

  const change = (file: string, at: number, bytes: (old: Buffer) => Buffer) => {
    const all = readFileSync(file)
    const part = all.subarray(at, at + FRAME_BYTES)
    bytes(Buffer.from(part)).copy(all, at)
    writeFileSync(file, all)
  }
  const flip = (file: string, at: number) =>
    change(file, at, (old) => {
      old[0] = (old[0] ?? 0) ^ 0x10
      return old
    })

  it('is used whole where nothing is wrong with it', async () => {
    assert.deepEqual(await start(() => undefined).then(({ count, said }) => [count, said]), [ALERTS + 1, ''])
  })

  it('loses nothing, or says so, wherever a bit of it is another', async () => {
    for (let place = 0; place < 60; place += 1) {
      const at = Math.floor(((HEADER_BYTES + frameCount * FRAME_BYTES - 1) * place) / 59)
      const { count, said } = await start((file) => flip(`${file}-wal`, at))

      assert.ok(count === ALERTS + 1 || said !== '', `byte ${at}: ${count} are left, and nobody says so`)
    }
  })

  it('says what may be missing, and keeps the files as they were found', async () => {
    const at = HEADER_BYTES + Math.floor(frameCount / 2) * FRAME_BYTES + 100
    const { count, said, folder } = await start((file) => flip(`${file}-wal`, at))

    assert.ok(count < ALERTS + 1)
    assert.match(
      said,
      /^The log of the database was damaged: tocsin\.db-wal can be read up to frame \d+ of \d+; what was written after that is lost\. The files as they were found are kept beside the database as (\S+) and/,
    )
    const [, copy = ''] = / as (tocsin\.db\.damaged-\S+) and/.exec(said) ?? []
    assert.equal(statSync(join(folder, `${copy}-wal`)).size, statSync(`${killed}-tocsin.db-wal`).size)
  })

  for (const [what, harm] of [
    ['cut', (file: string) => truncateSync(`${file}-wal`, HEADER_BYTES + 3 * FRAME_BYTES)],
    ['cut in its header', (file: string) => truncateSync(`${file}-wal`, 20)],
    [
      'zeroed in the middle',
      (file: string) => change(`${file}-wal`, HEADER_BYTES + 5 * FRAME_BYTES, (old) => old.fill(0)),
    ],
    [
      'zeroed at its end',
      (file: string) =>
        change(`${file}-wal`, HEADER_BYTES + (frameCount - 1) * FRAME_BYTES, (old) => old.fill(0)),
    ],
    [
      'swapped',
      (file: string) => {
        const [one, other] = [HEADER_BYTES + 4 * FRAME_BYTES, HEADER_BYTES + 9 * FRAME_BYTES]
        const frames = readFileSync(`${file}-wal`)
        const [first, second] = [
          Buffer.from(frames.subarray(one, one + FRAME_BYTES)),
          Buffer.from(frames.subarray(other, other + FRAME_BYTES)),
        ]
        change(`${file}-wal`, one, () => second)
        change(`${file}-wal`, other, () => first)
      },
    ],
  ] as const) {
    it(`says that it was ${what}`, async () => {
      const { said } = await start(harm)
      assert.match(said, /The log of the database was damaged/)
    })
  }

  it('is not begun anew beside an empty database, nor beside none', async () => {
    for (const harm of [(file: string) => truncateSync(file, 0), (file: string) => rmSync(file)]) {
      const { count, said, folder } = await start(harm)

      assert.equal(count, -1)
      assert.match(
        said,
        /is empty or missing, but its log .* is there\. Put the database file back, or a backup without that log/,
      )
      assert.equal(statSync(join(folder, 'tocsin.db-wal')).size, statSync(`${killed}-tocsin.db-wal`).size)
    }
  })

  it('is refused if it is that of another database', async () => {
    const other = join(mkdtempSync(join(root, 'other-')), 'tocsin.db')
    const { store } = await openSqliteStore({ file: other, sizeMax: 0 })
    await store.createWebhook(newWebhook(), NOW)
    copyFileSync(`${other}-wal`, join(root, 'other-wal'))
    await store.close()

    const { count, said } = await start((file) => copyFileSync(join(root, 'other-wal'), `${file}-wal`))

    assert.equal(count, -1)
    assert.match(
      said,
      /is the log of another database: it is not the one that was written last\. Put back the log that belongs to/,
    )
  })
})
