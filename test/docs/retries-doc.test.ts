import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { SETTINGS } from '../../src/config/config.ts'
import { describeFailure } from '../../src/delivery/connection/failure.ts'

const DOC = readFileSync('docs/retries.md', 'utf8')

describe('docs/retries.md', () => {
  it('shows the default schedule', () => {
    assert.ok(DOC.includes(`\n${SETTINGS.retryScheduleMs.fallback}\n`))
    assert.equal(SETTINGS.retryScheduleMs.parse(SETTINGS.retryScheduleMs.fallback).length, 19)
  })

  it('adds the delays of its example up as the schedule does', () => {
    const delays = SETTINGS.retryScheduleMs.parse(SETTINGS.retryScheduleMs.fallback)
    const start = Date.UTC(2026, 0, 1, 3)
    let at = start
    const times = delays.map((delay) => new Date((at += delay)).toISOString().slice(11, 19))

    const [, example = ''] = /\*\*Example\.\*\* ([^]*?)\n\n/.exec(DOC) ?? []
    assert.deepEqual(example.match(/\d\d:\d\d:\d\d/g), [times[0], ...times.slice(0, 8), times.at(-1)])
  })

  it('names every reason for no response', () => {
    const listed = new Set([...DOC.matchAll(/^- `([a-z]+)`: /gm)].map(([, name]) => name))

    for (const code of [
      'ETIMEDOUT',
      'ECONNREFUSED',
      'ECONNRESET',
      'CERT_HAS_EXPIRED',
      'HPE_X',
      'UND_ERR_DESTROYED',
    ]) {
      assert.ok(listed.has(describeFailure({ code }).reason), code)
    }
    for (const reason of ['dns', 'blocked']) assert.ok(listed.has(reason))
  })
})
