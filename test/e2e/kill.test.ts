import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startService, type Service } from '../support/app/service.ts'

/** `npm run test:all` has four times as many, `.ci/run` a hundred. */
const KILLS = Number(process.env['TOCSIN_TEST_KILLS'] ?? 5)
const WRITERS = 6
const UP_MS_MAX = 300

const folder = await mkdtemp(join(tmpdir(), 'tocsin-kill-'))
const receiver = await Receiver.start()
after(async () => {
  await receiver.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Acknowledged {
  readonly key: string
  readonly state: 'high' | 'cleared'
}

/** By a service that ends well: only such a one leaves its compiled code for the next, which then start in half the processor time. */
async function addWebhook(): Promise<void> {
  const service = await startService({ folder })
  const payload_template = '{"key": "%AlertName%", "state": "%CurrentState%"}'
  const url = `${receiver.url}/hook`
  const made = await service.request('POST', '/api/v15/webhook/', { name: 'k', url, payload_template })
  assert.equal(made.status, 200)
  assert.equal(await service.stop(), 0)
}

/** Raises and clears one alert after the other until the service is gone; notes what was acknowledged. */
async function write(service: Service, prefix: string, acknowledged: Acknowledged[]): Promise<void> {
  for (let index = 0; ; index += 1) {
    for (const state of ['high', 'cleared'] as const) {
      const key = `${prefix}-${index}`
      const status = await service
        .request('POST', '/v1/alerts', { key, name: key, state })
        .then((response) => response.status)
        .catch(() => undefined)
      if (status === undefined) return
      assert.equal(status, 200)
      acknowledged.push({ key, state })
    }
  }
}

describe('kill -9', () => {
  it(`loses nothing that was acknowledged, killed ${KILLS} times under load, and keeps the order`, async (context) => {
    const acknowledged: Acknowledged[] = []
    await addWebhook()
    for (let round = 0; round < KILLS; round += 1) {
      const service = await startService({ folder })
      const writers = Array.from({ length: WRITERS }, (_, writer) =>
        write(service, `${round}-${writer}`, acknowledged),
      )
      // Every other time not before there was load, however slow the machine is.
      const enough = round % 2 === 0 ? acknowledged.length + 3 : 0
      await eventually('some are acknowledged', () => acknowledged.length >= enough)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * UP_MS_MAX))
      await service.kill()
      await Promise.all(writers)
    }
    const service = await startService({ folder })
    await eventually('the backlog is empty', async () => {
      const { backlog } = (await (await service.request('GET', '/v1/status')).json()) as {
        backlog: Record<string, number | null>
      }
      return backlog['waiting'] === 0 && backlog['pending'] === 0 && backlog['sending'] === 0
    })
    assert.equal(await service.stop(), 0)

    const byAlert = Map.groupBy(
      receiver.requests.map(({ headers, body }) => ({
        id: String(headers['webhook-id']),
        ...(JSON.parse(body) as { key: string; state: string }),
      })),
      ({ key }) => key,
    )
    const missing = acknowledged.filter(({ key, state }) => {
      const wanted = state === 'high' ? 'High' : 'Cleared'
      return !byAlert.get(key)?.some((notification) => notification.state === wanted)
    })
    const disordered = [...byAlert].filter(([, notifications]) => {
      const states = notifications.map(({ state }) => state)
      return states.includes('Cleared') && states.lastIndexOf('High') > states.indexOf('Cleared')
    })
    const twice =
      receiver.requests.length - new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size
    context.diagnostic(
      `${acknowledged.length} acknowledged, ${receiver.requests.length} received, ${twice} more than once`,
    )
    assert.ok(acknowledged.length > KILLS, 'there was load')
    assert.deepEqual(missing, [])
    assert.deepEqual(disordered, [])
  })
})
