import assert from 'node:assert/strict'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '../support/time/eventually.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startService, type Service } from '../support/app/service.ts'

const HOUR = 3_600_000

const ends: (() => Promise<unknown>)[] = []
after(async () => {
  for (const end of ends.toReversed()) await end()
})

/** A service on a machine whose clock can be set. */
async function start(aheadMs: number) {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-clock-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'clock')
  const setClock = async (ms: number) => {
    // Whole, or not at all: it is read all the time.
    await writeFile(`${file}.new`, String(ms))
    await rename(`${file}.new`, file)
  }
  await setClock(aheadMs)
  const begin = async () => {
    const service = await startService({
      folder,
      preload: join(import.meta.dirname, '../support/time/settable-clock.ts'),
      settings: {
        TOCSIN_TEST_CLOCK_FILE: file,
        TOCSIN_ALLOW_TARGETS: '127.0.0.1',
        TOCSIN_EXPIRY_GRACE: '0s',
        TOCSIN_RETRY_SCHEDULE: '0s,1s*8',
      },
    })
    ends.push(() => service.stop())
    return service
  }
  const receiver = await Receiver.start()
  ends.push(() => receiver.stop())
  return { service: await begin(), begin, receiver, setClock }
}

/** A silence, longer than a start of the service takes on a busy machine. */
const SILENCED = '15s'
const SILENCED_MS = 15_000

/** The service reads its clock this often. */
const READ_EVERY_MS = 20

