import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alert, NOW, observation } from '../../../test/support/build.ts'
import type { Alert, AlertDetails, Observation } from './alert.ts'
import { clearByHand } from './clear-by-hand.ts'
import { lastValueOf } from './keep-on-clear.ts'
import { expire, observe } from './observe.ts'
import { isTooLong, LABELS_MAX, VALUE_LENGTH_MAX } from './report-limits.ts'

const SERVER: AlertDetails = {
  serverId: '17',
  serverName: 'db-1',
  serverAddress: '10.0.0.1',
  serverPort: '5432',
}
const RAISE: AlertDetails = {
  ...SERVER,
  objectType: 'table',
  objectName: 'orders',
  agentId: '3',
  agentName: 'agent-1',
  database: 'shop',
  schema: 'sales',
  package: 'billing',
  databaseObject: 'orders_pk',
  currentValue: '900',
  thresholdValue: '60',
  parameters: 'slot=1',
  info: 'Standby is 900 s behind.',
  sourceLink: 'https://monitor.example.com/1',
  labels: { team: 'dba', type: 'PROBLEM' },
  annotations: {
    summary: 'Lag',
    value: '900',
    __value_string__: '[ value=900 ]',
    imageURL: 'https://monitor.example.com/1.png',
  },
}

function raised(given: Partial<Alert> = {}): Alert {
  return alert({ state: 'high', details: RAISE, warnings: ['a guess'], ...given })
}

/** The details after a clear that gives these. */
function cleared(
  details: AlertDetails = {},
  given: Partial<Observation> = {},
  before = raised(),
): AlertDetails {
  const said = observation({ state: 'cleared', at: NOW + 1, details, ...given })
  return observe(before, said, NOW + 1).alert!.details
}

describe('a clear', () => {
  it('keeps the name that it leaves out, also for the event that a receiver reads', () => {
    const before = raised({ name: 'Replication lag' })
    const nameAfter = (name: string) => {
      const said = observation({ state: 'cleared', at: NOW + 1, name, details: {} })
      return observe(before, said, NOW + 1).alert?.name
    }

    assert.deepEqual([nameAfter(''), nameAfter('Lag')], ['Replication lag', 'Lag'])
  })

  it('keeps what it leaves out, but nothing that is of the moment', () => {
    const { currentValue: _, annotations: __, ...kept } = RAISE
    const expected = { ...kept, lastValue: '900', annotations: { summary: 'Lag' } }

    assert.deepEqual(cleared(), expected)
    assert.deepEqual(
      observe(raised(), observation({ state: 'cleared', at: NOW + 1 }), NOW + 1).alert?.warnings,
      [],
    )
  })

  it('counts an empty text as one that is left out', () => {
    const details = {
      serverName: '',
      database: '',
      info: '',
      labels: { team: '' },
      annotations: { summary: '' },
    }

    const { serverName, database, info, labels, annotations } = cleared(details)

    assert.deepEqual([serverName, database, info], ['db-1', 'shop', 'Standby is 900 s behind.'])
    assert.deepEqual([labels, annotations], [RAISE.labels, { summary: 'Lag' }])
  })

  it('names the server whole: another id or name replaces its address and port, too', () => {
    assert.deepEqual(serverOf(cleared({ serverName: 'db-2' })), { serverName: 'db-2' })
    assert.deepEqual(serverOf(cleared({ serverId: '18', serverPort: '1' })), {
      serverId: '18',
      serverPort: '1',
    })
    assert.deepEqual(serverOf(cleared({ serverName: 'db-1' })), SERVER)
    assert.deepEqual(serverOf(cleared({ serverAddress: '10.0.0.9' })), {
      ...SERVER,
      serverAddress: '10.0.0.9',
    })
  })

  it('names object and agent whole', () => {
    const other = cleared({ objectName: 'invoices', agentName: 'agent-2' })

    assert.deepEqual([other.objectType, other.objectName], [undefined, 'invoices'])
    assert.deepEqual([other.agentId, other.agentName], [undefined, 'agent-2'])
  })

  it('keeps labels and annotations one by one, and its own win', () => {
    const { labels, annotations } = cleared({
      labels: { type: 'RECOVERY', state: 'OK' },
      annotations: { value: '3', note: 'Back' },
    })

    assert.deepEqual(labels, { team: 'dba', type: 'RECOVERY', state: 'OK' })
    assert.deepEqual(annotations, { summary: 'Lag', value: '3', note: 'Back' })
  })

  it('replaces nothing where it says all that the raise said, as Prometheus and Alertmanager do', () => {
    const { annotations: _, ...all } = RAISE

    assert.deepEqual(cleared({ ...all, annotations: { summary: 'Lag' } }), {
      ...all,
      annotations: { summary: 'Lag' },
    })
  })

  it('empties what it was told to empty', () => {
    const details = cleared(
      {},
      {
        emptied: ['serverName', 'serverAddress', 'database', 'labels.team', 'annotations'],
      },
    )

    assert.deepEqual(serverOf(details), { serverId: '17', serverPort: '5432' })
    assert.deepEqual(
      [details.database, details.labels, details.annotations],
      [undefined, { type: 'PROBLEM' }, undefined],
    )
  })

  it('that is said again keeps it again, and late words keep nothing of the raise before', () => {
    const before = alert({ state: 'cleared', details: cleared(), since: NOW + 1, changedAt: NOW + 1 })
    const again = observe(before, observation({ state: 'cleared', at: NOW + 2, details: {} }), NOW + 2)
    const next = observe(
      before,
      observation({ state: 'high', at: NOW + 3, details: { serverName: 'db-9' } }),
      NOW + 3,
    )

    assert.deepEqual(again.alert?.details, before.details)
    assert.deepEqual(next.alert?.details, { serverName: 'db-9' })
  })

  it('made by time or by hand keeps everything', () => {
    assert.deepEqual(expire(raised({ expiresAt: NOW }), NOW + 1).details, RAISE)
    assert.deepEqual(clearByHand(raised(), NOW + 1).details, RAISE)
  })

  it('never grows beyond the limits of a report', () => {
    const many = (prefix: string, count: number, length: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, 'x'.repeat(length)]))
    const full = raised({ details: { labels: many('a', LABELS_MAX, 1) } })
    const long = raised({ details: { labels: many('a', 40, VALUE_LENGTH_MAX) } })
    const own = many('b', 40, VALUE_LENGTH_MAX)

    const merged = cleared({ labels: many('b', 10, 1) }, {}, full).labels ?? {}

    assert.equal(Object.keys(merged).length, LABELS_MAX)
    assert.equal(Object.keys(merged).filter((name) => name.startsWith('b')).length, 10)
    const bounded = cleared({ labels: own }, {}, long)
    assert.deepEqual([isTooLong(bounded), bounded.labels], [false, own])
  })
})

