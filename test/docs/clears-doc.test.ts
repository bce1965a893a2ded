import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { runTool } from '../cli/run-tool.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { newWebhook, NOW } from '../support/build.ts'
import { Receiver } from '../support/network/receiver.ts'

const TEXT = '%AlertName% on %ServerName%: %x.StateText%, last %LastValue%, team %label.team%'

interface Example {
  readonly place: string
  readonly words: readonly string[]
}

/** Each command of documents and help that clears an alert. */
async function findClears(): Promise<readonly Example[]> {
  const pages = ['README.md', ...globSync('docs/**/*.md')].map(
    (file) => [file, readFileSync(file, 'utf8')] as const,
  )
  const helps = await Promise.all(
    [[], ['alert', '--help'], ['alert', 'send', '--help']].map(async (words) => {
      const { out } = await runTool(words, { environment: {} })
      return [`tocsin ${words.join(' ')}`, out] as const
    }),
  )
  return [...pages, ...helps].flatMap(([place, text]) =>
    [...text.matchAll(/alert send [^\n#]*--state cleared/g)].map(([command]) => ({
      place,
      words: wordsOf(command),
    })),
  )
}

function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare = '']) => double ?? single ?? bare,
  )
}

describe('the clears that documents and help give as examples', () => {
  let app: TestApp
  let receiver: Receiver
  before(async () => {
    receiver = await Receiver.start()
    app = await startApp({ listen: true })
    const webhook = newWebhook({ url: receiver.url, payloadTemplate: TEXT })
    await app.store.createWebhook(webhook, NOW)
  })
  after(async () => {
    await app.stop()
    await receiver.stop()
  })

  /** Raises the alert of an example, runs the example, and returns what its receiver gets. */
  async function receive(raise: object, clear: () => Promise<void>): Promise<string> {
    const before = receiver.requests.length
    assert.equal((await app.call('POST', '/v1/alerts', raise)).status, 200)
    await receiver.received(before + 1)
    await clear()
    await receiver.received(before + 2)
    return receiver.requests.at(-1)?.body ?? ''
  }

  it('name server, last value and labels of the raise', async () => {
    const examples = await findClears()
    const places = new Set(examples.map(({ place }) => place))
    for (const place of [
      'docs/alerts.md',
      'docs/sources-nagios.md',
      'docs/sources-zabbix.md',
      'tocsin ',
      'tocsin alert --help',
    ])
      assert.ok(places.has(place), `${place} has no example`)
    for (const [index, { place, words }] of examples.entries()) {
      const option = (name: string) => words[words.indexOf(name) + 1]
      const source = words.includes('--source') ? option('--source') : undefined
      const name = option('--name')
      const raise = {
        key: option('--key'),
        name,
        state: 'high',
        ...(source && { source }),
        server: { name: `pg-${index}` },
        current_value: 430,
        labels: { team: 'dba' },
      }
      const text = await receive(raise, async () => {
        const environment = { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN }
        const { code, err } = await runTool([...words], { environment })
        assert.equal(code, 0, err)
      })
      assert.equal(text, `${name} on pg-${index}: Cleared, last 430, team dba`, `the example of ${place}`)
    }
  })

  it('that of CloudEvents, too', async () => {
    const page = readFileSync('docs/sources-cloudevents.md', 'utf8')
    const [raise = '', clear = ''] = [...page.matchAll(/-d '([^']+)'/g)].map(([, body = '']) => body)
    const headers = {
      'content-type': 'application/json',
      ...Object.fromEntries(
        [...page.matchAll(/-H '(ce-\w+): ([^']+)'/g)].map(([, name = '', value]) => [name, value]),
      ),
    }
    const before = receiver.requests.length
    const raised = await app.call('POST', '/intake/cloudevents', JSON.parse(raise), {
      'content-type': 'application/cloudevents+json',
    })
    assert.equal(raised.json.results[0].result, 'raised')
    await receiver.received(before + 1)
    const cleared = await app.call('POST', '/intake/cloudevents', JSON.parse(clear), headers)
    assert.equal(cleared.json.results[0].result, 'cleared')
    await receiver.received(before + 2)

    assert.equal(receiver.requests.at(-1)?.body, 'Disk is full on pg-1: Cleared, last 97, team ')
  })
})
