import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { formatInstant } from '../../src/domain/instant.ts'
import { Alertmanager, ALERTMANAGER_COMMAND } from '../support/sources/alertmanager.ts'
import { makeTokenOf } from '../support/app/make-token.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startService, type Service } from '../support/app/service.ts'

const LABELS = { alertname: 'PostgresReplicationLagHigh', instance: 'pg-orders-2:9187', severity: 'critical' }

const isMissing = spawnSync(ALERTMANAGER_COMMAND, ['--version']).error !== undefined
const isRequired = process.env['TOCSIN_TEST_REQUIRE_PROMETHEUS'] === '1'
const skip =
  isMissing && !isRequired
    ? `${ALERTMANAGER_COMMAND} not found; .ci/run installs it (apt-get install prometheus-alertmanager)`
    : false

/** The configuration that the page shows, as the reader has it before putting in their own token. */
const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'sources-prometheus.md'), 'utf8')
const [, shown = ''] = /```yaml\n(route:[\s\S]*?)```/.exec(page) ?? []

const cleanups: (() => Promise<unknown>)[] = []
after(async () => {
  for (const cleanUp of cleanups.toReversed()) await cleanUp()
})

describe('a real Alertmanager, configured as its page says', { skip }, () => {
  for (const { by, configure } of [
    { by: 'a token in a header', configure: (text: string, token: string) => text.replace('tcn_…', token) },
    {
      by: 'a token in the address',
      configure: (text: string, token: string) =>
        text.replace(/\n +http_config:[\s\S]*$/, '\n').replace('/intake/', `/intake/${token}/`),
    },
  ]) {
    it(`raises and clears, by ${by}`, async () => {
      assert.ok(!isMissing, `TOCSIN_TEST_REQUIRE_PROMETHEUS=1 asks for ${ALERTMANAGER_COMMAND}`)
      const { service, receiver } = await startChain()
      const configuration = configure(shown, await makeTokenOf(service, ['events:write']))
        .replace('http://127.0.0.1:8480', service.url)
        // Usually it waits for half a minute before it notifies of a group, and for five between two notifications.
        .replace('receiver: tocsin\n', 'receiver: tocsin\n  group_wait: 0s\n  group_interval: 1s\n')
      const alertmanager = await Alertmanager.start(configuration)
      cleanups.push(() => alertmanager.stop())
      const startsAt = formatInstant(Date.now() - 60_000)

      await alertmanager.take({
        labels: LABELS,
        annotations: { value: '412', summary: 'late "again"' },
        startsAt,
      })
      await receiver.received(1)
      await alertmanager.take({ labels: LABELS, startsAt, endsAt: formatInstant(Date.now()) })
      const notifications = await receiver.received(2)

      const about = { alert: 'PostgresReplicationLagHigh', object: 'pg-orders-2:9187' }
      assert.deepEqual(
        notifications.map(({ body }) => JSON.parse(body)),
        [
          { ...about, state: 'High', before: 'Cleared', info: 'late "again"' },
          { ...about, state: 'Cleared', before: 'High', info: 'late "again"' },
        ],
      )
      assert.ok(!service.output().includes('tcn_'))
    })
  }
})

async function startChain(): Promise<{ readonly service: Service; readonly receiver: Receiver }> {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-alertmanager-chain-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const receiver = await Receiver.start()
  cleanups.push(() => receiver.stop())
  const service = await startService({ folder })
  cleanups.push(() => service.stop())
  const made = await service.request('POST', '/api/v15/webhook/', {
    name: 'chain',
    url: receiver.url,
    payload_template:
      '{"alert": "%AlertName%", "object": "%ObjectName%", "state": "%CurrentState%", "before": "%OldState%", "info": "%AlertInfo%"}',
  })
  assert.equal(made.status, 200)
  return { service, receiver }
}
