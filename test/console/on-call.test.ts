import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'
import { startConsole, type TestConsole, type TestPage } from './console.ts'
import { addWebhook, deliveriesIn } from './story.ts'

/** Somebody who was woken does each of these within the clicks that this test counts. */
describe('somebody on call', () => {
  let console: TestConsole
  let good: Receiver
  let bad: Receiver
  let badId: number
  before(async () => {
    console = await startConsole()
    good = await Receiver.start()
    bad = await Receiver.start()
    bad.alwaysRespondsWith((_request, response) => response.writeHead(503).end())
    await addWebhook(console.app, { name: 'Chat', url: `${good.url}/chat`, match: 'server!="pg-quiet"' })
    badId = await addWebhook(console.app, {
      name: 'Pager',
      url: `${bad.url}/page`,
      retry_schedule: '0s',
      match: 'server="pg-2"',
    })
    await console.app.call('POST', '/v1/alerts', [
      alert('Replication lag', 'pg-1', 'medium', { team: 'dba' }),
      alert('Disk is full', 'pg-2', 'high', { team: 'web' }),
      alert('Cache is cold', 'pg-2', 'low', { team: 'dba' }),
      alert('WAL archiving fails', 'pg-quiet', 'high', {}),
    ])
    await deliveriesIn(console.app, 'failed', 2)
    await deliveriesIn(console.app, 'delivered', 3)
  })
  afterEach((story) => console.closePages(story))
  after(async () => {
    await console.stop()
    await Promise.all([good.stop(), bad.stop()])
  })

  it('sees first which servers burn, who was not notified, and that a high alert reached nobody', async () => {
    const page = await console.open('/')
    const list = page.getByRole('region', { name: 'Active alerts' })
    await list.getByText('2 high, 1 medium, 1 low on 3 servers').waitFor()

    await page.getByText('A high alert has notified nobody').waitFor()
    const rows = await list
      .getByRole('list', { name: 'Active alerts: pg-2' })
      .getByRole('listitem')
      .allInnerTexts()
    assert.match(rows[0] ?? '', /High[\s\S]*Disk is full[\s\S]*Pager not notified[\s\S]*1 notified/)
    assert.match(rows[1] ?? '', /Low[\s\S]*Cache is cold/)
    const servers = await list.getByRole('heading', { level: 3 }).allInnerTexts()
    assert.equal(servers.at(-1), 'pg-1', 'the server of the least bad alert comes last')
  })

  it('finds the alert of a server in two clicks, and by a label in one', async () => {
    const page = await console.open('/')
    const list = page.getByRole('region', { name: 'Active alerts' })
    await list.getByRole('button', { name: 'pg-2' }).click()
    await list.getByText('1 high, 1 low on 1 server').waitFor()
    assert.match(page.url(), /server=pg-2/)
    await list.getByRole('link', { name: 'Disk is full' }).click()
    await page.getByRole('dialog').getByRole('heading', { name: 'Disk is full' }).waitFor()
    assert.match(await page.title(), /^Alert \d+ · Alerts/)

    await page.goto(`${console.app.url}/`)
    await list.getByRole('button', { name: 'team=dba' }).first().click()
    await list.getByText('1 medium, 1 low on 2 servers').waitFor()
    await page.getByRole('button', { name: 'Remove the filter team=dba' }).click()
    await list.getByText('2 high, 1 medium, 1 low on 3 servers').waitFor()
  })

  it('acknowledges and silences from the row', async () => {
    const page = await console.open('/?server=pg-1')
    await page.getByRole('button', { name: 'Acknowledge: Replication lag' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge the alert' }).click()
    await page.getByText(/^Acknowledged by/).waitFor()
    await page.getByRole('button', { name: 'Silence this: Replication lag' }).click()
    const dialog = page.getByRole('dialog', { name: 'New silence' })
    assert.match(await dialog.getByLabel('Matchers', { exact: true }).innerText(), /Replication lag/)
    await page.keyboard.press('Escape')
  })

  it('reads from an alert who would be notified of it', async () => {
    const page = await console.open('/?server=pg-2')
    await page.getByRole('link', { name: 'Disk is full' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Who would be notified' }).click()
    await page.getByRole('heading', { name: 'Notified: 2' }).waitFor()
    await page.getByRole('listitem').getByRole('link', { name: 'Pager' }).waitFor()
    assert.equal(await page.getByLabel('Server', { exact: true }).inputValue(), 'pg-2')
  })

  it('tries a receiver that fails again, in one click', async () => {
    const page = await console.open(`/webhooks/${badId}`)
    await page.getByRole('button', { name: 'Try again now' }).click()
    await page.getByText('Pager is tried again now.').waitFor()
    const { json } = await console.app.call('GET', `/v1/audit?action=webhook.resumed`)
    assert.equal(json.items[0].object_id, badId)
  })

  it('retries all failures of a receiver in two clicks', async () => {
    const page = await console.open(`/webhooks/${badId}`)
    await page.getByRole('button', { name: 'Retry all failed' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^2 deliveries/).waitFor()
    bad.alwaysRespondsWith((_request, response) => response.writeHead(200).end())
    await dialog.getByRole('button', { name: 'Retry them' }).click()
    await eventually('both arrive', async () => {
      const { json } = await console.app.call('GET', `/v1/deliveries?webhook_id=${badId}&state=delivered`)
      return json.items.length === 2
    })
    assert.match(page.url(), /operation=1/)
  })

  it('finds everything from one field, by keyboard alone', async () => {
    const page = await console.open('/webhooks')
    await page.getByRole('row').filter({ hasText: 'Pager' }).waitFor()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: /^Search servers/ })
    await field.fill('pg-2')
    const results = page.getByRole('listbox', { name: 'Results' })
    await results.getByRole('option', { name: /Server.*pg-2/ }).waitFor()
    await results.getByRole('option', { name: /Alert.*Disk is full/ }).waitFor()
    await field.fill('Pager')
    await results.getByRole('option', { name: /Webhook.*Pager/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Pager' }).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: /^Search servers/ }).waitFor()
  })
})

/** Counts the clicks of a page. */
class Clicks {
  count = 0
  readonly #page: TestPage

  constructor(page: TestPage) {
    this.#page = page
  }

  async on(role: 'button' | 'checkbox', name: string | RegExp): Promise<void> {
    this.count += 1
    await this.#page.getByRole(role, { name }).click()
  }
}

describe('somebody who looks after many webhooks', () => {
  let console: TestConsole
  before(async () => {
    console = await startConsole()
    for (let index = 1; index <= 22; index += 1) {
      const mode = index % 2 === 0 ? 'current_state' : 'every_change'
      const name = index <= 20 ? `Team ${index}` : `Other ${index}`
      await addWebhook(console.app, { name, url: 'http://127.0.0.1:9/', mode })
    }
  })
  afterEach((story) => console.closePages(story))
  after(() => console.stop())

  it('disables 20 of them for maintenance in three clicks, and is told before what that means', async () => {
    const page = await console.open('/webhooks?search=Team')
    await page.getByText('20 webhooks').waitFor()
    const clicks = new Clicks(page)

    await clicks.on('checkbox', 'Select all that are shown')
    await clicks.on('button', 'Disable 20')
    await page.getByText('10 webhooks will miss the events that happen meanwhile.').waitFor()
    await clicks.on('button', 'Disable the webhooks')
    await page.getByText('20 disabled.').waitFor()

    assert.equal(clicks.count, 3)
    const { json } = await console.app.call('GET', '/v1/webhooks?enabled=false&limit=100')
    assert.equal(json.items.length, 20)
  })

  it('tags several, is told before what that means, and finds them by a click on the tag', async () => {
    const page = await console.open('/webhooks?search=Other')
    await page.getByText('2 webhooks').waitFor()
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).click()
    await page.getByRole('button', { name: 'Tag 2' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tag these webhooks' })
    await dialog.getByText('Nothing will change.').waitFor()
    await dialog.getByLabel('Add').fill('team=dba, env=prod')
    await dialog.getByText('2 webhooks will get team=dba.').waitFor()
    await dialog.getByRole('button', { name: 'Tag the webhooks' }).click()
    await page.getByText('2 tagged.').waitFor()

    await page.goto(`${console.app.url}/webhooks`)
    await page.getByText('22 webhooks').waitFor()
    await page.getByRole('button', { name: 'team=dba' }).first().click()
    await page.getByText('2 webhooks').waitFor()
    assert.match(decodeURIComponent(page.url()), /tag=.*team=dba/)
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).click()
    await page.getByRole('button', { name: 'Tag 2' }).click()
    await dialog.getByRole('checkbox', { name: 'env (2)' }).click()
    await dialog.getByText('2 webhooks will lose env.').waitFor()
    await dialog.getByRole('button', { name: 'Tag the webhooks' }).click()
    await page.getByText('2 tagged.').waitFor()
    const { json } = await console.app.call('GET', '/v1/webhooks?tag=team=dba')
    assert.deepEqual(
      json.items.map(({ tags }: { readonly tags: object }) => tags),
      [{ team: 'dba' }, { team: 'dba' }],
    )
  })

  it('sees more of them, or larger rows, and finds them so again', async () => {
    const page = await console.open('/webhooks')
    const row = page.getByRole('row').filter({ hasText: 'Team 1' }).first()
    await row.waitFor()
    const heightOf = async () => Math.round((await row.boundingBox())?.height ?? 0)
    const compact = await heightOf()
    assert.ok(compact >= 40 && compact <= 46, `${compact} px`)

    await page.getByRole('button', { name: /^Menu of/ }).click()
    await page.getByRole('menuitem', { name: 'Comfortable' }).click()
    await eventually('rows are larger', async () => (await heightOf()) > compact)
    await page.reload()
    await row.waitFor()
    assert.ok((await heightOf()) > compact)
  })

  it('orders them by a click on a head, and finds those that were never called', async () => {
    const page = await console.open('/webhooks')
    await page.getByRole('button', { name: 'Last accepted' }).click()
    await eventually('the address says so', () => page.url().includes('order=last_accepted'))
    await page.getByRole('combobox', { name: 'Not called', exact: true }).click()
    await page.getByRole('option', { name: 'For 30 days' }).click()
    await page.getByText('22 webhooks').waitFor()
    assert.match(page.url(), /not_called=30d/)
  })
})

function alert(name: string, server: string, state: string, labels: Readonly<Record<string, string>>) {
  return { key: `${name} ${server}`, name, state, server: { name: server }, labels }
}
