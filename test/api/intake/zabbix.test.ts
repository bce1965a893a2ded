import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { runInNewContext } from 'node:vm'
import { parse } from 'yaml'
import { makeToken } from '../../support/app/make-token.ts'
import { startApp, type CallResponse, type TestApp } from '../../support/app/start-app.ts'

const file = join(import.meta.dirname, '../../..', 'examples', 'zabbix', 'media_tocsin.yaml')
const { zabbix_export: exported } = parse(readFileSync(file, 'utf8'))
const [media] = exported.media_types

interface Parameter {
  readonly name: string
  readonly value: string
}

/** The values of Zabbix's macros for one event with hostile texts. */
const EVENT: Readonly<Record<string, string>> = {
  '{$TOCSIN.URL}': 'https://tocsin.example.com/intake/zabbix',
  '{$TOCSIN.TZ}': 'Europe/Warsaw',
  '{$ZABBIX.URL}': 'https://zbx.example.com',
  '{EVENT.ID}': '884213',
  '{EVENT.SOURCE}': '0',
  '{EVENT.VALUE}': '1',
  '{EVENT.UPDATE.STATUS}': '0',
  '{EVENT.NSEVERITY}': '2',
  '{EVENT.NAME}': 'PostgreSQL: "archiving" fails \\ <b>',
  '{EVENT.OPDATA}': 'failed_count = 37 🐘\n\t"%s"',
  '{EVENT.TAGSJSON}': '[{"tag":"component","value":"archiver \\"1\\""}]',
  '{EVENT.DATE}': '2026.09.14',
  '{EVENT.TIME}': '05:31:07',
  '{HOST.HOST}': 'pg-ledger-1',
  '{HOST.NAME}': 'Ledger',
  '{HOST.IP}': '10.20.4.11',
  '{TRIGGER.ID}': '23107',
  '{ALERT.MESSAGE}': `it's "bad"`,
}

interface Sent {
  readonly url: string
  readonly headers: readonly string[]
  readonly body: string
}

/** Zabbix stores the parameters of a notification as JSON of so many characters, and cuts the rest. */
const PARAMETERS_MAX = 65_535

/**
 * Runs the script of the media type as Zabbix does; the stand-in for its HTTP responds with the status, or throws.
 */
function runScript(
  macros: Readonly<Record<string, string>>,
  { status = 200, cutAt = PARAMETERS_MAX } = {},
): Sent & { readonly thrown: unknown } {
  const given = media.parameters.map(({ name, value }: Parameter) => [name, expand(value, macros)])
  const headers: string[] = []
  let url = ''
  let body = ''
  class HttpRequest {
    addHeader(header: string): void {
      headers.push(header)
    }

    post(address: string, text: string): string {
      url = address
      body = text
      return '{}'
    }

    getStatus(): number {
      return status
    }
  }
  let thrown: unknown
  try {
    const value = JSON.stringify(Object.fromEntries(given)).slice(0, cutAt)
    runInNewContext(`(function (value) {${media.script}\n})(input)`, { HttpRequest, input: value })
  } catch (error) {
    thrown = error
  }
  return { url, headers, body, thrown }
}

function expand(value: string, macros: Readonly<Record<string, string>>): string {
  return value.replaceAll(/\{[$A-Z][A-Z.]*\}/g, (macro) => macros[macro] ?? macro)
}

const started: TestApp[] = []
after(() => Promise.all(started.map((app) => app.stop())))

async function start(): Promise<{
  readonly send: (macros: object) => Promise<CallResponse>
  readonly app: TestApp
}> {
  const app = await startApp()
  started.push(app)
  const token = await makeToken(app, ['events:write'])
  const send = async (macros: object) => {
    const { url, headers, body, thrown } = runScript({ ...EVENT, '{$TOCSIN.TOKEN}': token, ...macros })
    assert.equal(thrown, undefined)
    const pairs = headers.map((header) => header.split(': ') as [string, string])
    return app.call('POST', new URL(url).pathname, body, { 'x-auth-token': '', ...Object.fromEntries(pairs) })
  }
  return { app, send }
}

