import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool, words, type ToolOptions } from './run-tool.ts'

const URL_OF_END = 'https://user:password@hooks.example.com/%AlertID%/close'
const SHOWN_URL = 'https://***@hooks.example.com/%AlertID%/close'

describe('modes of a webhook in the command line tool', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true })
  })
  after(() => app.stop())

  const run = (argv: readonly string[], options: ToolOptions = {}) =>
    runTool(argv, {
      ...options,
      environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN, ...options.environment },
    })
  const add = async (line: string): Promise<string> => {
    const argv = ['webhook', 'add', '--name', 'pager', '--url', 'https://hooks.example.com/open']
    const { json, err } = await run([...argv, ...words(line), '--json'])
    assert.equal(err, '')
    return String(json.id)
  }
  const read = async (id: string) => (await app.call('GET', `/v1/webhooks/${id}?show=secrets`)).json
  const refusal = async (line: string) => {
    const { code, err } = await run(words(line))
    assert.equal(code, 2, err)
    return err
  }
  const WHOLE = `--mode current_state --missed-alerts notify --fallback-after 90s --clear-url ${URL_OF_END} --clear-method PUT --clear-template-text {}`

  it('add and edit take them; a part of the request for the end leaves the others', async () => {
    const id = await add(WHOLE)
    const made = await read(id)

    await run(words(`webhook edit ${id} --clear-method DELETE`))
    const edited = await read(id)
    await run(
      words(`webhook edit ${id} --mode every_change --missed-alerts skip --clear-url default --max-age 2h`),
    )
    const moved = await read(id)

    assert.deepEqual([made.mode, made.missed_alerts, made.fallback_after], ['current_state', 'notify', '90s'])
    assert.deepEqual(made.clear_request, { method: 'PUT', url: URL_OF_END, payload_template: '{}' })
    assert.deepEqual(edited.clear_request, { ...made.clear_request, method: 'DELETE' })
    assert.deepEqual(
      [moved.mode, moved.missed_alerts, moved.clear_request, moved.max_age, moved.fallback_after],
      ['every_change', 'skip', null, '2h', '90s'],
    )
  })

  it('a request for the end is given by its address and template, and is POST unless something else is said', async () => {
    const id = await add(`--mode current_state --clear-url ${URL_OF_END} --clear-template-text over`)

    assert.deepEqual((await read(id)).clear_request, {
      method: 'POST',
      url: URL_OF_END,
      payload_template: 'over',
    })
    const template = await run(words(`webhook edit ${id} --clear-template -`), { input: 'again' })
    assert.equal(template.code, 0, template.err)
    assert.equal((await read(id)).clear_request.payload_template, 'again')
  })

  it('what cannot be meant is said before anything is sent', async () => {
    const id = await add('--mode every_change')

    assert.match(
      await refusal(`webhook edit ${id} --mode past`),
      /is "past", but must be every_change or current_state/,
    )
    assert.match(
      await refusal(`webhook edit ${id} --clear-method PUT`),
      /needs --clear-url together with --clear-template/,
    )
    assert.match(
      await refusal(`webhook edit ${id} --clear-url default --clear-method PUT`),
      /takes the whole request away; give nothing else of it/,
    )
    assert.match(
      await refusal(`webhook edit ${id} --clear-template a --clear-template-text b`),
      /cannot both/,
    )
    assert.equal((await read(id)).revision, 1)
  })

  it('the service refuses what does not fit, with the remedy', async () => {
    const id = await add(WHOLE)

    const { code, err } = await run(words(`webhook edit ${id} --mode every_change`))

    assert.equal(code, 1)
    assert.match(err, /set missed_alerts to skip, or mode to current_state/)
    assert.match(err, /set clear_request to null, or mode to current_state/)
  })

  it('show has the mode, the clear request, and when the fallback is notified', async () => {
    const fallback = await add('--max-age 1h')
    const id = await add(`${WHOLE} --fallback ${fallback}`)

    const [present, changes] = [
      (await run(words(`webhook show ${id}`))).out,
      (await run(words(`webhook show ${fallback}`))).out,
    ]

    assert.match(present, /\nmode +current_state: the current state, and the clear\n/)
    assert.match(present, /\nmissed alerts +are reported once\n/)
    assert.ok(present.includes(`PUT ${SHOWN_URL}\n`), present)
    assert.match(
      present,
      new RegExp(`\\nwhen it fails +webhook ${fallback} is notified, or after 90s without`),
    )
    assert.match(present, /\npayload template of the clear request\n {2}\{\}\n$/)
    assert.match(changes, /\nmode +every_change: each change in its order\n/)
    assert.match(changes, /\nmaximum age +1h\n/)
    assert.doesNotMatch(changes, /for the end|what was missed/)
  })

  it('a test with the sample of a clear goes to the address for the end', async () => {
    const id = await add(
      `--mode current_state --clear-url http://127.0.0.1:9/close --clear-template-text over`,
    )

    const { out } = await run(words(`webhook test ${id} --sample cleared`))

    assert.match(out, /POST http:\/\/127\.0\.0\.1:9\/close/)
  })
})

