import { join } from 'node:path'
import { startConsole } from '../../test/console/console.ts'
import { addWebhook, deliveriesIn, report } from '../../test/console/story.ts'
import { Receiver } from '../../test/support/network/receiver.ts'
import { FIGURES } from './figures.ts'

const ALERT = {
  key: 'lag of pg-orders-2',
  name: 'Replication lag',
  state: 'medium',
  server: { name: 'pg-orders-2' },
  current_value: 412,
  threshold_value: 60,
  labels: { team: 'dba' },
}

/** Takes a picture of who was notified of an alert, and why the others were not. */
export async function takeExplanation(): Promise<void> {
  const console = await startConsole()
  const receiver = await Receiver.start()
  try {
    const { app } = console
    const url = `${receiver.url}/`
    await addWebhook(app, { name: 'Slack of the DBAs', url, match: 'label.team="dba"' })
    await addWebhook(app, { name: 'Pager', url, match: 'severity=high' })
    await addWebhook(app, { name: 'Network team', url, match: 'label.team="network"' })
    const desk = await addWebhook(app, { name: 'Night desk', url })
    const silence = { match: 'server="pg-orders-2"', for: '2h', reason: 'Patch day', webhook_ids: [desk] }
    await app.call('POST', '/v1/silences', silence)
    const { alertId } = await report(app, ALERT)
    await deliveriesIn(app, 'delivered', 1)
    const page = await console.open(`/alerts?open=${alertId}`)
    await page.getByRole('button', { name: /Not notified: / }).click()
    const notNotified = page.getByRole('list', { name: 'Who was not notified' })
    await notNotified.getByText('Network team').waitFor()
    const path = join(FIGURES, 'why-not-notified.png')
    await page
      .getByRole('listitem')
      .filter({ has: notNotified })
      .screenshot({ path, animations: 'disabled', caret: 'hide' })
    process.stdout.write('docs/figures/why-not-notified.png\n')
  } finally {
    await console.stop()
    await receiver.stop()
  }
}
