import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { readContext, sourceBody } from '../../../test/support/sources/source-reading.ts'
import type { Alert, RaisedAlert } from '../../domain/alert/alert.ts'
import { observe } from '../../domain/alert/observe.ts'
import { PGDASH } from './pgdash.ts'

const list = sourceBody('pgdash')
const [backends, size] = list.alerts
const { now } = readContext()
const REPORTED = Date.parse('2026-09-14T04:00:00Z')

const read = (members: object, context = readContext()) => PGDASH.read({ ...list, ...members }, context)

/** What is stored after these lists, applied one after the other. */
function storedAfter(lists: readonly object[]): readonly Alert[] {
  const alerts = new Map<string, Alert>()
  for (const [index, members] of lists.entries()) {
    const at = now + index * 60_000
    const raised = raisedOf([...alerts.values()])
    const body = { ...list, reported: at / 1000, ...members }
    for (const observation of PGDASH.read(body, readContext({ now: at, raised })).observations) {
      const { alert } = observe(alerts.get(observation.key), observation, at)
      if (alert) alerts.set(observation.key, { id: 1, ...alert })
    }
  }
  return [...alerts.values()]
}

/** The summary that tests compare. */
const raisedOf = (alerts: readonly Alert[]): readonly RaisedAlert[] =>
  alerts
    .filter(({ state }) => state !== 'cleared')
    .map(({ id, key, state, details: { serverName = '' } }) => ({ id, key, state, serverName }))

const statesAfter = (lists: readonly object[]) =>
  Object.fromEntries(storedAfter(lists).map(({ key, state }) => [key, state]))

describe('pgDash', () => {
  it('reads the list of a server as documented', () => {
    const { observations, errors } = PGDASH.read(list, readContext())

    assert.deepEqual(errors, [])
    assert.deepEqual(observations, [
      {
        source: 'a-source',
        key: 'pg-orders-1|Number of backends is greater than 180|pg-orders-1',
        name: 'Number of backends is greater than 180',
        state: 'high',
        at: REPORTED,
        details: {
          serverName: 'pg-orders-1',
          objectName: 'pg-orders-1',
          objectType: 'server',
          currentValue: '187',
          thresholdValue: '180',
          sourceLink: 'https://app.pgdash.io/servers/pg-orders-1',
        },
      },
      {
        source: 'a-source',
        key: 'pg-orders-1|Table size is greater than 100 GiB|orders.public.order_event',
        name: 'Table size is greater than 100 GiB',
        state: 'medium',
        at: REPORTED,
        details: {
          serverName: 'pg-orders-1',
          objectName: 'orders.public.order_event',
          database: 'orders',
          schema: 'public',
          databaseObject: 'order_event',
          currentValue: '113 GiB',
          thresholdValue: '100 GiB',
          sourceLink: 'https://app.pgdash.io/servers/pg-orders-1/db/orders',
        },
      },
    ])
  })

  it('clears what is on the list no more, of this server alone', () => {
    const states = statesAfter([{}, { server: 'pg-2', alerts: [backends] }, { alerts: [size] }])

    assert.deepEqual(Object.values(states), ['cleared', 'medium', 'high'])
  })

  it('clears all of a server by an empty list, and does nothing for one it has not heard of', () => {
    assert.deepEqual(Object.values(statesAfter([{}, { alerts: [] }])), ['cleared', 'cleared'])
    assert.deepEqual(read({ server: 'unknown', alerts: [] }), { observations: [], errors: [] })
  })

  it('goes from warning to critical as one alert, and takes the worse of two at once', () => {
    const alerts = [
      { ...backends, type: 'warn' },
      { ...backends, type: 'crit' },
      { ...backends, type: 'warn' },
    ]

    assert.deepEqual(Object.values(statesAfter([{ alerts: [alerts[0]] }, { alerts: [alerts[1]] }])), ['high'])
    assert.deepEqual(Object.values(statesAfter([{ alerts }])), ['high'])
  })

  it('tells queries apart that one rule is about', () => {
    const slow = { ...backends, text: 'Query is slow', objname: 'orders' }
    const queries = ['SELECT 1', 'SELECT 2', `SELECT ${'x'.repeat(2_000)}`].map((query) => ({
      ...slow,
      query,
    }))

    assert.deepEqual(Object.values(statesAfter([{ alerts: queries }, { alerts: queries.slice(1) }])), [
      'cleared',
      'high',
      'high',
    ])
  })

  it('ends nothing by a list that it cannot read as a whole', () => {
    const raised = raisedOf(storedAfter([{}]))
    const { observations, errors } = read({ alerts: [size, 7, {}] }, readContext({ raised }))

    assert.deepEqual(errors, ['alert 1: must be an object', 'alert 2: text must say what is wrong'])
    assert.deepEqual(
      observations.map(({ state }) => state),
      ['medium'],
    )
  })

  for (const [members, error] of [
    [{ version: 2 }, /^version must be 1\. Understood is the list of active alerts/],
    [{ version: undefined, alerts: undefined, changes: [] }, /Change alerts of pgDash are not/],
    [{ server: '' }, /^server must be a text/],
    [{ server: 7 }, /^server must be a text/],
    [{ server: 'x'.repeat(501) }, /^server must be a text of at most 500/],
    [{ reported: 'now' }, /^reported must be the seconds since 1970/],
    [{ reported: null }, /^reported must be/],
    [{ reported: -1 }, /^reported must be/],
    [{ alerts: {} }, /^alerts must be a list/],
  ] as const) {
    it(`refuses ${JSON.stringify(members).slice(0, 60)}`, () => {
      const { observations, errors } = read(members)

      assert.deepEqual(observations, [])
      assert.match(errors[0] ?? '', error)
    })
  }

  it('takes the moment as a text too, and none that is ahead of our clock', () => {
    const at = (reported: unknown) => [
      read({ reported }).observations[0]?.at,
      PGDASH.wholeOf?.({ ...list, reported }, now)?.at,
    ]

    assert.deepEqual(at('1789358400'), [REPORTED, REPORTED])
    assert.deepEqual(at(now / 1000 + 300), [now, now + 300_000])
    assert.deepEqual(at(1e300), [now, undefined])
  })

  it('knows the states of any server after any lists', () => {
    const entry = fc.record({
      type: fc.constantFrom('warn', 'crit'),
      text: fc.constantFrom('a', 'a|b', 'c'),
      objname: fc.constantFrom('', 'b|c', 'x'.repeat(600)),
    })
    const body = fc.record({ server: fc.constantFrom('s', 's|a'), alerts: fc.array(entry, { maxLength: 4 }) })
    fc.assert(
      fc.property(fc.array(body, { maxLength: 8 }), (lists) => {
        const raised = storedAfter(lists).filter(({ state }) => state !== 'cleared')
        const expected = ['s', 's|a'].flatMap((server) => {
          const last = lists.findLast((one) => one.server === server)?.alerts ?? []
          return [...new Set(last.map(({ text, objname }) => JSON.stringify([text, objname])))].map((id) => {
            const same = last.filter(({ text, objname }) => JSON.stringify([text, objname]) === id)
            return `${server} ${id} ${same.some(({ type }) => type === 'crit') ? 'high' : 'medium'}`
          })
        })
        const found = raised.map(
          ({ details, name, state }) =>
            `${details.serverName} ${JSON.stringify([name, details.objectName ?? ''])} ${state}`,
        )
        assert.deepEqual(found.toSorted(), expected.toSorted())
      }),
    )
  })
})
