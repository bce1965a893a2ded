import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const SOURCES = {
  orders: { dialect: 'alertmanager' },
  nightly: {
    dialect: 'pg_cron',
    database: 'postgres://reader:secret@db-1.internal:5433/postgres?sslmode=require',
  },
  sql: { dialect: 'pg_notify', database: 'postgres://db-2/billing' },
}

describe('GET /v1/sources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-known-sources-'))
  const clock = new FakeClock()
  let app: TestApp
  before(async () => {
    writeFileSync(join(folder, 'sources.json'), JSON.stringify({ sources: SOURCES }))
    app = await startApp({
      clock,
      settings: { TOCSIN_SOURCES_FILE: join(folder, 'sources.json'), TOCSIN_BASE_PATH: '/base' },
    })
  })
  after(async () => {
    await app.stop()
    rmSync(folder, { recursive: true })
  })

  const list = async () => {
    const { status, json } = await app.call('GET', '/base/v1/sources')
    assert.equal(status, 200)
    return new Map(json.items.map((item: { name: string }) => [item.name, item]))
  }

  it('has every source with its address, and no secrets', async () => {
    const { text, json } = await app.call('GET', '/base/v1/sources')
    const names = json.items.map((item: { name: string }) => item.name)

    assert.deepEqual(names, [...names].toSorted())
    assert.doesNotMatch(text, /secret|reader/)
    assert.deepEqual((await list()).get('nightly'), {
      name: 'nightly',
      dialect: 'pg_cron',
      kind: 'poll',
      address: 'db-1.internal:5433/postgres',
      last_reported_at: null,
      checked_at: null,
      read_until: null,
      failure: null,
      failing_since: null,
      warning: null,
      warned_at: null,
    })
    const shown = [...(await list()).values()].map(
      (item) => item as { name: string; kind: string; address: string },
    )
    const of = (name: string) => shown.find((item) => item.name === name)
    assert.deepEqual([of('orders')?.kind, of('orders')?.address], ['push', '/base/intake/orders'])
    assert.equal(of('prometheus')?.address, '/base/intake/prometheus/api/v2/alerts')
    assert.deepEqual([of('sql')?.kind, of('sql')?.address], ['listen', 'db-2:5432/billing'])
  })

  it('tells when something came last, and how reading goes', async () => {
    const body = { key: 'k', name: 'n', state: 'high', source: 'orders' }
    await app.call('POST', '/base/v1/alerts', body)
    await app.call('POST', '/base/v1/alerts', { ...body, key: 'younger' })
    clock.advance(2_000)
    await app.call('POST', '/base/v1/alerts', body)
    clock.advance(-2_000)
    const run = { job_id: '1', run_id: '1', name: 'n', status: 'success', source: 'nightly' }
    await app.call('POST', '/base/v1/job-runs', run)
    await app.store.writeSourceCursors(
      [{ source: 'nightly', name: '', position: clock.now() - 5_000 }],
      clock.now(),
    )
    await app.store.noteSourceFailure({ source: 'nightly', name: '', failure: 'away' }, clock.now() + 1_000)
    await app.store.noteSourceFailure(
      { source: 'nightly', name: 'unended', failure: 'not this' },
      clock.now(),
    )

    const known = await list()

    const { last_reported_at: reportedAt, checked_at: checkedAt } = known.get('orders') as Record<
      string,
      unknown
    >
    assert.deepEqual([reportedAt, checkedAt], ['2026-09-14T03:00:02.000Z', null])
    assert.deepEqual(known.get('nightly'), {
      name: 'nightly',
      dialect: 'pg_cron',
      kind: 'poll',
      address: 'db-1.internal:5433/postgres',
      last_reported_at: '2026-09-14T03:00:00.000Z',
      checked_at: '2026-09-14T03:00:01.000Z',
      read_until: '2026-09-14T02:59:55.000Z',
      failure: 'away',
      failing_since: '2026-09-14T03:00:01.000Z',
      warning: null,
      warned_at: null,
    })
  })
})
