import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AlertState } from '../alert/alert.ts'
import { groupByServer } from './on-call.ts'

const alert = (state: AlertState, since: number, serverName?: string) => ({
  state,
  since,
  details: serverName === undefined ? {} : { serverName },
})

describe('active alerts by server', () => {
  it('begins with the server of the worst alert, and with its worst one', () => {
    const servers = groupByServer([
      alert('medium', 9, 'a'),
      alert('low', 8, 'b'),
      alert('high', 1, 'b'),
      alert('high', 7),
    ])

    assert.deepEqual(
      servers.map(({ name, alerts }) => [name, alerts.map(({ state }) => state)]),
      [
        [null, ['high']],
        ['b', ['high', 'low']],
        ['a', ['medium']],
      ],
    )
  })

  it('puts the newest of equally bad ones first', () => {
    const [server] = groupByServer([alert('high', 1, 'a'), alert('high', 3, 'a'), alert('high', 2, 'a')])

    assert.deepEqual(
      server?.alerts.map(({ since }) => since),
      [3, 2, 1],
    )
  })
})
