import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import v1 from '../../openapi/v1.json' with { type: 'json' }
import v15 from '../../openapi/v15.json' with { type: 'json' }
import v6 from '../../openapi/v6.json' with { type: 'json' }
import { LISTENERS_PER_PRINCIPAL_MAX } from '../../src/api/v1/overview/live-stream.ts'
import { serveApp, type ServedApp } from '../support/app/served-app.ts'
import { SERVICE_TOKEN } from '../support/app/service.ts'
import { createTestDatabase } from '../support/databases/test-engine.ts'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'

/** What stands for each parameter of a path: something that is there, something that is not, and something odd. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  id: ['1', '999999', 'slack-blocks', '-1', '%00'],
  webhook_id: ['1', '999999', 'x'],
  silenceID: ['00000000-0000-4000-8000-000000000001', '1', 'x'],
  document: ['v1.json', 'v15.json', 'v6.json', 'x'],
  page: ['v1-webhooks', 'x'],
}

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`the service as it is started by its command, on ${engine}`, () => {
    let app: ServedApp
    let receiver: Receiver
    before(async () => {
      receiver = await Receiver.start()
      app = await serveApp(engine === 'postgres' ? { database: await createTestDatabase() } : {})
      const fill = async (path: string, body: object) =>
        assert.ok((await app.call('POST', path, body)).status < 300)
      await fill('/v1/webhooks', { name: 'a', url: receiver.url })
      await fill('/v1/alerts', { key: 'k', name: 'Lag', state: 'high' })
      await fill('/v1/job-runs', { job_id: 'j', run_id: '1', name: 'Backup', status: 'success' })
      await receiver.received(1)
    })
    after(async () => {
      await app.stop()
      await receiver.stop()
    })

    it('answers every GET of the documents without a fault', async () => {
      const asked: string[] = []
      for (const path of [v1, v15, v6].flatMap(({ paths }) => pathsToGet(paths))) {
        for (const address of addressesOf(path)) {
          const status = path === '/v1/stream' ? await openStream(app) : await statusOf(app, address)
          asked.push(address)
          assert.ok(status < 500 || isExpected(address, status, engine), `GET ${address} answered ${status}`)
        }
      }
      assert.ok(asked.length > 60, `${asked.length} addresses`)
      assert.doesNotMatch(app.output(), /request\.failed|TypeError/)
    })

    it('tells of an alert in the live view', async () => {
      const live = await listen(app)
      await eventually('it begins', () => live.text().includes('event: overview'))
      const before = performance.now()
      await app.call('POST', '/v1/alerts', { key: 'live', name: 'Live', state: 'high' })
      await eventually('the alert is sent', () => /event: changed\ndata: .*alerts/.test(live.text()))
      const tookMs = performance.now() - before
      live.leave()

      // A round of the stream a second, and whatever else the machine has to do.
      assert.ok(tookMs < 30_000, `${tookMs} ms`)
    })

    it('lets a twelfth listener in after eleven have gone', async () => {
      const eleven = []
      for (let index = 0; index < LISTENERS_PER_PRINCIPAL_MAX + 1; index += 1) eleven.push(await listen(app))
      assert.deepEqual(
        eleven.map(({ status }) => status),
        [...Array.from({ length: LISTENERS_PER_PRINCIPAL_MAX }, () => 200), 429],
      )
      for (const { leave } of eleven) leave()
      await eventually('the twelfth is let in', async () => {
        const twelfth = await listen(app)
        twelfth.leave()
        return twelfth.status === 200
      })
    })
  })
}

function pathsToGet(paths: Readonly<Record<string, object>>): readonly string[] {
  return Object.entries(paths).flatMap(([path, operations]) => ('get' in operations ? [path] : []))
}

/** Every combination is not needed: no path has two parameters. */
function addressesOf(path: string): readonly string[] {
  const [whole = '', name = ''] = /\{(\w+)\}/.exec(path) ?? []
  if (whole === '') return [path]
  const values = VALUES[name]
  assert.ok(values, `what stands for ${whole} in ${path}?`)
  return values.map((value) => path.replace(whole, value))
}

/** What this service says it cannot do: there is no backup of a PostgreSQL server, and no OpenID provider. */
function isExpected(address: string, status: number, engine: string): boolean {
  return status === 501 && engine === 'postgres' && address === '/v1/backup'
}

async function statusOf(app: ServedApp, address: string): Promise<number> {
  const response = await fetch(`${app.url}${address}`, {
    headers: { 'x-auth-token': SERVICE_TOKEN },
    redirect: 'manual',
  })
  await response.arrayBuffer()
  return response.status
}

async function openStream(app: ServedApp): Promise<number> {
  const { status, leave } = await listen(app)
  leave()
  return status
}

async function listen({ url }: ServedApp) {
  const leaving = new AbortController()
  const response = await fetch(`${url}/v1/stream`, {
    headers: { 'x-auth-token': SERVICE_TOKEN },
    signal: leaving.signal,
  })
  let text = ''
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
  })().catch(() => undefined)
  return {
    status: response.status,
    text: () => text,
    leave: () => {
      leaving.abort()
      void reading
    },
  }
}
