import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runForeignSql } from '../support/databases/foreign-sql.ts'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'
import { runTool, words } from '../cli/run-tool.ts'

/** Something in the database that lets everything happen but a claim, whatever it may be; and its end. */
const FAULT = {
  sqlite: {
    begin: `CREATE TRIGGER no_claims BEFORE UPDATE ON deliveries WHEN NEW.state = 'sending'
            BEGIN SELECT RAISE(ABORT, 'no claims'); END`,
    end: 'DROP TRIGGER no_claims',
  },
  postgres: {
    begin: `CREATE FUNCTION no_claims() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no claims'; END $$;
            CREATE TRIGGER no_claims BEFORE UPDATE ON deliveries FOR EACH ROW WHEN (NEW.state = 'sending')
            EXECUTE FUNCTION no_claims()`,
    end: 'DROP TRIGGER no_claims ON deliveries',
  },
}

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`${engine}: while nothing can be claimed`, () => {
    it('every status shows the problem, the node stays in service, and recovers by itself', async (t) => {
      const receiver = await Receiver.start()
      const app = await startApp({ database: engine, listen: true })
      t.after(() => Promise.all([app.stop(), receiver.stop()]))
      await app.call('POST', '/v1/webhooks', { name: 'one', url: receiver.url, mode: 'every_change' })
      await runForeignSql(app.database, FAULT[engine].begin)

      const taken = await app.call('POST', '/v1/alerts', { key: 'a', name: 'Lag', state: 'high' })
      assert.equal(taken.status, 200)
      await eventually('it is noticed', async () => (await ready(app)).status === 'degraded')
      await assertNotified(app)

      await runForeignSql(app.database, FAULT[engine].end)
      await eventually('it has arrived', () => receiver.requests.length === 1)
      await eventually('nothing is wrong any more', async () => (await ready(app)).status === 'ok')
      assert.match(await metricsOf(app), /^tocsin_degraded\{part="delivery"\} 0$/m)
    })
  })
}

async function ready(app: TestApp) {
  const { status, json } = await app.call('GET', '/readyz')
  assert.equal(status, 200)
  return json
}

async function metricsOf(app: TestApp): Promise<string> {
  return (await app.call('GET', '/metrics')).text
}

async function assertNotified(app: TestApp): Promise<void> {
  const because = /^nothing can be claimed, so no delivery is sent\. /
  const [reason] = (await ready(app)).reasons
  assert.equal(reason.path, 'delivery')
  assert.match(reason.message, because)
  const { problems } = (await app.call('GET', '/v1/status')).json
  assert.match(problems[0].message, because)
  assert.match(await metricsOf(app), /^tocsin_degraded\{part="delivery"\} 1$/m)
  const environment = { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN }
  assert.match(
    (await runTool(words('status'), { environment })).out,
    /^wrong +delivery: nothing can be claimed/m,
  )
  // It is read at most once a second.
  await eventually('the overview tells it', async () => {
    const { state, explanation } = (await app.call('GET', '/v1/overview')).json
    return state === 'stopped' && /^Nothing is delivered: since .* nothing can be claimed/.test(explanation)
  })
}
