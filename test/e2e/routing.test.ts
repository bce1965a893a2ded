import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startService, type Service } from '../support/app/service.ts'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'

/** A route table of 20 webhooks: what each of them has beside its address. */
const TABLE: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { match: 'label.team="dba"' },
  { match: 'label.team="dba", severity=high', mode: 'current_state' },
  { match: 'label.team=~"web|app"' },
  { match: 'label.team!~"web|app"' },
  { match: 'label.team=""' },
  { match: 'label.team!="", server=~"prod-.*"' },
  { match: '{server="prod-1"} or {server="prod-2", severity!=low}' },
  { match: 'server!="prod-1"', low_alert: false },
  { match: 'server=~"(prod|test)-[12]"', mode: 'current_state' },
  { match: 'name="Disk is full"' },
  { match: 'name=~".*full", label.team="web"' },
  { match: 'object_type=Table or database=shop' },
  { match: 'database=~".+", object!~"tmp_.*"' },
  { match: 'annotation.runbook!=""' },
  { match: 'label.team="dba"', enabled: false },
  { match: 'label.team="ops", server="none"' },
  { match: 'severity=medium' },
  { match: 'label.none=~"a|b"' },
  { payload_type: 'JOB', match: 'otherwise' },
]
/** The same without what gets everything, so that something is left; two get that. */
const WITH_REST = [
  { match: 'otherwise', mode: 'current_state' },
  { match: 'otherwise', high_alert: false },
  ...TABLE.filter(({ match }) => typeof match === 'string' && match.startsWith('label.team="')),
  ...TABLE.slice(10, 13),
]

interface Reported {
  readonly key: string
  readonly name: string
  readonly state: 'low' | 'medium' | 'high'
  readonly server: string
  readonly database: string
  readonly object: string
  readonly objectType: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

/** A hundred alerts; each property goes through its values at a pace of its own. */
const ALERTS = Array.from({ length: 100 }, (_, index): Reported => {
  const pick = <Value>(values: readonly Value[], pace: number) =>
    values[Math.floor(index / pace) % values.length]!
  const team = pick(['dba', 'web', 'app', 'ops', ''], 1)
  return {
    key: `alert ${index}`,
    name: pick(['Disk is full', 'Replication lag', 'WAL is full'], 2),
    state: pick(['low', 'medium', 'high'], 3),
    server: pick(['prod-1', 'prod-2', 'test-1', 'stage-1'], 5),
    database: pick(['shop', '', 'erp'], 7),
    object: pick(['orders', 'tmp_1'], 11),
    objectType: pick(['Table', 'Server'], 13),
    labels: team === '' ? {} : { team },
    annotations: index % 4 === 0 ? { runbook: 'https://runbooks.example/' } : {},
  }
})

describe('a route table', () => {
  let folder: string
  let receiver: Receiver
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-routing-'))
    receiver = await Receiver.start()
  })
  after(async () => {
    await receiver.stop()
    await rm(folder, { recursive: true, force: true })
  })

  for (const [index, table] of [TABLE, WITH_REST].entries()) {
    it(`of ${table.length} webhooks gives in a dry run exactly what then happens with 100 alerts`, async (t) => {
      receiver.requests.length = 0
      const settings = { TOCSIN_DATABASE: `sqlite:${join(folder, `${index}.db`)}` }
      const service = await startService({ folder, settings })
      t.after(() => service.kill())
      const call = callOf(service)
      for (const [place, given] of table.entries()) {
        const url = `${receiver.url}/${place + 1}`
        await call('/v1/webhooks', {
          name: `webhook ${place + 1}`,
          url,
          payload_template: '%AlertName%',
          ...given,
        })
      }

      const foretold: string[] = []
      for (const alert of ALERTS) {
        const { notified, not_notified_count: others } = await call('/v1/routing/test', testOf(alert))
        assert.equal(notified.length + others, table.length)
        for (const { webhook_id: id } of notified) foretold.push(`${id} ${alert.key}`)
      }
      await call('/v1/alerts', ALERTS.map(reportOf))
      await receiver.received(foretold.length)
      await eventually('all is delivered', async () => (await unfinished(service)) === 0)

      assert.deepEqual(await delivered(service), foretold.toSorted())
      assert.equal(receiver.requests.length, foretold.length)
      for (const place of table.keys()) {
        const preview = await call('/v1/routing/preview', { webhook_id: place + 1 })
        const took = foretold.filter((one) => one.startsWith(`${place + 1} `)).length
        assert.deepEqual(
          [preview.matched, preview.added, preview.removed],
          [took, 0, 0],
          `webhook ${place + 1}`,
        )
      }
      assert.ok(foretold.length > 100)
    })
  }
})

function callOf(service: Service) {
  return async (path: string, body: unknown) => {
    const response = await service.request('POST', path, body)
    const text = await response.text()
    assert.ok(response.ok, `${path}: ${text}`)
    return JSON.parse(text)
  }
}

function testOf({ name, state, server, database, object, objectType, labels, annotations }: Reported) {
  const place = { server, database, object, object_type: objectType }
  return { source: 'api', name, severity: state, ...place, labels, annotations }
}

function reportOf({ key, name, state, server, database, object, objectType, labels, annotations }: Reported) {
  const place = { server: { name: server }, database, object: { name: object, type: objectType } }
  return { key, name, state, ...place, labels, annotations }
}

async function unfinished(service: Service): Promise<number> {
  const overview = await (await service.request('GET', '/v1/overview')).json()
  const { waiting, pending, sending } = (overview as { readonly backlog: Record<string, number> }).backlog
  return (waiting ?? 0) + (pending ?? 0) + (sending ?? 0)
}

/** Each delivery as its webhook and the key of its alert. */
async function delivered(service: Service): Promise<readonly string[]> {
  const keys = new Map<number, string>()
  for (const { id, alert_key: key } of await all(service, '/v1/events')) keys.set(Number(id), String(key))
  const deliveries = await all(service, '/v1/deliveries')
  return deliveries
    .map(({ webhook_id: id, event_id: event }) => `${id} ${keys.get(Number(event))}`)
    .toSorted()
}

async function all(service: Service, path: string): Promise<readonly Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '?limit=500' : `?limit=500&cursor=${cursor}`
    const page = await (await service.request('GET', `${path}${query}`)).json()
    const { items: some, next } = page as { items: Record<string, unknown>[]; next: string | null }
    items.push(...some)
    cursor = next
  }
  return items
}
