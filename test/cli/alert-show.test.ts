import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { formatInstant } from '../../src/domain/instant.ts'
import { NOW, observation } from '../support/build.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool, words } from './run-tool.ts'

const DAY_MS = 24 * 3_600_000

describe('tocsin alert show', () => {
  let app: TestApp
  const ids: Record<string, number> = {}
  before(async () => {
    app = await startApp({ listen: true })
    const report = async (key: string, given: object, now: number) => {
      const [accepted] = await app.store.acceptObservations([observation({ key, ...given })], now)
      ids[key] = accepted?.alertId ?? 0
    }
    await report('living', { at: Date.now() - DAY_MS }, Date.now())
    await report('left behind', {}, NOW)
    await report('over', {}, NOW)
    await report('over', { state: 'cleared', at: NOW + 1_000 }, NOW + 2_000)
  })
  after(() => app.stop())

  const run = async (line: string) =>
    (await runTool(words(line), { environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN } })).out

  it('does not tell people to clear what its monitor will clear', async () => {
    const out = await run(`alert show ${ids['living']}`)

    assert.match(
      out,
      /\nIts monitor still reports it\. If no report arrives, you can clear it in \S+ min: tocsin alert clear \d+\n$/,
    )
  })

  it('says how to clear what its monitor no longer reports', async () => {
    const out = await run(`alert show ${ids['left behind']}`)

    assert.match(out, /\nIf its monitor will never clear it: tocsin alert clear \d+\n$/)
    assert.doesNotMatch(await run(`alert show ${ids['over']}`), /alert clear/)
  })

  it('has one line for what flapped, and the command that lists each event', async () => {
    const states = ['high', 'cleared', 'high', 'cleared', 'high', 'cleared', 'high'] as const
    for (const [index, state] of states.entries()) {
      const at = NOW + 1 + index * 4_000
      const [accepted] = await app.store.acceptObservations([observation({ key: 'flaps', state, at })], at)
      ids['flaps'] = accepted?.alertId ?? 0
    }
    const out = await run(`alert show ${ids['flaps']}`)

    assert.match(out, /\nEvent \d+, [^\n]+: cleared → high\nEvents \d+ to \d+, /)
    assert.match(
      out,
      new RegExp(
        `: raised \\(high\\) and cleared 3 times in 20 s; each: tocsin event list --alert ${ids['flaps']} --all\\n`,
      ),
    )
    assert.equal(out.match(/^Events? /gm)?.length, 2)
  })

  it('says that only the newest are shown, and how to list all', async () => {
    const states = Array.from({ length: 61 }, (_, index) => (index % 2 === 0 ? 'high' : 'cleared'))
    for (const [index, state] of states.entries()) {
      const at = NOW + 1 + index
      const [accepted] = await app.store.acceptObservations([observation({ key: 'long', state, at })], at)
      ids['long'] = accepted?.alertId ?? 0
    }
    const out = await run(`alert show ${ids['long']}`)
    const all = `tocsin event list --alert ${ids['long']} --all\n`

    assert.ok(
      out.includes(`: raised (high) and cleared at least 24 times within a second; each: ${all}`),
      out,
    )
    assert.ok(out.includes(`\nThe newest 50 events are shown; all: ${all}`), out)
    assert.doesNotMatch(await run(`alert show ${ids['flaps']}`), /newest/)
  })

  it('has the same last report as the list, and the moment that the monitor named apart from it', async () => {
    const shown = await run(`alert show ${ids['living']}`)
    const listed = await run('alert list')

    assert.match(shown, /last reported at +(?:just now|\d+ s ago)/)
    assert.match(shown, /observed at +(?:1 d ago|24 h ago|yesterday|\S*27)/)
    assert.match(listed, /LAST REPORT/)
    const { json } = await app.call('GET', `/v1/alerts/${ids['over']}`)
    assert.deepEqual(
      [json.observed_at, json.last_reported_at],
      [formatInstant(NOW + 1_999), formatInstant(NOW + 2_000)],
    )
  })
})