describe('the last value', () => {
  it('is the one said while the alert was raised', () => {
    assert.equal(lastValueOf(RAISE), '900')
    assert.equal(lastValueOf(cleared()), '900')
    assert.equal(lastValueOf(cleared({ currentValue: '3' })), '900')
  })

  it('stays while reports of the raised alert name no value', () => {
    const again = observe(raised(), observation({ state: 'high', at: NOW + 1, details: SERVER }), NOW + 1)

    assert.deepEqual(again.alert?.details, { ...SERVER, lastValue: '900' })
    assert.equal(lastValueOf(cleared({}, { at: NOW + 2 }, { ...raised(), ...again.alert })), '900')
  })

  it('is empty if none was said while it was raised, whatever the clear says', () => {
    assert.equal(lastValueOf(cleared({ currentValue: '3' }, {}, raised({ details: SERVER }))), '')
  })
})

describe('the clear of an alert joined of several', () => {
  it('keeps the words of the worst, and mixes none of the last one into them', () => {
    const critical = { ...RAISE, labels: { severity: 'critical' } }
    const both = [
      report('high', { variant: 'critical', name: 'Critical', details: critical }),
      report('medium', { variant: 'warning', name: 'Warning', details: { labels: { severity: 'warning' } } }),
      report('cleared', { variant: 'critical', name: 'Critical', details: critical }),
      report('cleared', {
        variant: 'warning',
        name: 'Warning',
        details: { labels: { severity: 'warning', only: 'here' } },
      }),
    ]

    const end = both.reduce<Alert | undefined>(
      (known, said, at) => ({ ...observe(known, { ...said, at: NOW + at }, NOW + at).alert!, id: 1 }),
      undefined,
    )

    assert.deepEqual(
      [end?.state, end?.name, end?.details.labels],
      ['cleared', 'Critical', { severity: 'critical' }],
    )
    assert.equal(lastValueOf(end?.details ?? {}), '900')
  })
})

function report(state: Alert['state'], given: Partial<Observation>): Observation {
  return observation({ state, ...given })
}

function serverOf({ serverId, serverName, serverAddress, serverPort }: AlertDetails): AlertDetails {
  return JSON.parse(JSON.stringify({ serverId, serverName, serverAddress, serverPort })) as AlertDetails
}
