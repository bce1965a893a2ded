import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { runTool } from '../cli/run-tool.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { newWebhook, NOW, observation } from '../support/build.ts'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'

const FAQ = readFileSync('docs/faq.md', 'utf8')
const RUNBOOKS = readFileSync('docs/runbooks.md', 'utf8')
const RULES = readFileSync('packaging/monitoring/tocsin-rules.yaml', 'utf8')

/** Webhook 3 and 7, alert 5, event 17 and delivery 42 of the pages. */
const WEBHOOKS = 7
const ALERTS = 17

/** Commands of a page that the service answers; others need an installed service. */
function commandsOf(page: string): readonly string[] {
  const commands = [...page.matchAll(/`tocsin ([^`]+)`/g)].map(([, command = '']) => command)
  return [...new Set(commands)].filter((command) => !command.startsWith('config '))
}

describe('the commands of docs/faq.md and docs/runbooks.md', () => {
  let app: TestApp
  let receiver: Receiver
  before(async () => {
    receiver = await Receiver.start()
    receiver.alwaysRespondsWith((_request, response) => response.end())
    app = await startApp({ listen: true })
    for (let id = 1; id <= WEBHOOKS; id += 1)
      await app.store.createWebhook(
        newWebhook({ name: `webhook ${id}`, url: receiver.url, mode: 'current_state' }),
        NOW,
      )
    // Long ago, so that an alert can be cleared by hand.
    const at = Date.now() - 3_600_000
    await app.store.acceptObservations(
      Array.from({ length: ALERTS }, (_, index) => observation({ key: `key ${index}`, at })),
      at,
    )
    await eventually('all deliveries have arrived', async () => {
      const { json } = await app.call('GET', '/v1/deliveries?state=delivered&limit=200')
      return json.items.length === WEBHOOKS * ALERTS
    })
  })
  after(async () => {
    await app.stop()
    await receiver.stop()
  })

  for (const command of new Set([...commandsOf(FAQ), ...commandsOf(RUNBOOKS)])) {
    it(`tocsin ${command}`, async () => {
      const argv = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare)
      const environment = { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN }

      const { code, err } = await runTool(argv, { environment, response: 'y' })

      assert.equal(code, 0, err)
    })
  }
})

describe('docs/runbooks.md', () => {
  const rules = [...RULES.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

  it('has a section for each rule, in their order, and none for others', () => {
    const sections = [...RUNBOOKS.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)

    assert.ok(rules.length > 10)
    assert.deepEqual(sections, rules)
  })

  it('is named by each rule, with the section', () => {
    const named = [...RULES.matchAll(/- alert: \w+|^ +runbook: (.+)$/gm)].map(([, runbook]) => runbook)

    assert.deepEqual(
      named,
      rules.flatMap((name) => [undefined, `docs/runbooks.md#${name.toLowerCase()}`]),
    )
  })

  it('says how each rule gets a link', () => {
    const [, command = ''] = /^(sed .*) > tocsin-rules\.yaml$/m.exec(RUNBOOKS) ?? []

    const linked = execFileSync('sh', ['-c', command], { encoding: 'utf8' })

    const links = linked.match(/runbook_url: https:\/\/\S+\/runbooks\.md#\w+$/gm)
    assert.equal(links?.length, rules.length)
  })
})
