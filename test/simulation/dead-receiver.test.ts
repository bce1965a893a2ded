import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sqliteEngine } from './database/in-process-store.ts'
import { postgresEngine } from './database/postgres-database.ts'
import { SimulatedServer } from './database/simulated-server.ts'
import { ALERTS, liveThroughStorm, type Storm } from './dead-receiver.ts'

/** Of seven slots four are for what wakes somebody, as long as there is any; a few are under way already. */
const UNDER_WAY_MAX = 12

/** Six hours are 130,000 transactions, which take minutes: `.ci/run` has them. */
const HAS_TIME = process.env['TOCSIN_TEST_CHECK_ALL'] !== undefined

describe('a receiver that was dead through a storm', () => {
  it('has the current state with one request for each alert that differs, the most urgent first', async () => {
    demandPresent(await liveThroughStorm(sqliteEngine()))
  })

  if (HAS_TIME) {
    it('is so on PostgreSQL as well', async (context) => {
      const server = await SimulatedServer.start()
      context.after(() => server.stop())

      demandPresent(await liveThroughStorm(postgresEngine(server)))
    })
  }
})

function demandPresent({ before, after, states }: Storm): void {
  const known = new Map(before.map(({ alertId, state }) => [alertId, state]))
  assert.equal(known.size, (ALERTS * 3) / 4)
  const differing = [...states].filter(([id, state]) => state !== (known.get(id) ?? 'cleared'))
  assert.ok(differing.length > ALERTS / 2)
  assert.deepEqual(
    after.toSorted((one, other) => one.alertId - other.alertId),
    differing
      .map(([alertId, state]) => ({ alertId, state }))
      .toSorted((one, other) => one.alertId - other.alertId),
  )
  const highs = after.filter(({ state }) => state === 'high').length
  const lastHigh = after.findLastIndex(({ state }) => state === 'high') + 1
  assert.ok(
    highs > 0 && lastHigh <= (highs * 7) / 4 + UNDER_WAY_MAX,
    `${highs} high ones among the first ${lastHigh}`,
  )
  const lows = after.filter(({ state }) => state === 'low').length
  const halfOfLows = after.filter(({ state }) => state === 'low')[Math.floor(lows / 2)]
  assert.ok(halfOfLows && after.indexOf(halfOfLows) > after.length / 2, 'what can wait goes last')
}
