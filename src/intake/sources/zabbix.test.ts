import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { readContext, sourceBody } from '../../../test/support/sources/source-reading.ts'
import type { Observation } from '../../domain/alert/alert.ts'
import { ZABBIX } from './zabbix.ts'

const problem = sourceBody('zabbix')
const AT = Date.parse('2026-09-14T03:31:07Z')

function read(given: object, context = readContext()): Observation {
  const { observations, errors } = ZABBIX.read({ ...problem, ...given }, context)
  assert.deepEqual(errors, [])
  const [observation] = observations
  assert.ok(observation)
  return observation
}

describe('Zabbix', () => {
  it('reads a problem as documented', () => {
    assert.deepEqual(read({}), {
      source: 'a-source',
      key: '884213',
      name: 'PostgreSQL: WAL archiving is failing',
      state: 'high',
      at: AT,
      details: {
        objectType: 'server',
        objectName: 'pg-ledger-1',
        serverName: 'pg-ledger-1',
        serverAddress: '10.20.4.11',
        currentValue: 'failed_count = 37',
        info: 'archive_command exited 1',
        sourceLink: problem.url,
        labels: { component: 'archiver', scope: 'availability', trigger_id: '23107' },
      },
    })
  })

  it('goes by the number of the severity, unless the source says otherwise', () => {
    const states = ['0', '1', '2', '3', '4', '5'].map((nsev) => read({ nsev }).state)
    const severity = {
      words: { high: ['3'], low: ['Disaster', 'not classified'] },
      otherwise: 'high',
    } as const
    const otherwise = ['0', '1', '2', '3', '4', '5'].map(
      (nsev) => read({ nsev }, readContext({ severity })).state,
    )

    assert.deepEqual(states, ['low', 'low', 'medium', 'medium', 'high', 'high'])
    assert.deepEqual(otherwise, ['low', 'low', 'medium', 'high', 'high', 'low'])
    assert.deepEqual([read({ nsev: '' }).state, read({ nsev: '' }).warnings], ['medium', undefined])
    for (const nsev of ['constructor', '__proto__', 'toString', '9'])
      assert.equal(read({ nsev }).state, 'medium')
    assert.match(read({ nsev: '9' }).warnings?.[0] ?? '', /"9" is not known/)
  })

  it('follows the updates of a service, even if their times are older than the previous report', () => {
    const context = readContext()
    const service = { event_source: '4', host: '{HOST.HOST}', service: 'Ledger', nsev: '2' }
    const worse = read({ ...service, update_nsev: '5', update_date: '2026.09.14', update_time: '05:20:00' })
    const over = read({
      ...service,
      event_value: '0',
      recovery_date: '2026.09.14',
      recovery_time: '05:40:00',
    })

    assert.deepEqual(
      [worse.state, worse.at, over.state, over.at],
      ['high', context.now, 'cleared', context.now],
    )
    assert.deepEqual([worse.details.objectType, worse.details.objectName], ['service', 'Ledger'])
    assert.equal(read({ ...service, update_nsev: '{EVENT.UPDATE.NSEVERITY}' }).at, AT)
  })

  it('ends lines as others do, whatever its messages have', () => {
    assert.equal(read({ message: 'late\r\n412 s\nsince 03:12\r\n' }).details.info, 'late\n412 s\nsince 03:12')
  })

  const times: readonly [string, object, object][] = [
    ['a problem', {}, { at: AT, since: undefined }],
    [
      'a problem with a timestamp',
      { timestamp: '1789356667', tz: 'UTC' },
      { at: 1_789_356_667_000, since: undefined },
    ],
    [
      'a clear',
      { event_value: '0', recovery_date: '2026.09.14', recovery_time: '06:00:00' },
      { at: Date.parse('2026-09-14T04:00:00Z'), since: undefined },
    ],
    ['a clear that does not say when', { event_value: '0' }, { at: readContext().now, since: undefined }],
    [
      'an update',
      { update_status: '1', update_date: '2026.09.14', update_time: '06:01:00' },
      { at: Date.parse('2026-09-14T04:01:00Z'), since: AT },
    ],
    ['an update that does not say when', { update_status: '1' }, { at: readContext().now, since: AT }],
    ['a timestamp that is ahead', { timestamp: '1789999999' }, { at: readContext().now, since: undefined }],
    ['a clock that is ahead', { date: '2026.09.15' }, { at: readContext().now, since: undefined }],
    ['a macro that was not expanded', { date: '{EVENT.DATE}' }, { at: readContext().now, since: undefined }],
  ]
  for (const [what, given, expected] of times) {
    it(`knows the moment of ${what}`, () => {
      const { at, since } = read(given)

      assert.deepEqual({ at, since }, expected)
    })
  }

  it('takes the time of arrival where it knows no zone, and says so', () => {
    for (const tz of ['', '{$TOCSIN.TZ}', 'Europe/Atlantis']) {
      const { at, warnings } = read({ tz })

      assert.equal(at, readContext().now)
      assert.match(warnings?.[0] ?? '', /time zone.*so the time of arrival counts/)
    }
  })

  it('keeps one key from problem to recovery', () => {
    assert.equal(read({ event_value: '0', recovery_id: '999' }).key, read({}).key)
  })

  it('counts macros that were not expanded as empty', () => {
    const { details, name, warnings } = read({
      name: '*UNKNOWN*',
      opdata: '{EVENT.OPDATA}',
      host_ip: '{HOST.IP}',
      host_name: '{$NAME:"x"}',
      tags: '{EVENT.TAGSJSON}',
      url: '{$ZABBIX.URL}/tr_events.php?eventid=884213',
      message: 'free space on {$DISK} is low',
    })

    assert.equal(name, 'Event 884213')
    assert.deepEqual(details, {
      objectType: 'server',
      objectName: 'pg-ledger-1',
      serverName: 'pg-ledger-1',
      info: 'free space on {$DISK} is low',
      labels: { trigger_id: '23107' },
    })
    assert.equal(warnings, undefined)
  })

  it('joins the values of a tag, and says which tags it cannot read', () => {
    const tags = JSON.stringify([
      { tag: 'database', value: 'ledger' },
      { tag: 'a', value: '1' },
      { tag: 'a', value: '"2"' },
      { tag: '', value: 'x' },
      null,
    ])

    assert.deepEqual(read({ tags }).details.labels, { database: 'ledger', a: '1, "2"', trigger_id: '23107' })
    assert.equal(read({ tags }).details.database, 'ledger')
    for (const tags of ['{"a":1}', '[{', 'x']) {
      assert.match(read({ tags }).warnings?.[0] ?? '', /tags are not as/)
    }
  })

  const notes: readonly [object, RegExp][] = [
    [{ event_id: '{EVENT.ID}', event_value: '{EVENT.VALUE}' }, /test of the media type/],
    [{ event_id: '*UNKNOWN*' }, /test of the media type/],
    [{ event_source: '1' }, /a discovery/],
    [{ event_source: '2' }, /an autoregistration/],
  ]
  for (const [given, sentence] of notes) {
    it(`stores nothing of ${JSON.stringify(given)}`, () => {
      const { observations, errors, note } = ZABBIX.read({ ...problem, ...given }, readContext())

      assert.deepEqual([observations, errors], [[], []])
      assert.match(note ?? '', sentence)
    })
  }

  it('takes internal events and those of services', () => {
    for (const event_source of ['0', '3', '4', 'constructor', '', '{EVENT.SOURCE}'])
      assert.equal(read({ event_source }).state, 'high')
  })

  it('refuses what has no event or no value', () => {
    for (const [given, sentence] of [
      [{ event_id: '' }, /event_id must be given/],
      [{ event_value: '2' }, /event_value must be 1 for a problem or 0/],
    ] as const) {
      assert.match(ZABBIX.read({ ...problem, ...given }, readContext()).errors[0] ?? '', sentence)
    }
  })

  it('recognises its own bodies only', () => {
    assert.ok(ZABBIX.recognises(problem))
    for (const body of [sourceBody('nagios'), sourceBody('grafana'), { event_id: 1 }, [], null, 'text']) {
      assert.ok(!ZABBIX.recognises(body), JSON.stringify(body))
    }
  })

  it('never throws, whatever the body', () => {
    const names = [...Object.keys(problem), 'event_source', 'timestamp', 'update_date', '__proto__']
    const changes = fc.dictionary(
      fc.constantFrom(...names),
      fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' })),
    )
    fc.assert(
      fc.property(changes, (given) => {
        const body = { ...problem, ...given }
        ZABBIX.recognises(body)
        const { observations, errors, note } = ZABBIX.read(body, readContext())
        assert.ok(observations.length + errors.length === 1 || note !== undefined)
      }),
    )
  })
})
