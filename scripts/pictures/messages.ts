import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startBrowser } from '../../test/support/browser.ts'
import { serveApp } from '../../test/support/app/served-app.ts'
import { Receiver } from '../../test/support/network/receiver.ts'
import { FIGURES, MESSAGES, type Message, ROOT } from './figures.ts'
import { slackHtml, type SlackMessage } from './slack-html.ts'

/** Takes a picture of what a chat shows for a report of each monitor: the request that the service makes of it. */
export async function takeMessages(): Promise<void> {
  const browser = await startBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 640, height: 600 } })
    for (const message of MESSAGES) {
      await page.setContent(slackHtml(await messageOf(message)))
      await page.locator('#message').screenshot({ path: join(FIGURES, `${message.figure}.png`) })
      process.stdout.write(`docs/figures/${message.figure}.png\n`)
    }
  } finally {
    await browser.close()
  }
}

/** Reports a recorded body to a service of its own; returns what the receiver of its webhook got. */
async function messageOf({ sample, path, payloadType = 'ALERT' }: Message): Promise<SlackMessage> {
  const receiver = await Receiver.start()
  receiver.alwaysRespondsWith((_request, response) => response.end('ok'))
  const app = await serveApp()
  try {
    const url = `${receiver.url}/services/T0/B0/0`
    const draft = { fields: { url }, payload_type: payloadType }
    const { json } = await app.call('POST', '/v1/presets/slack-blocks/draft', draft)
    const made = await app.call('POST', '/v1/webhooks', { ...json, name: 'dba', mode: 'every_change' })
    const report = JSON.parse(readFileSync(join(ROOT, sample), 'utf8'))
    const taken = await app.call('POST', path, report)
    if (made.status !== 201 || taken.status !== 200) throw new Error(`${made.text} ${taken.text}`)
    const [request] = await receiver.received(1)
    return JSON.parse(request!.body)
  } finally {
    await app.stop()
    await receiver.stop()
  }
}
