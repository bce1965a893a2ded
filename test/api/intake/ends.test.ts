import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { formatInstant } from '../../../src/domain/instant.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../../support/app/start-app.ts'
import { runTool } from '../../cli/run-tool.ts'
import { eventually } from '../../support/time/eventually.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'

const SECOND = 1000

describe('ends that monitors report', () => {
  const clock = new FakeClock()
  let app: TestApp
  before(async () => {
    app = await startApp({ clock, listen: true })
  })
  after(() => app.stop())

  const at = (seconds: number) => formatInstant(clock.now() + seconds * SECOND)

  for (const dialect of ['alertmanager', 'grafana'] as const) {
    it(`clear though they name an earlier start than the raise (${dialect})`, async () => {
      const say = async (status: string, startsAt: number, endsAt: number) => {
        const alert = {
          status,
          fingerprint: 'g1',
          startsAt: at(startsAt),
          endsAt: at(endsAt),
          labels: { alertname: 'Lag', severity: 'critical' },
        }
        const body = { version: dialect === 'grafana' ? '1' : '4', alerts: [alert] }
        const { json } = await app.call('POST', `/intake/${dialect}`, body)
        return json.results[0].result
      }

      assert.equal(await say('firing', -240, 3600), 'raised')
      clock.advance(2 * SECOND)
      assert.equal(await say('resolved', -300, -250), 'cleared')
    })
  }

  async function push(alertname: string, starts: string, ends: string, server = 'prom-1'): Promise<void> {
    const labels = { alertname, severity: 'critical' }
    const generatorURL = `http://${server}:9090/graph?g0.expr=up`
    const body = [{ labels, startsAt: starts, endsAt: ends, generatorURL }]
    const { status } = await app.call('POST', '/intake/prometheus/api/v2/alerts', body)
    assert.equal(status, 200)
  }

  async function stateOf(name: string) {
    const { json } = await app.call('GET', '/v1/alerts?source=prometheus')
    return json.items.find((alert: { name: string }) => alert.name === name)
  }

  it('clear what a Prometheus raised before its restart, with an hour on its clock', async () => {
    await push('Clock', at(3600), at(3840))
    const starts = at(-50)
    clock.advance(60 * SECOND)
    await push('Clock', starts, at(240))
    clock.advance(2 * SECOND)
    await push('Clock', starts, at(-1))

    const alert = await stateOf('Clock')
    assert.deepEqual([alert.state, alert.ended_by], ['cleared', 'monitor'])
  })

  it('say in the explanation who ended the alert', async () => {
    const starts = at(0)
    await push('Over', starts, at(240))
    clock.advance(2 * SECOND)
    await push('Over', starts, at(0))

    const { json } = await app.call('GET', '/v1/events?limit=1')
    const explained = await app.call('GET', `/v1/events/${json.items[0].id}/explain`)
    assert.equal(explained.json.event.ending, 'prom-1:9090 (127.0.0.1) said the end')
  })

  it('say on the command line who ended the alert, and who was not heard any more', async () => {
    const starts = at(0)
    for (const server of ['prom-1', 'prom-2']) await push('Pair', starts, at(240), server)
    clock.advance(60 * SECOND)
    await push('Pair', starts, at(0))
    assert.equal((await stateOf('Pair')).state, 'high', 'the other one may still live')
    await eventually('its time is over', async () => {
      clock.advance(5 * SECOND)
      return (await stateOf('Pair')).state === 'cleared'
    })

    const { json } = await app.call('GET', '/v1/events?limit=1')
    const environment = { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN }
    const { out } = await runTool(['event', 'explain', String(json.items[0].id)], { environment })
    const line =
      /^Cleared because: prom-1:9090 \(127\.0\.0\.1\) said the end; prom-2:9090 \(127\.0\.0\.1\) not heard for (\d+) s$/m
    const [, seconds] = line.exec(out) ?? assert.fail(out)
    assert.ok(Number(seconds) >= 150, out)
  })
})
