import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { makeToken } from '../../support/app/make-token.ts'
import { DIALECTS, MINUTE, type EdgeCaseDialect } from './edge-case-dialects.ts'
import { resultsOf, SourceWorlds, type World } from './source-world.ts'

/**
 * Tries what goes wrong between monitors and a receiver of theirs: a table of cases, each with every dialect. Only some
 * dialects send what dialect-cases.test.ts has; Prometheus: prometheus.test.ts; one alert of several: variants.test.ts;
 * what a shell and a script make of hostile texts: nagios.test.ts, zabbix.test.ts.
 */

const worlds = new SourceWorlds()
after(() => worlds.stop())

function assertEach(results: readonly string[], expected: string): void {
  assert.ok(results.length > 0 && results.every((result) => result === expected), results.join())
}

const CASES: Readonly<Record<string, (dialect: EdgeCaseDialect, world: World) => Promise<void>>> = {
  'gzip body': async ({ source, problem }, { app }) => {
    const packed = gzipSync(JSON.stringify(problem()))
    const response = await app.call('POST', `/intake/${source}`, packed, { 'content-encoding': 'gzip' })

    assertEach(resultsOf(response), 'raised')
  },

  'wrong content type (text/plain, and the form of curl)': async ({ source, problem }, { app }) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/cloudevents+json']) {
      const headers = { 'content-type': type }
      const response = await app.call('POST', `/intake/${source}`, JSON.stringify(problem()), headers)

      assert.equal(response.status, 200, `${type}: ${response.text}`)
    }
  },

  'a token in the address': async ({ source, problem }, { app }) => {
    const token = await makeToken(app, ['events:write'])
    const response = await app.call('POST', `/intake/${token}/${source}`, problem(), { 'x-auth-token': '' })

    assert.equal(response.status, 200)
  },

  'nothing at all, or no JSON': async ({ source }, { app, events }) => {
    for (const nothing of ['', 'null', '7', '"text"', '{}', '{', '[[[]]]']) {
      const { status, json, text } = await app.call('POST', `/intake/${source}`, nothing)

      assert.equal(status, 400, nothing)
      assert.match(json.detail ?? text, /[Nn]othing was taken in|not valid JSON|must have|Nothing|body/)
    }
    assert.deepEqual(await events(), [])
  },

  'replays of the identical body (idempotent)': async (dialect, { report, events }) => {
    const { source, problem, end, late } = dialect
    const raised = await report(source, problem())
    assertEach(raised, 'raised')
    for (let again = 0; again < 2; again += 1) assertEach(await report(source, problem()), 'refreshed')
    assert.equal((await events()).length, raised.length)

    assertEach(await report(source, end(-MINUTE)), 'cleared')
    for (let again = 0; again < 3; again += 1) await report(source, end(-MINUTE))
    assert.equal((await events()).length, 2 * raised.length)
    const afterwards = await report(source, problem())
    assert.deepEqual(afterwards, late ? raised.map(() => late) : [])
  },

  'resolved for an unknown alert (200, no clear sent)': async (dialect, { report, events, shown }) => {
    assert.deepEqual(await report(dialect.source, dialect.end(-MINUTE)), dialect.unknownEnd)
    assert.deepEqual([await events(), await shown()], [[], []])
  },

  'text with quotes, newlines, 64 KB': async ({ source, hostile, kept }, { app, report, shown }) => {
    const text = `"quotes" '\\ \n\t\0 <b> 🐘 ${'ü'.repeat(60_000)}`
    assert.deepEqual(await report(source, hostile(text)), ['raised'])
    const [alert] = await shown()
    if (kept) {
      assert.equal(kept(alert).length, text.length)
      assert.match(kept(alert), /^"quotes" '\\ \n\t. <b> 🐘 ü+$/)
    }
    if (!kept) await report(source, hostile(`"'\\\n\t<b>\u{1f418}\u0000 ${'x'.repeat(65_536)}`))
    for (const { key, name, details } of await app.store.listAlerts({}, { limit: 10 })) {
      assert.ok(key.length <= 500 && name.length <= 500)
      assert.ok((details.info?.length ?? 0) <= 65_536)
    }
  },

  'a clock that is 5 min behind': (dialect, world) => reportBySkewedClock(dialect, world, -5 * MINUTE),
  'a clock that is 5 min ahead': (dialect, world) => reportBySkewedClock(dialect, world, 5 * MINUTE),
}

async function reportBySkewedClock(
  { source, problem, end }: EdgeCaseDialect,
  { clock, report, events }: World,
  skew: number,
): Promise<void> {
  const raised = await report(source, problem(skew))
  assertEach(raised, 'raised')
  clock.advance(MINUTE)
  const cleared = await report(source, end(skew + MINUTE, skew))
  assertEach(cleared, 'cleared')

  assert.equal(cleared.length, raised.length)
  assert.equal((await events()).length, 2 * raised.length)
  assert.ok((await events()).every((event) => event.at <= clock.now()))
}

for (const dialect of DIALECTS)
  describe(`edge cases of ${dialect.source}`, () => {
    for (const [title, act] of Object.entries(CASES))
      it(title, async () => act(dialect, await worlds.start()))
  })
