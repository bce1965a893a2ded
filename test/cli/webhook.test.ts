import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Receiver } from '../support/network/receiver.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool, words, type ToolOptions } from './run-tool.ts'

describe('tocsin webhook', () => {
  let app: TestApp
  let receiver: Receiver
  before(async () => {
    app = await startApp({ listen: true })
    receiver = await Receiver.start()
  })
  after(async () => {
    await app.stop()
    await receiver.stop()
  })

  const run = (argv: readonly string[], options: ToolOptions = {}) =>
    runTool(argv, { ...options, environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN } })
  const add = async (...argv: readonly string[]): Promise<string> => {
    const { json, err } = await run([
      'webhook',
      'add',
      '--name',
      'hook',
      '--url',
      receiver.url,
      ...argv,
      '--json',
    ])
    assert.equal(err, '')
    return String(json.id)
  }
  const read = async (id: string) => (await app.call('GET', `/v1/webhooks/${id}?show=secrets`)).json

  it('add: sends only what was given, and says what to try next', async () => {
    const { code, out } = await run(['webhook', 'add', '--name', 'chat', '--url', receiver.url])
    const [, id = ''] = /^Webhook (\d+) added: chat\nTry it with: tocsin webhook test \d+\n$/.exec(out) ?? []

    assert.equal(code, 0)
    const { name, method, enabled, payload_type: payloadType, high_alert: high } = await read(id)
    assert.deepEqual(
      { name, method, enabled, payloadType, high },
      {
        name: 'chat',
        method: 'POST',
        enabled: true,
        payloadType: 'ALERT',
        high: true,
      },
    )
  })

  it('add and edit: print what a preview finds in the matchers', async () => {
    const report = { key: 'seen', name: 'Lag', state: 'high', labels: { team: 'dba' } }
    assert.equal((await app.call('POST', '/v1/alerts', report)).status, 200)
    const url = ['--url', receiver.url]
    const added = await run(['webhook', 'add', '--name', 'found', ...url, '--match', 'label.tema="dba"'])
    assert.match(
      added.out,
      /added: found\nwarning No event of the last 1 meets label\.tema="dba"\. None has label\.tema; did you mean label\.team\?\n/,
    )
    const id = /\d+/.exec(added.out)?.[0] ?? ''
    const edited = await run(['webhook', 'edit', id, '--match', 'label.team="web,app"'])
    assert.match(
      edited.out,
      /warning match: label\.team="web,app" compares the whole value.*\nwarning No event/,
    )
    assert.doesNotMatch((await run(['webhook', 'edit', id, '--timeout', '5s'])).out, /No event/)
    await run(['webhook', 'delete', id, '--yes'])
  })

  it('add: takes everything that a webhook has', async () => {
    const id = await add(
      ...words('--method PUT --only high,cleared --timeout 5s --retry-schedule 0s,1m,1h*2 --disabled'),
      '--description',
      'for the night',
      '--header',
      'X-Team: dba',
      '--header',
      'X-B: a: b',
      '--template-text',
      '{"n": "%AlertName%"}',
    )

    const webhook = await read(id)
    assert.deepEqual(
      webhook.http_headers.map((header: { http_header_key: string; http_header_value: string }) => [
        header.http_header_key,
        header.http_header_value,
      ]),
      [
        ['X-Team', 'dba'],
        ['X-B', 'a: b'],
      ],
    )
    assert.equal(webhook.description, 'for the night')
    assert.equal(webhook.method, 'PUT')
    assert.equal(webhook.payload_template, '{"n": "%AlertName%"}')
    assert.deepEqual(
      [webhook.low_alert, webhook.med_alert, webhook.high_alert, webhook.cleared_alert],
      [false, false, true, true],
    )
    assert.equal(webhook.timeout, '5s')
    assert.equal(webhook.retry_schedule, '0s,1m,1h*2')
    assert.equal(webhook.enabled, false)
  })

  it('add: reads the template from a file or from stdin', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-cli-'))
    const file = join(folder, 'template.json')
    await writeFile(file, '\ufeff{"é": "%AlertName%"}')

    const ofFile = await add('--template', file)
    const ofInput = await run(
      ['webhook', 'add', '--name', 'x', '--url', receiver.url, '--template', '-', '--json'],
      { input: '{"from": "stdin"}' },
    )
    await rm(folder, { recursive: true })

    assert.equal((await read(ofFile)).payload_template, '{"é": "%AlertName%"}')
    assert.equal(ofInput.json.payload_template, '{"from": "stdin"}')
  })

  it('add: begins with a preset, and takes what is given over it', async () => {
    const slack = 'url=https://hooks.slack.com/services/T00000000/B00000000/EXAMPLE'
    const { code, out, err } = await run([
      ...words('webhook add --preset slack-blocks --payload-type JOB --rate-limit 2/1s --field'),
      slack,
      '--header',
      'X-Team: dba',
    ])
    const [, id = ''] = /^Webhook (\d+) added: Slack, blocks\n/.exec(out) ?? []

    assert.equal(code, 0, err)
    const webhook = await read(id)
    assert.equal(`url=${webhook.url}`, slack)
    assert.deepEqual([webhook.payload_type, webhook.rate_limit], ['JOB', '2/1s'])
    assert.match(webhook.payload_template, /"blocks"/)
    assert.deepEqual(
      webhook.http_headers.map((header: { http_header_key: string }) => header.http_header_key),
      ['X-Team'],
    )
  })

  it('add: says what a preset needs, and adds nothing', async () => {
    const before = (await app.call('GET', '/v1/webhooks')).json.items.length

    const wrong = await run(words('webhook add --preset discord --field url=https://example.com/'))
    const unknown = await run(words('webhook add --preset slak --field url=https://example.com/'))
    const without = await run(words('webhook add --field url=https://example.com/'))
    const twice = await run(words('webhook add --preset ntfy --field topic=a --field topic=b'))

    assert.match(wrong.err, /url: must be the URL of a webhook; it begins with https:..discord/)
    assert.match(unknown.err, /There is no preset slak; there are slack-blocks/)
    assert.match(without.err, /--field needs --preset with the name of a preset/)
    assert.match(without.err, /tocsin preset list/)
    assert.match(twice.err, /gives topic twice/)
    assert.deepEqual(
      [wrong, unknown, without, twice].map(({ code }) => code),
      [1, 1, 2, 2],
    )
    assert.equal((await app.call('GET', '/v1/webhooks')).json.items.length, before)
  })

  it('add: takes a template of its own over that of the preset, and no name of a preset as --template', async () => {
    const own = ['--field', 'topic=own', '--template-text', '{"topic": "own", "message": "%AlertName%"}']
    const mine = await run([...words('webhook add --preset ntfy --json'), ...own])
    const asBefore = await run(words('webhook add --template ntfy --field topic=before --json'))
    const missing = await run(words('webhook add --preset ntfy'))

    assert.equal(mine.json.payload_template, '{"topic": "own", "message": "%AlertName%"}')
    assert.equal(asBefore.code, 2)
    assert.match(asBefore.err, /--template names a file\. A preset is named by --preset ntfy\./)
    assert.match(missing.err, /fields\.topic: is required/)
  })

  it('add: tells somebody who gave no field what is asked for, where to find it, and the command to paste', async () => {
    const { code, out, err } = await run(words('webhook add --preset telegram'))
    const unknown = await run(words('webhook add --preset telegraf'))
    // What is there is meant, even where a receiver could be called so.
    const folder = await run(words('webhook add --name x --url http://127.0.0.1/ --template docs'))
    const file = await run(words('webhook add --name x --url http://127.0.0.1/ --template my-template.json'))

    assert.equal(code, 1)
    assert.equal(out, '')
    assert.match(err, /fields\.token: is required \(Token of the bot\)\. @BotFather gives it/)
    assert.match(err, /fields\.chat_id: is required \(Chat\)\. The id of the chat/)
    assert.match(
      err,
      /\n {2}tocsin webhook add --preset telegram --field token=123456789:EXAMPLE\S+ --field chat_id=-1001234567890\n/,
    )
    assert.match(err, /tocsin preset show telegram\n$/)
    assert.match(unknown.err, /There is no preset telegraf; there are slack-blocks, /)
    assert.match(folder.err, /--template names docs, which cannot be read: it is a folder/)
    assert.match(file.err, /--template names my-template\.json, which cannot be read: there is no such file/)
  })

  it('add: shows what the service warns of', async () => {
    const { code, out } = await run([
      'webhook',
      'add',
      '--name',
      'x',
      '--url',
      receiver.url,
      '--template-text',
      '{"a": "%AlrtName%"}',
    ])

    assert.equal(code, 0)
    assert.match(out, /warning payload_template: .*%AlrtName%/)
  })

  it('add: the address of the service stands before the command, that of the webhook behind it', async () => {
    const { code, json } = await runTool(
      words(
        `--url ${app.url} --token ${ADMIN_TOKEN} webhook add --name x --url http://127.0.0.1:9/hook --json`,
      ),
    )

    assert.equal(code, 0)
    assert.equal(json.url, 'http://127.0.0.1:9/hook')
  })

  it('list: a table for people, cut to the width of the screen', async () => {
    await add('--payload-type', 'JOB', '--disabled')

    const { out } = await run(['webhook', 'list', '--all'], { columns: 70 })
    const lines = out.trimEnd().split('\n')

    assert.match(lines[0] ?? '', /^ID +NAME +STATE .*EVENTS .*URL$/)
    const row = lines.findLast((line) => / hook /.test(line))
    assert.match(row ?? '', /^ *\d+ +hook +disabled .*job runs .*http:/)
    assert.match(
      lines.at(-1) ?? '',
      /^Webhooks? [\d, ]+ ha(?:s|ve) warnings\. See them with: tocsin webhook show \d+$/,
    )
    assert.ok(lines.every((line) => line.length <= 70))
  })

  it('list: goes over as many pages as it takes, and says when there is more', async () => {
    const all = await run(['webhook', 'list', '--all', '--json'])
    const two = await run(['webhook', 'list', '--limit', '2'])
    const next = /--cursor (\S+)/.exec(two.err)?.[1] ?? ''
    const rest = await run(['webhook', 'list', '--all', '--cursor', next, '--json'])

    assert.match(two.err, /^There is more: give --limit \(now 2\) or --all/)
    assert.deepEqual(
      rest.json.items.map(({ id }: { id: number }) => id),
      all.json.items.slice(2).map(({ id }: { id: number }) => id),
    )
  })

  it('show: the whole definition; with --json what the API says, to the byte', async () => {
    const id = await add('--header', 'X-Team: dba', '--template-text', '{"a":"%AlertName%"}')

    const { out } = await run(['webhook', 'show', id])
    const { out: json } = await run(['webhook', 'show', id, '--json'])

    assert.match(out, new RegExp(`^Webhook ${id}: hook\\n`))
    assert.match(out, /\n {2}X-Team: \*\*\*\n/)
    assert.match(out, /\nhealth +never called\n.*Not called yet\.\nunfinished +nothing\n/)
    assert.match(out, /\n {2}\{\n {4}"a": "%AlertName%"\n {2}\}\n$/)
    assert.equal(json, `${(await app.call('GET', `/v1/webhooks/${id}`)).text}\n`)
  })

  it('show: a hostile name cannot drive the terminal', async () => {
    const name = 'a\u009b2J\u202eb'
    const { json } = await app.call('POST', '/v1/webhooks', { name, url: receiver.url })

    // The service may refuse such a name; what it does let through must not get to the terminal.
    const { out } = json.id === undefined ? { out: '' } : await run(['webhook', 'show', String(json.id)])

    assert.doesNotMatch(out, /[\u0080-\u009f\u202e]/)
  })

  it('edit: changes what is given and nothing else', async () => {
    const id = await add('--header', 'X-Team: dba', '--header', 'X-Old: 1', '--no-medium', '--timeout', '5s')
    const before = await read(id)

    const { code, out, err } = await run([
      ...words(`webhook edit ${id} --name new --no-low --timeout default --remove-header x-old`),
      '--header',
      'x-team: sre',
      '--header',
      'X-New: 2',
    ])

    const after = await read(id)
    assert.equal(err, '')
    assert.equal(code, 0)
    assert.match(out, new RegExp(`^Webhook ${id} changed: new\\n`))
    assert.deepEqual(after, {
      ...before,
      name: 'new',
      low_alert: false,
      timeout: null,
      http_headers: [
        { ...before.http_headers[0], http_header_key: 'x-team', http_header_value: 'sre' },
        { ...after.http_headers[1], http_header_key: 'X-New', http_header_value: '2' },
      ],
      revision: before.revision + 1,
      updated_at: after.updated_at,
    })
  })

  it('edit: --disabled pauses, --enabled goes on', async () => {
    const id = await add()

    await run(['webhook', 'edit', id, '--disabled'])
    assert.equal((await read(id)).enabled, false)
    await run(['webhook', 'edit', id, '--enabled', '--only', 'low'])
    assert.deepEqual([(await read(id)).enabled, (await read(id)).high_alert], [true, false])
  })

  it('delete: asks first, and takes only a yes for one', async () => {
    const id = await add()

    const no = await run(['webhook', 'delete', id], { response: '' })
    assert.equal(no.code, 1)
    assert.equal(no.err, `Delete webhook ${id} "hook" (${receiver.url})? [y/N] Nothing was deleted.\n`)
    assert.equal((await app.call('GET', `/v1/webhooks/${id}`)).status, 200)

    const yes = await run(['webhook', 'delete', id], { response: 'y' })
    assert.deepEqual([yes.code, yes.out], [0, `Webhook ${id} deleted.\n`])
    assert.equal((await app.call('GET', `/v1/webhooks/${id}`)).status, 404)
  })

  it('delete: --yes does not ask, and what is not there is exit code 1', async () => {
    const id = await add()

    assert.equal((await run(['webhook', 'delete', id, '--yes'])).code, 0)
    const again = await run(['webhook', 'delete', id, '-y'])
    assert.equal(again.code, 1)
    assert.match(again.err, new RegExp(`webhook ${id}`))
  })

  it('test: shows request, answer and times, and succeeds only if it was accepted', async () => {
    const id = await add('--template-text', '{"n": "%AlertName%", "s": "%CurrentState%"}')
    receiver.respondsWith(200, 503)

    const accepted = await run(['webhook', 'test', id, '--sample', 'cleared'])
    const failed = await run(['webhook', 'test', id])
    const asJson = await run(['webhook', 'test', id, '--json'])

    assert.equal(accepted.code, 0)
    assert.ok(accepted.out.startsWith(`POST ${receiver.url}`), accepted.out)
    assert.match(accepted.out, /"s": "Cleared"/)
    assert.match(accepted.out, /\nHTTP 200 OK\n/)
    assert.match(accepted.out, /\ntime +\S+ m?s in all/)
    assert.match(accepted.out, /\naccepted: HTTP 200\n$/)
    assert.equal(failed.code, 1)
    assert.match(failed.out, /\nnot accepted, would be tried again: HTTP 503\n$/)
    assert.equal(failed.err, '')
    assert.deepEqual([asJson.code, asJson.json.outcome], [0, 'accept'])
  })
})