describe('modes and fallbacks in files of definitions', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true })
  })
  after(() => app.stop())

  const run = (line: string, input = '') =>
    runTool(words(line), { input, environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN } })
  const apply = (input: string) => run('apply -f - --yes', input)
  const fallbackNames = async () => {
    const { items } = (await app.call('GET', '/v1/webhooks')).json
    const names = new Map(items.map((one: { id: number; name: string }) => [one.id, one.name]))
    return items.map((one: { name: string; fallback_webhook_id: number | null }) =>
      [one.name, names.get(one.fallback_webhook_id) ?? '-'].join(' '),
    )
  }
  const PAGER = `webhooks:
  - name: pager
    url: https://hooks.example.com/open
    mode: current_state
    missed_alerts: notify
    clear_request:
      method: PUT
      url: https://user:password@hooks.example.com/close
      payload_template: over
`

  it('a file has them, and one without a mode leaves the mode and says so where a new webhook would get the other', async () => {
    const first = await apply(PAGER)
    const again = await apply(PAGER)
    const other = await apply(PAGER.replace('method: PUT', 'method: POST').replace(':password', ':another'))
    const without = await apply('webhooks: [{name: pager, url: "https://hooks.example.com/open"}]')

    assert.equal(first.code, 0, first.err)
    assert.equal(again.out, '1 unchanged.\nNothing was changed.\n')
    assert.match(other.out, / clear_request\.method: PUT -> POST\n/)
    assert.match(other.out, / clear_request\.url: https:\/\/\*\*\*@hooks\S+ -> \S+ \(changed\)\n/)
    assert.doesNotMatch(first.out + other.out + other.err, /password|another@/)
    assert.match(
      without.out,
      /\(1\)\n.* missed_alerts: notify -> skip\n.* clear_request\.method: POST -> none\n/,
    )
    assert.equal(without.code, 0)
    const bare = '{name: pager, url: "https://hooks.example.com/open"'
    await apply(`webhooks: [${bare}, mode: every_change}]`)
    assert.equal(
      (await apply(`webhooks: [${bare}}]`)).out,
      '= keep    pager  (1) mode: every_change, kept\n1 unchanged.\nNothing was changed.\n',
    )
    assert.match(
      (await apply(`webhooks: [${bare}, timeout: 9s}]`)).out,
      /^~ change {2}pager {2}\(1\)\n +timeout: none -> 9s\n +mode: every_change, kept\n1 to change/,
    )
    await apply(`webhooks: [${bare}, mode: current_state}]`)
  })

  it('asterisks in the address for the end are a mistake with its line', async () => {
    const { code, err } = await apply(PAGER.replace('user:password', '***'))

    assert.equal(code, 1)
    assert.match(err, /stdin:8: webhooks\[0\]\.clear_request\.url: has "\*\*\*", which stands for/)
  })

  it('a loop of fallbacks is refused before anything is done; a reversed chain is done in order', async () => {
    const define = (...pairs: readonly (readonly [string, string | null])[]) =>
      `webhooks:\n${pairs.map(([name, fallback]) => `  - {name: ${name}, url: "https://h.example/", fallback: ${fallback}}\n`).join('')}`
    await apply(define(['a', 'b'], ['b', 'c'], ['c', 'd'], ['d', null]))

    const loop = await apply(define(['a', 'b'], ['b', 'c'], ['c', 'a'], ['d', null]))
    const turned = await apply(define(['a', null], ['b', 'a'], ['c', 'b'], ['d', 'c']))

    assert.equal(loop.code, 1)
    assert.match(
      loop.out + loop.err,
      /webhooks\[2\]\.fallback: must not lead back to this webhook, as "c" → "a" → "b" → "c" would; give one of them another fallback, or none/,
    )
    assert.equal(turned.code, 0, turned.out + turned.err)
    assert.deepEqual((await fallbackNames()).filter((pair: string) => !pair.startsWith('pager')).toSorted(), [
      'a -',
      'b a',
      'c b',
      'd c',
    ])
  })
})
