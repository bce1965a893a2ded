import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { formatInstant } from '../../src/domain/instant.ts'
import { makeTokenOf } from '../support/app/make-token.ts'
import { startService, type Service } from '../support/app/service.ts'
import { freePort } from '../support/network/free-port.ts'
import { Receiver } from '../support/network/receiver.ts'
import { configureByPage } from '../support/sources/zabbix/configure-by-page.ts'
import { ZabbixFiles, ZABBIX_FOLDER } from '../support/sources/zabbix/zabbix-files.ts'
import { Zabbix } from '../support/sources/zabbix/zabbix.ts'
import { eventually } from '../support/time/eventually.ts'

const skip =
  ZABBIX_FOLDER === undefined ? 'no Zabbix; .ci/run unpacks it (Debian: zabbix-server-pgsql)' : false

const HOST = 'pg-orders-1'
/** Zabbix cuts the parameters of a notification to so many characters. */
const PARAMETERS_MAX = 65_535
/** Values of items, and what of the parameters Zabbix cuts: nothing, an escape, and an ordinary word. A value itself it cuts at 65,535 bytes. */
const LONG = [
  { key: 'long.31000', value: 'ERROR: '.padEnd(31_000, 'deadlock detected ') },
  { key: 'long.70000', value: 'ERROR: '.padEnd(70_000, 'deadlock detected ') },
  { key: 'long.escapes', value: 'ERROR: '.padEnd(70_000, '"\\\n\t') },
  { key: 'long.letters', value: 'ERROR: '.padEnd(70_000, 'ä€🐘') },
]
const KEYS = [...LONG.map(({ key }) => key), 'severity', 'flapping', 'outage']
const PAYLOAD_TEMPLATE = '{"id": "%label.trigger_id%", "name": "%AlertName%", "state": "%CurrentState%"}'

const cleanups: (() => Promise<unknown>)[] = []
after(async () => {
  for (const cleanUp of cleanups.toReversed()) await cleanUp()
})

interface Shown {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly state: string
  readonly since: string
  readonly server: { readonly name: string; readonly address: string }
  readonly object: { readonly type: string; readonly name: string }
  readonly database: string
  readonly current_value: string
  readonly info: string
  readonly source_link: string
  readonly labels: Readonly<Record<string, string>>
  readonly warnings: readonly string[]
}

