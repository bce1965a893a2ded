import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Event } from '../../../src/domain/alert/event.ts'
import { checkUnused } from '../../../src/storage/sqlite/engine/check-file.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { claimAll } from '../suite/finish.ts'

const PAGE_BYTES = 4_096
const ALERTS = 60

describe('a database file of which a part is another', () => {
  const root = mkdtempSync(join(tmpdir(), 'tocsin-pages-'))
  const whole = join(root, 'whole.db')
  let taken: ReadonlySet<string>
  let pageCount = 0
  before(async () => {
    const { store } = await openSqliteStore({ file: whole, sizeMax: 0 })
    await store.createWebhook(newWebhook(), NOW)
    for (let index = 0; index < ALERTS; index += 1) {
      const details = { info: `what happened to ${index} `.repeat(20) }
      await store.acceptObservations([observation({ key: `k${index}`, details })], NOW + index)
    }
    await store.close()
    const { claimed } = await claimFrom(readFileSync(whole))
    taken = new Set(claimed.map(asText))
    assert.equal(taken.size, ALERTS)
    pageCount = readFileSync(whole).length / PAGE_BYTES
  })
  after(() => rmSync(root, { recursive: true }))

  interface Start {
    /** Events that would be sent. */
    readonly claimed: readonly Event[]
    /** Sentences of the check of the file, the start, and the claims. */
    readonly said: readonly string[]
  }

  /** A start on these bytes, and a claim of everything. */
  async function claimFrom(bytes: Buffer): Promise<Start> {
    const folder = mkdtempSync(join(root, 'start-'))
    const file = join(folder, 'tocsin.db')
    writeFileSync(file, bytes)
    const said: string[] = []
    const claimed: Event[] = []
    try {
      said.push(...checkUnused(file))
    } catch (error) {
      said.push(String(error))
    }
    try {
      const { store } = await openSqliteStore({ file, sizeMax: 0 }, (because) => said.push(because))
      try {
        claimed.push(...(await claimAll(store, NOW + 1_000)).map(({ event }) => event))
      } catch (error) {
        said.push(String(error))
      }
      await store.close().catch((error: unknown) => said.push(String(error)))
    } catch (error) {
      said.push(String(error))
    }
    rmSync(folder, { recursive: true })
    return { claimed, said }
  }

  async function assertHonest(what: string, harm: (bytes: Buffer) => Buffer): Promise<void> {
    const { claimed, said } = await claimFrom(harm(readFileSync(whole)))

    const foreign = claimed.filter((event) => !taken.has(asText(event)))
    assert.deepEqual(foreign, [], `${what}: sends what nobody reported`)
    const isLost = new Set(claimed.map(asText)).size < ALERTS
    assert.ok(!isLost || said.length > 0, `${what}: ${claimed.length} are left, and nobody says so`)
  }

  it('sends nothing that nobody reported, and loses nothing in silence, wherever a bit is another', async () => {
    for (let place = 0; place < 240; place += 1) {
      const at = Math.floor(((pageCount * PAGE_BYTES - 1) * place) / 239)
      const bit = 1 << (place % 8)
      await assertHonest(`bit ${bit} of byte ${at}`, (bytes) => {
        bytes[at] = bytes[at]! ^ bit
        return bytes
      })
    }
  })

  it('nor where a page is empty, cut off, or another one', async () => {
    for (let page = 0; page < pageCount; page += 1) {
      const at = page * PAGE_BYTES
      await assertHonest(`page ${page} emptied`, (bytes) => bytes.fill(0, at, at + PAGE_BYTES))
      const other = ((page + 1) % pageCount) * PAGE_BYTES
      await assertHonest(`page ${page} in the place of the next`, (bytes) => {
        const [one, two] = [at, other].map((from) => Buffer.from(bytes.subarray(from, from + PAGE_BYTES)))
        two!.copy(bytes, at)
        one!.copy(bytes, other)
        return bytes
      })
    }
    for (const share of [0.25, 0.5, 0.75, 0.99]) {
      await assertHonest(`cut at ${share}`, (bytes) => bytes.subarray(0, Math.floor(bytes.length * share)))
    }
  })
})

function asText(event: Event): string {
  return JSON.stringify(event)
}
