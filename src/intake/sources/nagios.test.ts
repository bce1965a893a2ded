import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { readContext, sourceBody } from '../../../test/support/sources/source-reading.ts'
import type { Observation } from '../../domain/alert/alert.ts'
import { NAGIOS } from './nagios.ts'

const problem = sourceBody('nagios')
const icinga = sourceBody('icinga-notifications')

function read(given: object, context = readContext()): Observation {
  const { observations, errors } = NAGIOS.read({ ...problem, ...given }, context)
  assert.deepEqual(errors, [])
  const [observation] = observations
  assert.ok(observation)
  return observation
}

describe('Nagios', () => {
  it('reads a problem as documented', () => {
    assert.deepEqual(read({}), {
      source: 'a-source',
      key: 'pg-ledger-1!PostgreSQL replication',
      name: 'PostgreSQL replication',
      state: 'high',
      at: 1_789_356_760_000,
      details: {
        objectType: 'server',
        objectName: 'pg-ledger-1',
        serverName: 'pg-ledger-1',
        serverAddress: '10.20.4.11',
        currentValue: 'CRITICAL - standby_b is 412 s behind',
        info: 'slot "standby_b" keeps 38 GB of WAL\nsince 03:12',
        labels: { type: 'PROBLEM', state: 'CRITICAL', last_state: 'OK', problem_id: '4711' },
      },
    })
  })

  const states: readonly [object, string, string][] = [
    [{ state: 'WARNING' }, 'medium', 'pg-ledger-1!PostgreSQL replication'],
    [{ state: 'UNKNOWN' }, 'medium', 'pg-ledger-1!PostgreSQL replication'],
    [{ type: 'RECOVERY', state: 'OK' }, 'cleared', 'pg-ledger-1!PostgreSQL replication'],
    [{ type: 'RECOVERY', state: '' }, 'cleared', 'pg-ledger-1!PostgreSQL replication'],
    [{ type: '', state: 'OK' }, 'cleared', 'pg-ledger-1!PostgreSQL replication'],
    [{ type: 'FLAPPINGSTOP', state: 'OK' }, 'cleared', 'pg-ledger-1!PostgreSQL replication'],
    [{ type: 'EVENTHANDLER', state: 'OK' }, 'cleared', 'pg-ledger-1!PostgreSQL replication'],
    [{ service: '', state: 'DOWN' }, 'high', 'pg-ledger-1'],
    [{ service: '$SERVICEDESC$', state: 'UNREACHABLE' }, 'medium', 'pg-ledger-1'],
    [{ service: '', type: 'RECOVERY', state: 'UP' }, 'cleared', 'pg-ledger-1'],
  ]
  for (const [given, state, key] of states) {
    it(`takes ${JSON.stringify(given)} for ${state} of ${key}`, () => {
      const observation = read(given)

      assert.deepEqual([observation.state, observation.key], [state, key])
    })
  }

  it('pairs a recovery with the problem that it ends', () => {
    const { details } = read({ type: 'RECOVERY', state: 'OK', problem_id: '0', last_problem_id: '4711' })

    assert.equal(details.labels?.['problem_id'], '4711')
  })

  const notes: readonly [object, RegExp][] = [
    [{ type: 'ACKNOWLEDGEMENT' }, /acknowledgement changes no state/],
    [{ type: 'FLAPPINGSTART' }, /Flapping changes no state/],
    [{ type: 'FLAPPINGDISABLED' }, /Flapping changes no state/],
    [{ type: 'DOWNTIMESTART' }, /downtime changes no state/],
    [{ type: 'DOWNTIMECANCELLED' }, /downtime changes no state/],
    [{ type: 'EVENTHANDLER' }, /event handler reports recoveries only/],
    [{ type: 'CUSTOM' }, /of the type "CUSTOM" changes no state/],
    [{ state_type: 'SOFT' }, /only hard ones count/],
  ]
  for (const [given, sentence] of notes) {
    it(`says that ${JSON.stringify(given)} moves nothing`, () => {
      const { observations, errors, note } = NAGIOS.read({ ...problem, ...given }, readContext())

      assert.deepEqual([observations, errors], [[], []])
      assert.match(note ?? '', sentence)
    })
  }

  const mistakes: readonly [object, RegExp][] = [
    [{ host: '' }, /host must be given \(\$HOSTNAME\$\)/],
    [{ host: '$HOSTNAME$' }, /host must be given/],
    [{ host: ['x'] }, /host must be given/],
    [{ state: '$SERVICESTATE$' }, /state must be given/],
  ]
  for (const [given, sentence] of mistakes) {
    it(`refuses ${JSON.stringify(given)}`, () => {
      const { observations, errors } = NAGIOS.read({ ...problem, ...given }, readContext())

      assert.deepEqual(observations, [])
      assert.match(errors[0] ?? '', sentence)
    })
  }

  it('takes the moment of arrival where there is no other, and believes no clock that is ahead', () => {
    const { now } = readContext()

    assert.equal(read({ t: '' }).at, now)
    assert.equal(read({ t: '$TIMET$' }).at, now)
    assert.equal(read({ t: 1_789_356_760 }).at, 1_789_356_760_000)
    assert.equal(read({ t: String(now / 1000 + 300) }).at, now)
    assert.match(read({ t: 'Mon Sep 14' }).warnings?.[0] ?? '', /t must be seconds since 1970/)
  })

  it('warns of a state that it does not know, unless the source does', () => {
    const context = readContext({ severity: { words: { low: ['PENDING'] } } })

    assert.match(read({ state: 'PENDING' }).warnings?.[0] ?? '', /"PENDING" is not known/)
    assert.deepEqual(
      [read({ state: 'PENDING' }, context).state, read({}, context).warnings],
      ['low', undefined],
    )
  })

  it('keeps further fields as labels, and knows some of them', () => {
    const { details } = read({
      group: 'dba',
      database: 'ledger',
      link: 'https://nagios/x',
      nothing: '$ARG1$',
    })

    assert.deepEqual([details.database, details.sourceLink], ['ledger', 'https://nagios/x'])
    assert.equal(details.labels?.['group'], 'dba')
    assert.ok(!('nothing' in (details.labels ?? {})))
  })

  it('never takes two services for one, however they are called', () => {
    assert.notEqual(read({ host: 'a!b', service: 'c' }).key, read({ host: 'a', service: 'b!c' }).key)
    assert.notEqual(read({ host: 'a!b', service: 'c' }).key, read({ host: 'a%21b', service: 'c' }).key)
    const long = 'x'.repeat(600)
    assert.notEqual(read({ service: `${long}1` }).key, read({ service: `${long}2` }).key)
    assert.equal(read({ service: long }).key.length, 500)
  })

  it('takes any text as it is', () => {
    const output = `"quotes" 'and' \\ & % = + \n\t <b> 🐘`

    assert.equal(read({ output, long_output: '' }).details.info, output)
  })

  it('takes the first line for the value where one output has them all', () => {
    const { details } = read({
      output: 'WARNING - 412 s behind\r\nslot "standby_b"\nsince 03:12',
      long_output: '',
    })

    assert.equal(details.currentValue, 'WARNING - 412 s behind')
    assert.equal(details.info, 'WARNING - 412 s behind\r\nslot "standby_b"\nsince 03:12')
  })

  it('recognises a form, and nothing like it', () => {
    for (const body of [problem, icinga, { host: 'a', state: 'UP' }]) assert.ok(NAGIOS.recognises(body))
    for (const body of [sourceBody('zabbix'), sourceBody('grafana'), { host: 'a' }, [], null, 'text']) {
      assert.ok(!NAGIOS.recognises(body), JSON.stringify(body))
    }
  })

  it('never throws, whatever the body', () => {
    const names = [...Object.keys(problem), 'object', 'event', 'incident', '__proto__']
    const body = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), fc.jsonValue())
    fc.assert(
      fc.property(body, (body) => {
        NAGIOS.recognises(body)
        const { observations, errors, note } = NAGIOS.read(body, readContext())
        assert.ok(observations.length + errors.length === 1 || note !== undefined)
      }),
    )
  })
})

describe('Icinga Notifications', () => {
  it('reads the whole request that its webhook sends', () => {
    const { observations } = NAGIOS.read(icinga, readContext())

    const [observation] = observations
    assert.deepEqual(
      [observation?.key, observation?.state, observation?.at],
      ['pg-ledger-1!PostgreSQL replication', 'high', Date.parse('2026-09-14T03:32:40Z')],
    )
    assert.equal(observation?.details.sourceLink, icinga.object.url)
    assert.equal(observation?.details.currentValue, 'CRITICAL - standby_b is 412 s behind')
    assert.equal(observation?.details.labels?.['problem_id'], '93')
  })

  it('is cleared by the severity ok, and not moved by a downtime', () => {
    const about = (event: object) =>
      NAGIOS.read({ ...icinga, event: { ...icinga.event, ...event } }, readContext())

    assert.equal(about({ severity: 'ok' }).observations[0]?.state, 'cleared')
    assert.match(about({ type: 'downtime-start' }).note ?? '', /downtime changes no state/)
    assert.match(about({ type: 'constructor' }).note ?? '', /"CONSTRUCTOR" changes no state/)
    assert.match(about({ type: 'incident-age' }).note ?? '', /"INCIDENT-AGE" changes no state/)
  })
})
