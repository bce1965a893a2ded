import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import type { CopyRecord } from '../../src/storage/copy/ends.ts'
import { COPIED_TABLES } from '../../src/storage/copy/tables.ts'
import {
  assertSame,
  copy,
  CopyWorkshop,
  dump,
  fileOf,
  withEnd,
  withoutNul,
} from '../support/databases/copy-support.ts'
import { eventually } from '../support/time/eventually.ts'
import { addManyDeliveries } from '../support/databases/full-database.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startService, type Service } from '../support/app/service.ts'

/** Then it is left in peace. */
const KILLS_MAX = 40
const root = dirname(dirname(import.meta.dirname))
const workshop = await CopyWorkshop.open()
after(() => workshop.close())

interface Ended {
  readonly code: number | null
  readonly err: string
}

/** `tocsin copy` as a process of its own; killed after that time, if it has not ended by itself. */
async function runCopy(from: string, to: string, killAfterMs?: number): Promise<Ended> {
  const argv = [join(root, 'src/main.ts'), 'copy', '--from', from, '--to', to, '--json']
  const child = spawn(process.execPath, argv, {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: join(root, 'node_modules', '.compile-cache') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const err = text(child.stderr)
  const exited = once(child, 'exit')
  // The first line says that it has begun.
  child.stdout.once('data', () => {
    if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  })
  child.stdout.resume()
  await exited
  return { code: child.exitCode, err: await err }
}

/** What the record says of each table is what is there: rows and record were written together. */
async function checkRecord(target: string): Promise<CopyRecord | undefined> {
  return withEnd(target, 'inspect', async (end) => {
    const record = await end.readRecord()
    for (const table of COPIED_TABLES) {
      if (record) assert.equal(await end.countRows(table), record.tables[table.name]?.rows ?? 0, table.name)
    }
    return record
  })
}

const rowsIn = (record: CopyRecord) => Object.values(record.tables).reduce((sum, { rows }) => sum + rows, 0)

describe('kill -9 of a copy', () => {
  for (const engine of ['SQLite', 'PostgreSQL']) {
    it(`${engine}: killed again and again, it goes on where it was, and in the end all is there`, async (context) => {
      const source = await workshop.ownFull()
      addManyDeliveries(fileOf(source), 30_000)
      const target = engine === 'SQLite' ? workshop.newFile() : await workshop.emptyDatabase()
      const seen: number[] = []
      let killAfterMs = 20
      for (let round = 0; round < KILLS_MAX; round += 1) {
        const { code, err } = await runCopy(source, target, killAfterMs * (0.5 + Math.random()))
        assert.ok(code === 0 || code === null, err)
        if (code === 0) break
        // A statement that was on its way when the process was killed may still be carried out.
        const { record } = await eventually('the record fits', () =>
          checkRecord(target).then(
            (record) => ({ record }),
            () => undefined,
          ),
        )
        // Killed when it had finished, but not yet ended.
        if (!record) break
        seen.push(rowsIn(record))
        // Ever later, so that it comes somewhat farther; much later on a machine that did not get to write anything.
        killAfterMs = seen.at(-1) === seen.at(-2) ? killAfterMs * 2 : killAfterMs + 40
      }

      context.diagnostic(`killed ${seen.length} times, with ${seen.join(', ')} rows`)
      assert.ok(new Set(seen).size >= 4, `the rows that were there: ${seen.join(', ')}`)
      assert.deepEqual(
        seen.toSorted((one, other) => one - other),
        seen,
      )
      if ((await withEnd(target, 'inspect', (end) => end.readRecord())) !== undefined) {
        assert.equal((await runCopy(source, target)).code, 0)
      }
      const expected = await dump(source)
      assertSame(await dump(target), engine === 'SQLite' ? expected : withoutNul(expected))
    })
  }
})

/** The requests that a receiver got: the state of each alert, in the order of arrival. */
function sentOf(receiver: Receiver): ReadonlyMap<string, readonly string[]> {
  const bodies = receiver.requests.map(({ body }) => JSON.parse(body) as { key: string; state: string })
  const byKey = Map.groupBy(bodies, ({ key }) => key)
  return new Map([...byKey].map(([key, all]) => [key, all.map(({ state }) => state)]))
}

async function report(service: Service, key: string, state: string): Promise<void> {
  const { status } = await service.request('POST', '/v1/alerts', { key, name: key, state })
  assert.equal(status, 200)
}

describe('a service that moves', () => {
  it('goes on in PostgreSQL where it was killed, and back again, and tells everything in its order', async () => {
    const receiver = await Receiver.start()
    const folder = join(workshop.folder, 'service')
    await mkdir(folder)
    const files = [`sqlite:${join(folder, 'tocsin.db')}`, `sqlite:${join(folder, 'back.db')}`] as const
    const url = await workshop.emptyDatabase()
    const keys = ['disk', 'lag', 'locks', 'wal']

    // No receiver responds: one attempt of each alert is under way, the rest waits.
    receiver.alwaysRespondsWith(() => undefined)
    // No receiver responds before it is killed: no attempt may be given up until then.
    const before = await startService({ folder, settings: { TOCSIN_REQUEST_TIMEOUT: '5m' } })
    const payload_template = '{"key": "%AlertName%", "state": "%CurrentState%"}'
    const hook = { name: 'k', url: `${receiver.url}/hook`, payload_template }
    assert.equal((await before.request('POST', '/api/v15/webhook/', hook)).status, 200)
    for (const state of ['low', 'high', 'cleared']) for (const key of keys) await report(before, key, state)
    const { id: tokenId } = (await (
      await before.request('POST', '/v1/tokens', { name: 'kept', scopes: ['events:write'] })
    ).json()) as { readonly id: number }
    const first = [...(await receiver.received(keys.length))]
    await before.kill()

    assert.ok((await copy(files[0], url)).isSame)
    receiver.alwaysRespondsWith(200)
    const inPostgres = await startService({ folder, settings: { TOCSIN_DATABASE: url } })
    await receiver.received(keys.length * 4)
    for (const key of keys) await report(inPostgres, key, 'medium')
    await receiver.received(keys.length * 5)
    assert.equal(await inPostgres.stop(), 0)

    assert.ok((await copy(url, files[1])).isSame)
    const back = await startService({ folder, settings: { TOCSIN_DATABASE: files[1] } })
    for (const key of keys) await report(back, key, 'cleared')
    await receiver.received(keys.length * 6)
    const tokens = (await (await back.request('GET', '/v1/tokens')).json()) as {
      readonly items: readonly { readonly id: number; readonly name: string }[]
    }
    assert.equal(await back.stop(), 0)
    await receiver.stop()

    // What was under way is sent a second time, and with the same id; nothing else is.
    const notified = sentOf(receiver)
    for (const key of keys) {
      assert.deepEqual(notified.get(key), ['Low', 'Low', 'High', 'Cleared', 'Medium', 'Cleared'], key)
    }
    const ids = receiver.requests.map(({ headers }) => String(headers['webhook-id']))
    assert.equal(new Set(ids).size, keys.length * 5)
    for (const { headers } of first) {
      assert.equal(ids.filter((id) => id === headers['webhook-id']).length, 2)
    }
    assert.ok(tokens.items.some(({ id, name }) => id === tokenId && name === 'kept'))
  })
})
