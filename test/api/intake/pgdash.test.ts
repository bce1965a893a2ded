import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { sourceBody } from '../../support/sources/source-reading.ts'
import type { CallResponse, StartOptions, TestApp } from '../../support/app/start-app.ts'
import { SourceApps } from '../../support/sources/start-with-sources.ts'
import { createTestDatabase, TEST_ENGINE } from '../../support/databases/test-engine.ts'

const NOW = Date.parse('2026-09-14T04:30:00Z')
const MINUTE = 60_000
const pgdash = sourceBody('pgdash')

const apps = new SourceApps()
after(() => apps.stop())

const start = (clock = new FakeClock(NOW), database: StartOptions['database'] = TEST_ENGINE) =>
  apps.start('sources: {}', { clock, database })

const resultsOf = ({ status, json, text }: CallResponse): readonly string[] => {
  assert.equal(status, 200, text)
  return json.results.map(({ result }: { result: string }) => result)
}

async function statesOf(app: TestApp): Promise<readonly string[]> {
  const alerts = await app.store.listAlerts({ source: 'pgdash' }, { limit: 1_000 })
  return alerts.map(({ name, state }) => `${name}: ${state}`).toSorted()
}

/** `reported` in minutes after now. */
const listAt = (minutes: number, members: object = {}) => ({
  ...pgdash,
  reported: (NOW + minutes * MINUTE) / 1000,
  ...members,
})
const [backends, size] = pgdash.alerts
const BACKENDS = 'Number of backends is greater than 180'
const SIZE = 'Table size is greater than 100 GiB'

describe('pgDash', () => {
  it('empty list for an unknown server', async () => {
    const app = await start()
    const response = await app.call('POST', '/intake/pgdash', listAt(0, { server: 'unknown', alerts: [] }))

    assert.deepEqual(resultsOf(response), [])
    assert.deepEqual(await statesOf(app), [])
  })

  it('an older list that is sent again after a newer one raises nothing', async () => {
    const app = await start()
    await app.call('POST', '/intake/pgdash', listAt(-3, { alerts: [backends] }))
    await app.call('POST', '/intake/pgdash', listAt(-2, { alerts: [] }))
    // It has an alert that the newer list does not, and that is unknown.
    const late = await app.call('POST', '/intake/pgdash', listAt(-2.5, { alerts: [backends, size] }))

    assert.deepEqual(resultsOf(late), [])
    assert.match(late.json.note, /Something newer has arrived already/)
    assert.deepEqual(await statesOf(app), [`${BACKENDS}: cleared`])

    const server = listAt(-2.5, { server: 'pg-2', alerts: [size] })
    assert.deepEqual(resultsOf(await app.call('POST', '/intake/pgdash', server)), ['raised'])
  })

  it('and neither after a restart', async () => {
    const database =
      TEST_ENGINE === 'postgres'
        ? await createTestDatabase()
        : (`sqlite:${join(apps.folder, 'restart.db')}` as const)
    const first = await start(new FakeClock(NOW), database)
    await first.call('POST', '/intake/pgdash', listAt(-2, { alerts: [] }))
    await first.stop()
    const second = await start(new FakeClock(NOW), database)
    await second.call('POST', '/intake/pgdash', listAt(-3, { alerts: [backends] }))
    assert.deepEqual(await statesOf(second), [])

    await second.call('POST', '/intake/pgdash', listAt(-2, { alerts: [size] }))
    assert.deepEqual(await statesOf(second), [`${SIZE}: medium`])
  })

  it('lists that arrive at the same moment are taken one after the other', async () => {
    const app = await start()
    const lists = Array.from({ length: 20 }, (_, index) => [
      listAt(index - 30, { alerts: index % 2 === 0 ? [backends, size] : [size] }),
      listAt(index - 30, { server: 'pg-2', alerts: index % 2 === 0 ? [] : [backends] }),
    ]).flat()
    const responses = await Promise.all(
      lists.toReversed().map((list) => app.call('POST', '/intake/pgdash', list)),
    )

    assert.ok(responses.every(({ status }) => status === 200))
    assert.deepEqual(
      (await app.store.listAlerts({ source: 'pgdash' }, { limit: 10 }))
        .map(({ details, state }) => `${details.serverName} ${state}`)
        .toSorted(),
      ['pg-2 high', 'pg-orders-1 medium'],
    )
  })

  it('same alert twice in one batch', async () => {
    const app = await start()
    const response = await app.call('POST', '/intake/pgdash', listAt(0, { alerts: [backends, backends] }))

    assert.deepEqual(resultsOf(response), ['raised'])
  })

  it('with one invalid element takes the rest, and ends nothing', async () => {
    const app = await start()
    await app.call('POST', '/intake/pgdash', listAt(-1, { alerts: [backends] }))
    const { status, json } = await app.call('POST', '/intake/pgdash', listAt(0, { alerts: [size, 7] }))

    assert.equal(status, 400)
    assert.match(
      json.detail,
      /not as pgDash sends it: alert 1: must be an object\. The other one of the request is taken/,
    )
    assert.deepEqual(await statesOf(app), [`${BACKENDS}: high`, `${SIZE}: medium`])
  })

  it('a change alert, whose body is another one, is refused with the remedy', async () => {
    const app = await start()
    for (const body of [
      { version: 1, server: 'pg-1', reported: NOW / 1000, changes: [] },
      { version: 1, server: 'pg-1', changes: [] },
    ]) {
      const { status, json } = await app.call('POST', '/intake/pgdash', body)

      assert.equal(status, 400)
      assert.match(json.detail, /Change alerts of pgDash are not: do not give them this address/)
    }
  })

  it('clears by hand what a lost list has left, and goes on from there', async () => {
    const clock = new FakeClock(NOW)
    const app = await start(clock)
    await app.call('POST', '/intake/pgdash', listAt(0, { alerts: [backends] }))
    const [alert] = await app.store.listAlerts({ source: 'pgdash' }, { limit: 1 })
    clock.advance(MINUTE)
    const byHand = { source: 'pgdash', key: alert?.key, name: BACKENDS, server: { name: 'pg-orders-1' } }
    await app.call('POST', '/v1/alerts', { ...byHand, state: 'cleared' })
    assert.deepEqual(await statesOf(app), [`${BACKENDS}: cleared`])

    clock.advance(MINUTE)
    await app.call('POST', '/v1/alerts', { ...byHand, state: 'low' })
    clock.advance(MINUTE)
    await app.call('POST', '/intake/pgdash', listAt(3, { alerts: [] }))
    assert.deepEqual(await statesOf(app), [`${BACKENDS}: cleared`])
  })

  it('a list of 256 alerts, and the end of all of them', async () => {
    const app = await start()
    const alerts = Array.from({ length: 600 }, (_, index) => ({
      ...size,
      objname: `orders.public.t${index}`,
    }))
    const raised = await app.call('POST', '/intake/pgdash', listAt(-1, { alerts }))
    const cleared = await app.call('POST', '/intake/pgdash', listAt(0, { alerts: [] }))

    assert.ok(resultsOf(raised).every((result) => result === 'raised'))
    assert.equal(resultsOf(cleared).filter((result) => result === 'cleared').length, 600)
  })
})
