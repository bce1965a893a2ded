import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AlertState } from '../alert/alert.ts'
import { compareActive, hasNotifiedNobody, ON_THE_WAY_MS, viewOnCall, type ActiveAlert } from './on-call.ts'

type Given = Partial<Pick<ActiveAlert, 'isTakenCareOf' | 'hasNotifiedNobody'>> & { readonly server?: string }

let lastId = 0

function active(state: AlertState, since: number, { server, ...given }: Given = {}) {
  const details = server === undefined ? {} : { serverName: server }
  const alert = { id: (lastId += 1), state, since, changedAt: since, details }
  return { alert, isTakenCareOf: false, hasNotifiedNobody: false, ...given }
}

describe('the order of active alerts', () => {
  it('is: high ones that notified nobody, those that nobody acknowledged, the worst, the oldest', () => {
    const ordered = [
      active('high', 9, { hasNotifiedNobody: true }),
      active('high', 1),
      active('high', 2),
      active('medium', 8, { hasNotifiedNobody: true }),
      active('medium', 3),
      active('low', 0, { hasNotifiedNobody: true }),
      active('high', 0, { isTakenCareOf: true }),
      active('low', 0, { isTakenCareOf: true }),
    ]

    assert.deepEqual(ordered.toReversed().toSorted(compareActive), ordered)
  })

  it('is that of the ids at the same time', () => {
    const [one, other] = [active('high', 1), active('high', 1)]
    assert.deepEqual([other, one].toSorted(compareActive), [one, other])
  })
})

describe('an alert has notified nobody', () => {
  const alert = { changedAt: 1_000 }

  it('if no receiver accepted it and no notification has just left', () => {
    assert.equal(hasNotifiedNobody(undefined, alert, 1_000), false)
    assert.equal(hasNotifiedNobody({ isOnTheWay: false }, alert, 1_000), true)
    assert.equal(hasNotifiedNobody({ isOnTheWay: true }, alert, 1_000 + ON_THE_WAY_MS - 1), false)
    assert.equal(hasNotifiedNobody({ isOnTheWay: true }, alert, 1_000 + ON_THE_WAY_MS), true)
  })
})

describe('active alerts by server', () => {
  const alerts = [
    active('medium', 9, { server: 'a' }),
    active('low', 8, { server: 'b' }),
    active('high', 1, { server: 'b' }),
    active('high', 7),
    active('low', 5, { server: 'c' }),
  ]

  it('come in the order of their first ones', () => {
    const { servers } = viewOnCall(alerts, 100)

    assert.deepEqual(
      servers.map((server) => [server.name, server.alerts.map(({ alert }) => alert.state)]),
      [
        ['b', ['high', 'low']],
        [null, ['high']],
        ['a', ['medium']],
        ['c', ['low']],
      ],
    )
  })

  it('are counted, shown or not', () => {
    const { counts, serverCount, servers, shown } = viewOnCall(alerts, 2)

    assert.deepEqual([counts, serverCount, shown], [{ high: 2, medium: 1, low: 2 }, 3, 2])
    assert.deepEqual(
      servers.map((server) => [server.name, server.counts, server.alerts.length]),
      [
        ['b', { high: 1, medium: 0, low: 1 }, 1],
        [null, { high: 1, medium: 0, low: 0 }, 1],
      ],
    )
  })
})
