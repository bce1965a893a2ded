import { Receiver } from '../support/network/receiver.ts'
import { addUser } from '../support/people/people.ts'
import type { CallableApp } from '../support/app/start-app.ts'
import { addWebhook, deliveriesIn } from './story.ts'

export interface SampleData {
  /** Ends its receivers. */
  stop(): Promise<void>
}

/** So much that every page has something to show: webhooks that do well and not, alerts, job runs, people, tokens. */
export async function fillWithSamples(app: CallableApp): Promise<SampleData> {
  const good = await Receiver.start()
  const bad = await Receiver.start()
  bad.alwaysRespondsWith((_request, response) => {
    response.statusCode = 503
    response.setHeader('content-type', 'application/json')
    response.end('{"error": "upstream is being deployed", "retry": true}')
  })
  await addWebhook(app, { ...SLACK, url: `${good.url}/services/T024BE7LD/B04` })
  await addWebhook(app, { name: 'On-call pager', url: `${good.url}/v2/enqueue`, low_alert: false })
  await addWebhook(app, { name: 'Ticket gateway', url: `${bad.url}/tickets`, retry_schedule: '0s' })
  const old = await addWebhook(app, {
    name: 'Old channel',
    url: `${good.url}/old`,
    description: 'Moved in May.',
  })
  await app.call('PATCH', `/v1/webhooks/${old}`, { enabled: false })
  await addWebhook(app, { name: 'Backup log', url: `${good.url}/jobs`, payload_type: 'JOB' })
  await addWebhook(app, { name: 'Duty phone', url: `${good.url}/phone`, mode: 'current_state' })
  const off = await addWebhook(app, { name: 'Night desk', url: `${good.url}/desk`, mode: 'current_state' })
  await app.call('PATCH', `/v1/webhooks/${off}`, { enabled: false })
  await app.call('POST', '/v1/alerts', ALERTS)
  const ada = await addUser(app, { name: 'ada', role: 'admin' })
  const acknowledgement = { note: 'A new disk comes today', for: '8h' }
  await ada.browser.call('POST', '/v1/alerts/2/acknowledgement', acknowledgement)
  await app.call('POST', '/v1/alerts', [{ ...ALERTS[3], state: 'cleared', current_value: 12 }])
  await app.call('POST', '/v1/job-runs', JOB_RUNS)
  await addSilences(app)
  await addUser(app, { name: 'grace', role: 'operator' })
  await app.call('POST', '/v1/users', { name: 'victor', role: 'viewer' })
  await app.call('POST', '/v1/tokens', { name: 'prometheus on mon-1', scopes: ['events:write'] })
  await deliveriesIn(app, 'failed', 3)
  await deliveriesIn(app, 'delivered', 15)
  return {
    async stop() {
      await Promise.all([good.stop(), bad.stop()])
    },
  }
}

async function addSilences(app: CallableApp): Promise<void> {
  const patch = { match: 'server=~"db-.*"', for: '2h', reason: 'Patch day' }
  const { json } = await app.call('POST', '/v1/silences', patch)
  await app.call('DELETE', `/v1/silences/${json.id}`)
  const disk = { match: 'name="Replacing a disk raises this"', for: '45m', reason: 'Replacing the disk' }
  await app.call('POST', '/v1/silences', { ...disk, webhook_ids: [1] })
  const sunday = { zone: 'Europe/Berlin', begins: '22:00', for: '4h', repeat: 'FREQ=WEEKLY;BYDAY=SU' }
  const patching = { name: 'Sunday patching', match: 'server=~"pg-.*"', reason: 'Patches of the week' }
  await app.call('POST', '/v1/windows', { ...patching, ...sunday })
  const later = new Date(Date.now() + 86_400_000).toISOString()
  await app.call('POST', '/v1/silences', { ...patch, reason: 'Next patch day', starts_at: later })
}

const SLACK = {
  name: 'Slack #dba',
  description: 'The channel of the database team.',
  payload_template:
    '{\n  "text": "%CurrentState%: %AlertName% on %ObjectName%",\n  "value": %CurrentValue%,\n  "limit": %ThresholdValue%\n}\n',
}

function alertOf(name: string, server: string, [state, value, threshold]: readonly [string, number, number]) {
  return {
    key: `${name} ${server}`,
    name,
    state,
    object: { type: 'server', name: server },
    server: { id: 1, name: server, address: '192.0.2.17', port: 5432 },
    database: 'orders',
    current_value: value,
    threshold_value: threshold,
    info: `Measured on ${server} over the last five minutes.`,
    labels: { team: 'dba', environment: 'production' },
  }
}

const ALERTS = [
  alertOf('Replication lag', 'pg-orders-2', ['high', 412, 60]),
  alertOf('Disk is filling up', 'pg-orders-1', ['medium', 91, 85]),
  alertOf('Long transaction', 'pg-billing-1', ['low', 1900, 1800]),
  alertOf('Too many connections', 'pg-billing-1', ['high', 498, 450]),
]

const JOB_RUNS = [
  {
    job_id: 'backup',
    run_id: '20261120',
    name: 'Nightly backup',
    status: 'failure',
    exit_code: 28,
    server: { name: 'pg-orders-1' },
    command: 'pgbackrest --stanza=orders backup',
    output: 'ERROR: [028]: unable to find a space on repo1\n',
  },
  {
    job_id: 'vacuum',
    run_id: '7',
    name: 'Weekly vacuum',
    status: 'success',
    server: { name: 'pg-billing-1' },
  },
]