describe('the media type for Zabbix', () => {
  it('is an export of Zabbix 6.0 that may be imported', () => {
    assert.equal(exported.version, '6.0')
    assert.deepEqual([media.name, media.type], ['Tocsin', 'WEBHOOK'])
    for (const { name, value, ...others } of media.parameters) {
      assert.deepEqual([typeof name, typeof value, others], ['string', 'string', {}])
    }
    for (const { event_source, operation_mode, subject, message } of media.message_templates) {
      assert.match(event_source, /^(TRIGGERS|SERVICE|INTERNAL)$/)
      assert.match(operation_mode, /^(PROBLEM|RECOVERY|UPDATE)$/)
      assert.ok(subject !== '' && message !== '')
    }
  })

  it('tells of a problem, a new severity and the end', async () => {
    const { app, send } = await start()
    const responses = [
      await send({}),
      await send({}),
      await send({ '{EVENT.UPDATE.STATUS}': '1', '{EVENT.NSEVERITY}': '5' }),
      await send({ '{EVENT.VALUE}': '0', '{EVENT.NSEVERITY}': '5' }),
    ]

    assert.deepEqual(
      responses.map(({ status, json }) => [status, json.results[0].result]),
      [
        [200, 'raised'],
        [200, 'refreshed'],
        [200, 'changed'],
        [200, 'cleared'],
      ],
    )
    const [alert] = await app.store.listAlerts({ source: 'zabbix' }, { limit: 10 })
    assert.equal(alert?.name, EVENT['{EVENT.NAME}'])
    assert.equal(alert?.details.currentValue, EVENT['{EVENT.OPDATA}'])
    assert.deepEqual(alert?.details.labels, { component: 'archiver "1"', trigger_id: '23107' })
    assert.equal(
      alert?.details.sourceLink,
      'https://zbx.example.com/tr_events.php?triggerid=23107&eventid=884213',
    )
    assert.deepEqual(alert?.warnings, [])
    const events = await app.store.listEvents({}, { limit: 10 })
    assert.deepEqual(
      events.map((event) => event.kind === 'alert' && [event.oldState, event.newState]),
      [
        ['high', 'cleared'],
        ['medium', 'high'],
        ['cleared', 'medium'],
      ],
    )
    assert.equal(events.at(-1)?.at, Date.parse('2026-09-14T03:31:07Z'))
  })

  it('can be tested where nothing is expanded, and stores nothing then', async () => {
    const { app, send } = await start()
    const macros = Object.fromEntries(Object.keys(EVENT).map((macro) => [macro, macro]))
    const { status, json } = await send({ ...macros, '{$TOCSIN.URL}': EVENT['{$TOCSIN.URL}'] })

    assert.equal(status, 200)
    assert.match(json.note, /test of the media type/)
    assert.deepEqual(await app.store.listAlerts({}, { limit: 10 }), [])
  })

  it('fails for Zabbix, which tries again, unless the response is 200', () => {
    for (const status of [202, 400, 401, 503]) {
      assert.match(String(runScript(EVENT, { status }).thrown), new RegExp(`Tocsin answered ${status}`))
    }
  })

  it('says which macro is missing', () => {
    const { '{$TOCSIN.URL}': _url, ...others } = EVENT

    assert.match(String(runScript(others).thrown), /the macro \{\$TOCSIN\.URL\} must have it/)
  })

  it('reports a problem whose value is longer than the parameters may be', async () => {
    const { app, send } = await start()

    const value = '"\\n🐘'.repeat(20_000)
    const { json } = await send({ '{EVENT.OPDATA}': value })

    assert.equal(json.results[0].result, 'raised')
    const [alert] = await app.store.listAlerts({ source: 'zabbix' }, { limit: 1 })
    assert.deepEqual(
      [alert?.name, alert?.details.serverName, alert?.details.info, alert?.changedAt],
      [EVENT['{EVENT.NAME}'], 'Ledger', EVENT['{ALERT.MESSAGE}'], Date.parse('2026-09-14T03:31:07Z')],
    )
    assert.ok(alert?.details.currentValue?.startsWith(value.slice(0, 20_000)))
  })

  it('reads parameters that are cut anywhere in the long texts: in a text, an escape, a name or between members', () => {
    const macros = { ...EVENT, '{ALERT.MESSAGE}': 'a "b" \\ \n\u0001 c', '{EVENT.OPDATA}': '\u0002"\\' }
    const whole = JSON.parse(runScript(macros).body)
    const length = JSON.stringify(
      Object.fromEntries(media.parameters.map(({ name, value }: Parameter) => [name, expand(value, macros)])),
    ).length
    const { message, opdata, tags, name: _name, ...short } = whole

    for (let cutAt = length; cutAt > length - 120; cutAt -= 1) {
      const { body, thrown } = runScript(macros, { cutAt })
      assert.equal(thrown, undefined, `cut at ${cutAt} of ${length}`)
      const cut = JSON.parse(body)
      for (const [member, value] of Object.entries(short)) assert.equal(cut[member], value)
      for (const [member, value] of Object.entries({ message, opdata, tags })) {
        assert.ok(String(value).startsWith(cut[member] ?? ''), `${member} cut at ${cutAt}`)
      }
      assert.ok(Object.keys(cut).every((member) => member in whole))
    }
  })

  it('tells the value once, and has the longest texts last', () => {
    const names = media.parameters.map(({ name }: Parameter) => name)
    const templates = media.message_templates.map(({ message }: { message: string }) => message)

    assert.deepEqual(names.slice(-4), ['name', 'tags', 'message', 'opdata'])
    assert.ok(templates.every((text: string) => !text.includes('{EVENT.OPDATA}')))
    assert.equal(names.includes('trigger_description'), false)
  })

  it('keeps the token out of the body', () => {
    const { body, headers } = runScript({ ...EVENT, '{$TOCSIN.TOKEN}': 'tcn_x' })

    assert.doesNotMatch(body, /tcn_x|tocsin_/)
    assert.ok(headers.includes('Authorization: Bearer tcn_x'))
  })
})
