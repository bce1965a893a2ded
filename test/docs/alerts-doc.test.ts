import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { runTool } from '../cli/run-tool.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { newWebhook, NOW, observation } from '../support/build.ts'
import { eventually } from '../support/time/eventually.ts'

const PAGE = readFileSync('docs/alerts.md', 'utf8')

/** Each command of the page, with what it says to it. */
const EXAMPLES = [...PAGE.matchAll(/```sh\n([^]*?)```\s+```text\n([^]*?)```/g)].map(
  ([, command = '', response = '']) => ({
    command: command.trim(),
    response: response.replace(/^ {2}/gm, '').trim(),
  }),
)

describe('docs/alerts.md', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true, settings: { TOCSIN_EXPIRY_GRACE: '0s' } })
    await app.store.createWebhook(newWebhook({ acknowledgements: true }), NOW)
  })
  after(() => app.stop())

  it('has an example of each thing that it tells of, and each does what it says', async () => {
    assert.deepEqual(
      EXAMPLES.map(({ response }) =>
        /: (\w+)|(cleared by hand|acknowledged)/.exec(response)?.slice(1).find(Boolean),
      ),
      ['raised', 'changed', 'refreshed', 'cleared', 'stale', 'raised', 'cleared by hand', 'acknowledged'],
    )
    for (const { command, response } of EXAMPLES) {
      if (command.includes('alert clear')) await raiseLongAgo(app)
      if (command.includes('alert acknowledge')) await raise(app)
      assert.equal(await run(app, command), response)
    }
  })

  it('says truly how one ends whose promise has run out', async () => {
    await eventually('the promise runs out', async () => {
      const { json } = await app.call('GET', '/v1/alerts/2')
      return json.ended_by === 'expired' && json.state === 'cleared'
    })
    assert.match(await run(app, 'tocsin alert show 2'), /Cleared: no longer reported\./)
    assert.match(await run(app, 'tocsin alert show 3'), /Cleared: cleared by hand\./)
  })

  it('is found from the list of documents', () => {
    assert.match(readFileSync('docs/README.md', 'utf8'), /\(alerts\.md\)/)
  })
})

async function run(app: TestApp, command: string): Promise<string> {
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare)
  const environment = { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN }
  const { code, out, err } = await runTool(words.slice(1), { environment })
  assert.equal(code, 0, err)
  return out.trim()
}

async function raise({ store }: TestApp): Promise<void> {
  const at = Date.now()
  await store.acceptObservations([observation({ key: 'disk', state: 'high', at })], at)
}

/** Raises an alert that nobody has reported since. */
async function raiseLongAgo({ store }: TestApp): Promise<void> {
  const at = Date.now() - 3_600_000
  await store.acceptObservations([observation({ key: 'gone', state: 'high', at })], at)
}