describe('a real Zabbix server, configured as its page says', { skip }, () => {
  let folder = ''
  let port = 0
  let service: Service
  let zabbix: Zabbix
  let receiver: Receiver
  const start = () => startService({ folder, settings: { TOCSIN_LISTEN: `127.0.0.1:${port}` } })
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-zabbix-chain-'))
    cleanups.push(() => rm(folder, { recursive: true, force: true }))
    port = await freePort()
    service = await start()
    cleanups.push(() => service.stop())
    receiver = await Receiver.start()
    cleanups.push(() => receiver.stop())
    await makeWebhook(service, receiver)
    zabbix = await Zabbix.start(new ZabbixFiles(ZABBIX_FOLDER ?? ''))
    cleanups.push(() => zabbix.stop())
    const hostGroupId = await zabbix.api.create('hostgroup', { name: 'Databases' })
    await configureByPage(zabbix.api, {
      url: service.url,
      token: await makeTokenOf(service, ['events:write']),
      timeZone: 'Europe/Warsaw',
      frontendUrl: 'https://zabbix.example.com',
      hostGroupId,
    })
    // After the action: a server that takes values of these items has read the action too.
    await makeHost(zabbix, hostGroupId)
    for (const key of KEYS) await zabbix.takes({ host: HOST, key, value: 'fine' })
  })

  const send = (key: string, ...values: readonly string[]) =>
    zabbix.send(values.map((value) => ({ host: HOST, key, value })))
  const alertsOf = async (key: string) => {
    const response = await service.request('GET', '/v1/alerts?source=zabbix&limit=100')
    const { items } = (await response.json()) as { items: readonly Shown[] }
    return items.filter(({ name }) => name === nameOf(key))
  }
  /** Waits until the newest alert of the item is in a state. */
  const becomes = (key: string, state: string) =>
    eventually(`${key} is ${state}`, async () => {
      const [alert] = await alertsOf(key)
      return alert?.state === state && alert
    })
  const notified = (key: string) =>
    receiver.requests
      .map(({ body }) => JSON.parse(body) as { name: string; state: string })
      .filter(({ name }) => name === nameOf(key))
      .map(({ state }) => state)

  for (const { key, value } of LONG) {
    it(`raises and clears by a text that is ${key}, which is told once and as far as Zabbix gives it`, async () => {
      await send(key, value)
      const alert = await becomes(key, 'high')
      const [event] = await zabbix.api.call<readonly { clock: string }[]>('event.get', {
        eventids: alert.key,
      })

      const { since, server, object, database, labels, warnings, info } = alert
      assert.deepEqual(
        { since, server, object, database, team: labels['team'], warnings, info },
        {
          since: formatInstant(Number(event?.clock) * 1_000),
          server: { id: null, name: 'Orders', address: '127.0.0.1', port: null },
          object: { type: 'server', name: HOST },
          database: 'orders',
          team: 'DBA ä',
          warnings: [],
          info: `${nameOf(key)}\nLook into the log.`,
        },
      )
      assert.equal(
        alert.source_link,
        `https://zabbix.example.com/tr_events.php?triggerid=${labels['trigger_id']}&eventid=${alert.key}`,
      )
      assert.ok(value.startsWith(alert.current_value.trimEnd()), alert.current_value.slice(-40))
      const parameters = (await zabbix.notifications()).find(({ subject }) => subject === nameOf(key))
      // The alert has the whole value that Zabbix gave, but for a few characters where Zabbix cut it.
      const given = parameters?.parameters.length ?? 0
      const withoutValue = given - JSON.stringify(alert.current_value).length
      assert.ok(withoutValue < 1_500, `${given} given, ${alert.current_value.length} told`)
      assert.equal(given === PARAMETERS_MAX, key === 'long.70000' || key === 'long.escapes')

      await send(key, 'fine')
      await becomes(key, 'cleared')
      await eventually('the receiver knows both', () => notified(key).length === 2)
      assert.deepEqual(notified(key), ['High', 'Cleared'])
    })
  }

  it('changes with a severity that is changed by hand', async () => {
    await send('severity', 'ERROR')
    const { key } = await becomes('severity', 'high')
    await zabbix.api.call('event.acknowledge', { eventids: key, action: 8, severity: 2 })
    await becomes('severity', 'medium')
    await send('severity', 'fine')
    await becomes('severity', 'cleared')

    await eventually('the receiver knows all', () => notified('severity').length === 3)
    assert.deepEqual(notified('severity'), ['High', 'Medium', 'Cleared'])
  })

  it('leaves nothing raised after five problems and their ends within a second', async () => {
    await send('flapping', ...Array.from({ length: 5 }, () => ['ERROR', 'fine']).flat())
    await eventually('the receiver knows all', () => notified('flapping').length === 10)

    const alerts = await alertsOf('flapping')
    assert.deepEqual(
      alerts.map(({ state }) => state),
      Array(5).fill('cleared'),
    )
  })

  it('arrives in order after Tocsin was down for problem and end', async () => {
    await service.stop()
    await send('outage', 'ERROR')
    await send('outage', 'fine')
    await eventually('Zabbix has tried', async () =>
      (await zabbix.notifications()).some(({ retries, error }) => retries > 0 && error !== ''),
    )
    service = await start()
    await eventually('the receiver knows both', () => notified('outage').length === 2)

    assert.deepEqual(notified('outage'), ['High', 'Cleared'])
    await becomes('outage', 'cleared')
  })
})

function nameOf(key: string): string {
  return `"${key}" has an error`
}

async function makeWebhook(service: Service, receiver: Receiver): Promise<void> {
  const { status } = await service.request('POST', '/v1/webhooks', {
    name: 'chain',
    url: receiver.url,
    payload_template: PAYLOAD_TEMPLATE,
    mode: 'every_change',
  })
  assert.equal(status, 201)
}

/** Makes a host with an item and a trigger for each key. */
async function makeHost({ api }: Zabbix, groupid: string): Promise<void> {
  const hostid = await api.create('host', {
    host: HOST,
    name: 'Orders',
    groups: [{ groupid }],
    interfaces: [{ type: 1, main: 1, useip: 1, ip: '127.0.0.1', dns: '', port: '10050' }],
  })
  for (const key of KEYS) {
    await api.create('item', { hostid, name: key, key_: key, type: 2, value_type: 4 })
    await api.create('trigger', {
      description: nameOf(key),
      expression: `find(/${HOST}/${key},,"like","ERROR")=1`,
      priority: 4,
      comments: 'Look into the log.',
      tags: [
        { tag: 'database', value: 'orders' },
        { tag: 'team', value: 'DBA ä' },
      ],
    })
  }
}
