import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { alertEvent, jobRunEvent, webhook } from '../../../test/support/build.ts'
import { ALERT_STATES, type AlertState } from '../alert/alert.ts'
import type { Event } from '../alert/event.ts'
import { compileMatch } from '../matching/compile-match.ts'
import { matchingChanges, matchingCurrentStates, whyNotNotified } from './matching.ts'
import type { WebhookList } from './routed-webhook.ts'
import type { Webhook } from '../webhook/webhook.ts'

const EVENTS: readonly Event[] = [...ALERT_STATES.map((newState) => alertEvent({ newState })), jobRunEvent()]
const OFF = { low: false, medium: false, high: false, cleared: false }

const all: readonly Webhook[] = [
  webhook({ id: 1 }),
  webhook({ id: 2, payloadType: 'JOB' }),
  webhook({ id: 3, enabled: false }),
  ...ALERT_STATES.map((state, index) => webhook({ id: 4 + index, alertFlags: { ...OFF, [state]: true } })),
]

function idsOf(webhooks: WebhookList<Webhook>, event: Event): readonly number[] {
  return matchingChanges(webhooks, event).map(({ id }) => id)
}

describe('who is notified', () => {
  it('is every webhook that matches alone, in the order of the list, each time', () => {
    for (const list of [all, new Map(all.map((one) => [one.id, one]))]) {
      for (const event of [...EVENTS, ...EVENTS.toReversed()]) {
        assert.deepEqual(
          idsOf(list, event),
          all.filter((one) => whyNotNotified(one, all, event) === undefined).map(({ id }) => id),
          JSON.stringify(event),
        )
      }
    }
  })

  it('asks each webhook of a list once for each kind of event, and those of another list anew', () => {
    let askedCount = 0
    const counted = () =>
      new Proxy(webhook({ id: 1 }), {
        get: (target, name) => {
          if (name === 'payloadType') askedCount += 1
          return Reflect.get(target, name) as unknown
        },
      })
    const list = [counted()]

    for (let round = 0; round < 3; round += 1) for (const event of EVENTS) matchingChanges(list, event)
    assert.equal(askedCount, EVENTS.length)

    matchingChanges([counted()], jobRunEvent())
    assert.equal(askedCount, EVENTS.length + 1)
  })
})

const ofTeam = (team: string, given: Parameters<typeof alertEvent>[0] = {}) =>
  alertEvent({ ...given, details: { labels: { team } } })
const dba = webhook({ id: 1, match: 'label.team="dba"' })
const web = webhook({ id: 2, match: '{label.team="web"} or {severity=high}' })
const rest = webhook({ id: 3, match: 'otherwise' })

describe('webhooks with matchers', () => {
  it('are notified of what meets a group, and "otherwise" of what nobody else takes', () => {
    const list = [dba, web, rest]
    assert.deepEqual(idsOf(list, ofTeam('dba', { newState: 'low' })), [1])
    assert.deepEqual(idsOf(list, ofTeam('dba', { newState: 'high' })), [1, 2])
    assert.deepEqual(idsOf(list, ofTeam('dev', { newState: 'low' })), [3])
  })

  it('are two with "otherwise": both hear', () => {
    const list = [dba, rest, { ...rest, id: 4 }]
    assert.deepEqual(idsOf(list, ofTeam('dev')), [3, 4])
    assert.deepEqual(idsOf(list, ofTeam('dba')), [1])
  })

  it('leave to "otherwise" what only a disabled webhook, or one for another severity, would take', () => {
    const low = ofTeam('dba', { newState: 'low' })
    assert.deepEqual(idsOf([{ ...dba, enabled: false }, rest], low), [3])
    assert.deepEqual(idsOf([{ ...dba, alertFlags: { ...OFF, high: true, cleared: true } }, rest], low), [3])
    assert.deepEqual(idsOf([webhook({ id: 1 }), rest], low), [1])
  })

  it('hear of the clear whatever they say of severities, and "otherwise" where it heard of the raise', () => {
    const list = [webhook({ id: 1, match: 'severity=high' }), rest]
    const clear = (oldState: AlertState) => alertEvent({ oldState, newState: 'cleared' })
    assert.deepEqual(idsOf(list, clear('high')), [1])
    assert.deepEqual(idsOf(list, clear('low')), [1, 3])
  })

  it('take an alert in mode current_state too, enabled or not, and leave it to nobody if enabled', () => {
    const kept = webhook({ id: 1, match: 'label.team="dba"', mode: 'current_state' })
    const states = (list: readonly Webhook[], event: ReturnType<typeof alertEvent>) =>
      matchingCurrentStates(list, event).map(({ id }) => id)
    const high = ofTeam('dba', { newState: 'high' })
    const clear = ofTeam('dba', { oldState: 'high', newState: 'cleared' })

    assert.deepEqual([states([kept, rest], high), idsOf([kept, rest], high)], [[1], []])
    assert.deepEqual(idsOf([kept, rest], clear), [])
    assert.deepEqual(states([kept], clear), [])
    assert.deepEqual(states([{ ...kept, enabled: false }, rest], high), [1])
    assert.deepEqual(idsOf([{ ...kept, enabled: false }, rest], high), [3])
  })

  it('say why one is not notified', () => {
    const list = [dba, web, rest]
    assert.equal(whyNotNotified(web, list, ofTeam('dba', { newState: 'low' })), 'match')
    assert.equal(whyNotNotified(rest, list, ofTeam('dba')), 'taken_by_others')
    assert.equal(whyNotNotified({ ...dba, enabled: false }, list, ofTeam('dba')), 'disabled')
  })

  it('are the same with the index as by asking each of them', () => {
    const value = fc.constantFrom('a', 'b', '')
    const matcher = fc
      .tuple(
        fc.constantFrom('label.x', 'label.y', 'server', 'name', 'severity'),
        fc.constantFrom('=', '!=', '=~', '!~'),
        value,
      )
      .map(([field, operator, text]) => `${field}${operator}"${text}"`)
    const match = fc
      .array(fc.array(matcher, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
      .map((groups) => groups.map((group) => `{${group.join(', ')}}`).join(' or '))
    const event = fc
      .record({
        x: value,
        y: value,
        serverName: value,
        name: value,
        newState: fc.constantFrom(...ALERT_STATES),
      })
      .map(({ x, y, serverName, name, newState }) =>
        alertEvent({ name, newState, details: { serverName, labels: { x, ...(y !== '' && { y }) } } }),
      )
    fc.assert(
      fc.property(
        fc.array(match, { maxLength: 12 }),
        fc.array(event, { minLength: 1, maxLength: 4 }),
        (texts, events) => {
          const list = texts.map((text, index) => webhook({ id: index + 1, match: text }))
          for (const one of events) {
            const asked = list.filter((webhook) => compileMatch(webhook.match ?? '').matches(one))
            assert.deepEqual(
              idsOf(list, one),
              asked.map(({ id }) => id),
            )
          }
        },
      ),
    )
  })
})