/** How soon a promise of a monitor ends: later than a busy machine takes to read the report of it. */
const SOON_MS = 8_000

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses of any shape
async function ask(service: Service, method: string, path: string, body?: unknown): Promise<any> {
  const response = await service.request(method, path, body)
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`)
  return response.json()
}

async function report(service: Service, key: string, state: string, members: object = {}): Promise<string> {
  const { results } = await ask(service, 'POST', '/v1/alerts', { key, name: key, state, ...members })
  return results[0].result
}

async function createWebhook(service: Service, receiver: Receiver): Promise<number> {
  const webhook = await ask(service, 'POST', '/v1/webhooks', {
    name: 'rated',
    url: `${receiver.url}/hook`,
    mode: 'every_change',
    payload_template: '%AlertName% %CurrentState%',
    rate_limit: '1/1s',
  })
  return webhook.id
}

describe('a service whose machine has its clock set', () => {
  it('back by hours: takes reports, delivers under a rate limit, also after a restart, and shows what is now', async () => {
    const { service: first, begin, receiver, setClock } = await start(2 * HOUR)
    await createWebhook(first, receiver)
    await report(first, 'lag', 'medium')
    await eventually('the first notice arrives', () => receiver.requests.length === 1)
    const before = await ask(first, 'GET', '/v1/overview')

    await setClock(0)
    assert.equal(await report(first, 'lag', 'high'), 'changed')
    await eventually('the second one too', () => receiver.requests.length === 2)
    await eventually('the overview is of now', async () => {
      const { at } = await ask(first, 'GET', '/v1/overview')
      return Date.parse(at) < Date.parse(before.at) - HOUR
    })
    await eventually('the log has the step and its size', () =>
      /"stepMs":-7\d{6}.*clock\.stepped/.test(first.output()),
    )

    await setClock(2 * HOUR)
    assert.equal(await report(first, 'lag', 'low'), 'changed')
    await eventually('the third one too', () => receiver.requests.length === 3)
    await first.stop()
    await setClock(0)
    const second = await begin()
    assert.equal(await report(second, 'lag', 'cleared'), 'cleared')
    await eventually('and the last one, after a restart', () => receiver.requests.length === 4)
  })

  for (const [what, hours, isDown] of [
    ['back while it is up', -1, false],
    ['back while no process runs', -1, true],
    ['forward while it is up', 1, false],
    ['forward while no process runs', 1, true],
  ] as const) {
    it(`${what}: a silence stays active for its length, and what it held is sent then`, async () => {
      const { service: first, begin, receiver, setClock } = await start(2 * HOUR)
      await createWebhook(first, receiver)
      await ask(first, 'POST', '/v1/silences', { match: 'name=~".+"', for: SILENCED, reason: 'patching' })
      const beganAt = performance.now()
      await report(first, 'before', 'high')
      if (isDown) await first.stop()
      await setClock((2 + hours) * HOUR)
      const service = isDown ? await begin() : first
      await report(service, 'inside', 'high')
      const shown = async () => {
        const { items } = await ask(service, 'GET', '/v1/silences')
        return items.map(({ state, held }: { state: string; held: number }) => [state, held])
      }
      await eventually('both are held', async () => String(await shown()) === 'active,2')

      await eventually('both are sent', () => receiver.requests.length === 2)
      const afterMs = performance.now() - beganAt
      assert.ok(afterMs >= SILENCED_MS - 1_000, `sent after ${afterMs} ms`)
      assert.deepEqual(await shown(), [['expired', 0]])
    })
  }

  for (const hours of [-1, 1]) {
    it(`${hours} h: a silence that is made at once after the step lasts for its length`, async () => {
      const { service, receiver, setClock } = await start(8 * HOUR)
      await createWebhook(service, receiver)
      for (const step of [1, 2, 3]) {
        await setClock((8 + hours * step) * HOUR)
        await wait(2 * READ_EVERY_MS)
        const name = `disk ${step}`
        const given = { match: `name="${name}"`, for: '10m', reason: 'patching' }
        const { id } = await ask(service, 'POST', '/v1/silences', given)
        const { results } = await ask(service, 'POST', '/v1/alerts', { key: name, name, state: 'high' })
        assert.equal(results[0].deliveries, 0, 'it holds at once')
        const shown = await ask(service, 'GET', `/v1/silences/${id}`)
        assert.equal(shown.state, 'active')
        const lastsMs = Date.parse(shown.ends_at) - Date.parse(shown.starts_at)
        assert.equal(lastsMs, 10 * 60_000)
      }
      assert.equal(receiver.requests.length, 0)
    })
  }

  it('forward by hours: clears no alert that has not had its time', async () => {
    const { service, setClock } = await start(0)
    const inHalfAnHour = (ms: number) => ({ expires_at: new Date(ms + HOUR / 2).toISOString() })
    assert.equal(await report(service, 'before', 'high', inHalfAnHour(Date.now())), 'raised')

    await setClock(2 * HOUR)
    await eventually('the step is noticed', () => service.output().includes('clock.stepped'))
    const soon = { expires_at: new Date(Date.now() + 2 * HOUR + SOON_MS).toISOString() }
    assert.equal(await report(service, 'after', 'high', soon), 'raised')

    assert.equal(await clearedWithBefore(service, 'after'), 'high')
  })

  it('forward by hours while no process runs: the next one knows of the step, and clears nothing for it', async () => {
    const { service: first, begin, setClock } = await start(0)
    const inHalfAnHour = { expires_at: new Date(Date.now() + HOUR / 2).toISOString() }
    assert.equal(await report(first, 'before', 'high', inHalfAnHour), 'raised')
    await first.stop()

    await setClock(2 * HOUR)
    const second = await begin()
    await eventually('the log has the step and its size', () =>
      /"stepMs":7[12]\d{5}.*clock\.stepped/.test(second.output()),
    )
    const soon = { expires_at: new Date(Date.now() + 2 * HOUR + SOON_MS).toISOString() }
    assert.equal(await report(second, 'after', 'high', soon), 'raised')
    assert.equal(await clearedWithBefore(second, 'after'), 'high')

    // And so does the one after that, though nothing has happened to the clock since.
    await second.stop()
    const third = await begin()
    const again = { expires_at: new Date(Date.now() + 2 * HOUR + SOON_MS).toISOString() }
    assert.equal(await report(third, 'again', 'high', again), 'raised')
    assert.equal(await clearedWithBefore(third, 'again'), 'high')
  })
})

/** Waits until housekeeping has cleared this alert; the state of the one of before the step. */
async function clearedWithBefore(service: Service, key: string): Promise<string | undefined> {
  const states = await eventually(`${key} is cleared`, async () => {
    const { items } = await ask(service, 'GET', '/v1/alerts')
    const found = new Map<string, string>(
      items.map((one: { readonly key: string; readonly state: string }) => [one.key, one.state]),
    )
    return found.get(key) === 'cleared' && found
  })
  return states.get('before')
}
