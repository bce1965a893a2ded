import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'
import { Receiver } from '../support/network/receiver.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool, words, type ToolOptions } from './run-tool.ts'

type Respond = (request: unknown, response: ServerResponse) => void

describe('tocsin alert, job and delivery', () => {
  let app: TestApp
  const receivers: Receiver[] = []
  before(async () => {
    app = await startApp({ listen: true, settings: { TOCSIN_RETRY_SCHEDULE: '0s,1h' } })
  })
  after(async () => {
    await app.stop()
    for (const receiver of receivers) await receiver.stop()
  })

  const run = (argv: readonly string[], options: ToolOptions = {}) =>
    runTool(argv, { ...options, environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN } })
  /** Each with a receiver of its own: it gets the alerts of the other tests too. */
  const addWebhook = async (
    definition: object,
    ...responses: readonly (number | Respond)[]
  ): Promise<string> => {
    const receiver = await Receiver.start()
    receivers.push(receiver)
    receiver.respondsWith(...responses)
    const body = { name: 'hook', url: receiver.url, payload_template: '{"n": "%AlertName%"}', ...definition }
    return String((await app.call('POST', '/v1/webhooks', body)).json.id)
  }
  const deliveriesTo = async (webhook: string, state: string) =>
    eventually(`a ${state} delivery to webhook ${webhook}`, async () => {
      const { json } = await run(['delivery', 'list', '--webhook', webhook, '--state', state, '--json'])
      return json.items.length > 0 && json.items
    })

  it('alert list, show and clear: find what is raised, tell its story, and say why it cannot be cleared yet', async () => {
    const { json } = await run(
      words('alert send --key listed --name Listed --state low --server pg-7 --json'),
    )
    const id = String(json.results[0].alert_id)

    const listed = await run(words('alert list --active --state low,high --server pg-7'))
    const shown = await run(['alert', 'show', id])
    const refused = await run(['alert', 'clear', id])
    await run(words('alert send --key listed --state cleared'))
    const over = await run(['alert', 'show', id])
    const again = await run(['alert', 'clear', id])

    assert.match(listed.out, new RegExp(`^ID +STATE +SINCE[^]*\\n *${id} +low .* Listed +pg-7`))
    assert.match(
      shown.out,
      new RegExp(`^Alert ${id}: Listed, low, raised [^]*: cleared → low\\n.*alert clear ${id}`),
    )
    assert.doesNotMatch(shown.out, /since \S+ .*ago|all silences seen/)
    assert.deepEqual([refused.code, refused.out], [1, ''])
    assert.match(refused.err, /so a clear would be undone/)
    assert.match(over.out, /Cleared: its monitor said so\./)
    assert.match(again.out, /has been cleared since .*; nothing was changed\.$/m)
    assert.match(
      (await run(words('alert list --server pg-7 --active'))).out,
      /^No alert fits --server pg-7 --active; there are others\.\n$/,
    )
  })

  it('alert acknowledge: says until when, shows who and why, and is taken back', async () => {
    const chat = await run(
      words('webhook add --name Chat --url http://127.0.0.1:9/ --acknowledgements --json'),
    )
    const { json } = await run(words('alert send --key taken --name Taken --state high --json'))
    const id = String(json.results[0].alert_id)

    const done = await run(['alert', 'acknowledge', id, '--note', 'new disk', '--for', '8h', '--as', 'ada'])
    const shown = await run(['alert', 'show', id])
    const listed = await run(words('alert list --key taken'))
    const withdrawn = await run(['alert', 'acknowledge', id, '--withdraw'])
    const after = await run(['alert', 'show', id, '--json'])
    const wrong = await run(['alert', 'acknowledge', id, '--for', 'soon'])
    const long = await run(['alert', 'acknowledge', id, '--for', '90d'])

    const sentence = 'acknowledged until it clears, at the latest in 8 h. 1 webhook will be notified.'
    assert.equal(done.out, `Alert ${id} is ${sentence}\n`)
    assert.match(
      shown.out,
      /^Acknowledged by ada \(token admin token\) (just now|\d+ s ago), until it clears, at the latest in 8 h: new disk$/m,
    )
    assert.match(shown.out, /: high → high \(acknowledgement\)$/m)
    assert.match(listed.out, /ACKNOWLEDGED BY\n.*Taken .*ada \(token admin token\)/)
    assert.equal(withdrawn.out, `Alert ${id} is no longer acknowledged.\n`)
    assert.equal(after.json.acknowledgement, null)
    await run(['webhook', 'delete', String(chat.json.id), '--yes'])
    assert.deepEqual([wrong.code, long.code], [2, 1])
    assert.match(long.err, /for: must be from 1m to 30d/)
  })

  it('alert send: each of its examples does to an alert what its words say', async () => {
    const { out: help } = await run(words('alert send --help'))
    const examples = [...help.matchAll(/# (.+)\n\s*\$ tocsin (alert send --key .+)/g)]
    const done: string[] = []
    for (const [, said, line = ''] of examples) {
      const { code, out, err } = await run(shellWords(line))
      assert.equal(code, 0, err)
      done.push(`${said}: ${/: (\w+),/.exec(out)?.[1]}`)
    }

    assert.deepEqual(done, [
      'raise an alert: raised',
      'clear the alert: cleared',
      'from a check that speaks only while something is wrong: raised until it has not been sent for ten minutes: raised',
    ])
  })

  it('alert send: every option becomes a member of the observation', async () => {
    const { code, out, err } = await run([
      ...words('alert send --key lag --name Lag --state high --value 412 --threshold 60 --source me'),
      ...words(
        '--server pg-2 --server-port 5432 --server-address 192.0.2.1 --server-id 7 --agent a --agent-id 3',
      ),
      ...words('--database orders --schema sales --package p --database-object t --object pg-2'),
      ...words('--object-type server --parameters x=1 --info look --link https://m.example.com/1'),
      ...words('--label team=dba --label tier=1 --at 2026-01-01T00:00:00Z --expires-in 10m'),
    ])
    assert.equal(err, '')
    assert.equal(code, 0)
    const [, id = ''] = /^lag: raised, alert (\d+), event \d+, \d+ deliver(?:y|ies)\n$/.exec(out) ?? []

    const { json: alert } = await app.call('GET', `/v1/alerts/${id}`)
    assert.deepEqual(
      {
        source: alert.source,
        key: alert.key,
        name: alert.name,
        state: alert.state,
        changed_at: alert.changed_at,
      },
      { source: 'me', key: 'lag', name: 'Lag', state: 'high', changed_at: '2026-01-01T00:00:00.000Z' },
    )
    assert.deepEqual(alert.object, { type: 'server', name: 'pg-2' })
    assert.deepEqual(alert.agent, { id: '3', name: 'a' })
    assert.deepEqual(alert.server, { id: '7', name: 'pg-2', address: '192.0.2.1', port: '5432' })
    assert.deepEqual(
      [alert.database, alert.schema, alert.package, alert.database_object],
      ['orders', 'sales', 'p', 't'],
    )
    assert.deepEqual(
      [alert.current_value, alert.threshold_value, alert.parameters, alert.info, alert.source_link],
      ['412', '60', 'x=1', 'look', 'https://m.example.com/1'],
    )
    assert.deepEqual(alert.labels, { team: 'dba', tier: '1' })
    assert.ok(alert.expires_at)
  })

  it('alert send: says of each entry of a file what it did', async () => {
    const observations = [
      { key: 'a', name: 'A', state: 'low' },
      { key: 'b', name: 'B', state: 'cleared' },
      { key: 'a', name: 'A', state: 'low' },
    ]

    const { code, out } = await run(['alert', 'send', '--file', '-'], { input: JSON.stringify(observations) })

    assert.equal(code, 0)
    const lines = out.split('\n')
    assert.match(lines[0] ?? '', /^a: raised, alert \d+, event \d+, 0 deliveries$/)
    assert.equal(lines[1], 'b: ignored (cleared, but there was no such alert)')
    assert.match(lines[2] ?? '', /^a: refreshed \(the state is the same: nobody is notified\), alert \d+$/)
  })

  it('alert send: a file with one wrong entry changes nothing, and the entry is named', async () => {
    const input = JSON.stringify([
      { key: 'c', name: 'C', state: 'low' },
      { key: 'd', name: 'D', state: 'red' },
    ])

    const { code, err } = await run(['alert', 'send', '--file', '-'], { input })
    const { json } = await app.call('GET', '/v1/alerts?key=c')

    assert.equal(code, 1)
    assert.match(err, /\[1\]\.state: must be one of/)
    assert.deepEqual(json.items, [])
  })

  for (const [what, input, message] of [
    ['is not JSON', '{', /What came on stdin is not valid JSON/],
    ['is empty', '[]', /holds an empty array: there is nothing to send/],
    ['holds no objects', '[1]', /must hold JSON objects, but entry 0 is none/],
    ['has too many', `[${'{},'.repeat(1000)}{}]`, /holds 1001 entries; one request takes 1000/],
  ] as const) {
    it(`alert send: refuses a file that ${what}, before anything is sent`, async () => {
      const { code, err } = await run(['alert', 'send', '--file', '-'], { input })

      assert.equal(code, 1)
      assert.match(err, message)
    })
  }

  it('job send: reports a run once, with the end of its output', async () => {
    const argv = [
      ...words('job send --job-id backup --run-id 1 --name Nightly --status failure --exit-code 2'),
      ...words('--command pgbackrest --server pg-1 --output-file -'),
      ...words('--started-at 2026-01-01T00:00:00Z --ended-at 2026-01-01T00:05:00Z'),
    ]
    const first = await run(argv, { input: `${'x'.repeat(70_000)}ERROR: disk full` })
    const again = await run(argv)

    assert.equal(first.code, 0)
    const [, id = ''] = /^backup 1: accepted, job run (\d+), event \d+, 0 deliveries\n$/.exec(first.out) ?? []
    const { json: jobRun } = await app.call('GET', `/v1/job-runs/${id}`)
    assert.deepEqual(
      [jobRun.status, jobRun.exit_code, jobRun.command, jobRun.server.name, jobRun.started_at],
      ['failure', '2', 'pgbackrest', 'pg-1', '2026-01-01T00:00:00.000Z'],
    )
    assert.equal(jobRun.output.length, 65_536)
    assert.match(jobRun.output, /ERROR: disk full$/)
    assert.match(again.out, /^backup 1: duplicate \(known already: nobody is notified\)/)
  })

  it('delivery show: the story, from the event to the response', async () => {
    const webhook = await addWebhook({}, (_request, response) => response.writeHead(503).end('\u001b[2Jbusy'))

    await run(['alert', 'send', '--key', 'story', '--name', 'Disk\u009b2J', '--state', 'high'])
    const [{ id }] = await eventually('an attempt', async () => {
      const { json } = await run(['delivery', 'list', '--webhook', webhook, '--json'])
      return typeof json.items[0]?.last_reason === 'string' && json.items
    })
    const { code, out } = await run(['delivery', 'show', String(id)])

    assert.equal(code, 0)
    assert.match(out, new RegExp(`^Delivery ${id}: pending\\n`))
    assert.match(out, /\nevent +\d+, Disk.*: cleared → high\n/)
    assert.match(out, /\nnext +in (59 min|1 h)\n/)
    assert.match(out, /\nAttempt 1, .*: HTTP 503\n/)
    assert.match(out, /\n {2}POST http:/)
    assert.match(out, /\n {2}HTTP 503 Service Unavailable\n/)
    assert.match(out, /\n {4}\\x1b\[2Jbusy\n/)
    assert.doesNotMatch(out.replaceAll('\n', ''), /\p{Cc}/u)
  })

  it('delivery list: filters, and says in a table how things stand', async () => {
    const webhook = await addWebhook({})
    await run(['alert', 'send', '--key', 'list', '--name', 'List', '--state', 'high'])
    await deliveriesTo(webhook, 'delivered')

    const found = await run([
      'delivery',
      'list',
      '--webhook',
      webhook,
      '--state',
      'delivered,failed',
      '--since',
      '1h',
    ])
    const none = await run(['delivery', 'list', '--webhook', webhook, '--until', '1h'])

    assert.match(found.out, /^ID +STATE +CREATED +EVENT +WEBHOOK +ATTEMPTS +NEXT +LAST REASON\n/)
    assert.match(found.out, /\n *\d+ +delivered .* \d+ List +\d+ hook +1 +- +HTTP 200\n$/)
    assert.match(none.out, /^No delivery fits --webhook 3 --until .*; there are others\.\n$/)
  })

  it('delivery retry: sends a failed one again', async () => {
    const webhook = await addWebhook({ retry_schedule: '0s', mode: 'every_change' }, 500)
    await run(['alert', 'send', '--key', 'retry', '--name', 'Retry', '--state', 'high'])
    const [{ id }] = await deliveriesTo(webhook, 'failed')

    const { code, out } = await run(['delivery', 'retry', String(id)])
    await deliveriesTo(webhook, 'delivered')
    const again = await run(['delivery', 'retry', String(id)])

    assert.equal(code, 0)
    assert.match(out, new RegExp(`^Delivery ${id}: (pending|sending|delivered)`))
    assert.equal(again.code, 0, 'what was delivered is sent once more')
  })
})

/** The words of a line of a shell that quotes with `"` only. */
function shellWords(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare)
}
