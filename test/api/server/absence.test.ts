import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { startApp, type DatabaseUrl } from '../../support/app/start-app.ts'
import { NOW } from '../../support/build.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { eventually } from '../../support/time/eventually.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'

const MINUTE = 60_000
/** Less than what counts as an absence. */
const STEP_MS = 4_000

const DATABASES = {
  sqlite: async (t: TestContext): Promise<DatabaseUrl> => {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-absence-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    return `sqlite:${join(folder, 'tocsin.db')}`
  },
  postgres: () => createTestDatabase(),
}

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`a service that was away for longer than monitors promise (${engine})`, () => {
    it('takes that for the recovery of nothing: what was left of a promise is given again', async (t) => {
      const clock = new FakeClock(NOW)
      const database = await DATABASES[engine](t)
      const first = await startApp({ clock, database, listen: true })
      const labels = { alertname: 'Lag' }
      const endsAt = new Date(NOW + 4 * MINUTE).toISOString()
      await first.call('POST', '/intake/prometheus/api/v2/alerts', [{ labels, endsAt }])
      await first.stop()
      clock.advance(6 * MINUTE)

      const second = await startApp({ clock, database, listen: true })
      t.after(() => second.stop())
      await eventually('the promise has run out', async () => {
        clock.advance(STEP_MS)
        return (await second.call('GET', '/v1/alerts')).json.items[0].state === 'cleared'
      })

      // With the grace, and the time that had passed before the last note.
      const openMs = clock.now() - NOW - 6 * MINUTE
      assert.ok(openMs >= 5 * MINUTE - 2 * STEP_MS, `${openMs}`)
      const [event] = (await second.call('GET', '/v1/events')).json.items
      assert.deepEqual([event.new_state, event.ended_by], ['cleared', 'expired'])
    })
  })
}
