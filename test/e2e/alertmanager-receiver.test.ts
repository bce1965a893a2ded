import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Alertmanager, ALERTMANAGER_COMMAND } from '../support/sources/alertmanager.ts'
import { eventually } from '../support/time/eventually.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startService, type Service } from '../support/app/service.ts'

const isMissing = spawnSync(ALERTMANAGER_COMMAND, ['--version']).error !== undefined
const isRequired = process.env['TOCSIN_TEST_REQUIRE_PROMETHEUS'] === '1'
const skip =
  isMissing && !isRequired
    ? `${ALERTMANAGER_COMMAND} not found; .ci/run installs it (apt-get install prometheus-alertmanager)`
    : false

/** What the routes of a team look like: by severity. */
const configuration = (url: string) => `route:
  receiver: nobody
  group_by: ['...']
  group_wait: 0s
  group_interval: 1s
  routes:
    - receiver: pager
      matchers: ['severity="critical"']
receivers:
  - name: nobody
  - name: pager
    webhook_configs:
      - url: ${url}
`

describe('a real Alertmanager as a receiver', { skip }, () => {
  let folder: string
  let pager: Receiver
  let alertmanager: Alertmanager
  let service: Service
  before(async () => {
    assert.ok(!isMissing, `TOCSIN_TEST_REQUIRE_PROMETHEUS=1 asks for ${ALERTMANAGER_COMMAND}`)
    folder = await mkdtemp(join(tmpdir(), 'tocsin-alertmanager-receiver-'))
    pager = await Receiver.start()
    alertmanager = await Alertmanager.start(configuration(pager.url))
    service = await startService({ folder })
    const draft = await service.request('POST', '/v1/presets/alertmanager-v2/draft', {
      fields: { url: `${alertmanager.url}/` },
    })
    assert.equal((await service.request('POST', '/v1/webhooks', await draft.json())).status, 201)
  })
  after(async () => {
    await service.stop()
    await alertmanager.stop()
    await pager.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const report = async (state: string, details: object): Promise<void> => {
    const alert = { key: 'lag', name: 'Lag "of" pg-1', state, ...details }
    const { status } = await service.request('POST', '/v1/alerts', [alert])
    assert.equal(status, 200)
  }
  const hasOpen = (...severities: readonly string[]) =>
    eventually(`Alertmanager has open: ${severities.join(', ') || 'nothing'}`, async () => {
      const open = await alertmanager.active()
      return open.map(({ labels }) => labels['severity']).join() === severities.join()
    })

  it('follows the state, routes by severity, and has nothing open in the end', async () => {
    await report('low', { object: { name: 'pg-1' }, info: 'late "again"' })
    await hasOpen('info')
    await report('high', { object: { name: 'pg-1' } })
    await hasOpen('critical')
    const [called] = await pager.received(1)
    await report('cleared', {})
    await hasOpen()
    const [, notified] = await pager.received(2)

    const { status, alerts } = JSON.parse(called?.body ?? '')
    assert.deepEqual([status, alerts.length], ['firing', 1])
    assert.equal(alerts[0].labels.alertname, 'Lag "of" pg-1')
    assert.equal(alerts[0].annotations.object, 'pg-1')
    assert.equal(JSON.parse(notified?.body ?? '').status, 'resolved')
  })
})
