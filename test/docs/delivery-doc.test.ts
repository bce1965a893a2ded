import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { SETTINGS } from '../../src/config/config.ts'
import { describeFailure } from '../../src/delivery/connection/failure.ts'

const DOC = readFileSync('docs/delivery.md', 'utf8')

describe('docs/delivery.md', () => {
  it('names exactly the log lines of the code', () => {
    const code = globSync('src/delivery/*.ts')
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')

    const inCode = [...code.matchAll(/'(delivery\.[a-z_]+)'/g)].map(([, name]) => name)
    const inDoc = [...DOC.matchAll(/^\| `(delivery\.[a-z_]+)`/gm)].map(([, name]) => name)

    assert.deepEqual(inDoc.toSorted(), [...new Set(inCode)].toSorted())
  })

  it('shows the default schedule', () => {
    assert.ok(DOC.includes(`\n${SETTINGS.retryScheduleMs.fallback}\n`))
    assert.equal(SETTINGS.retryScheduleMs.parse(SETTINGS.retryScheduleMs.fallback).length, 19)
  })

  it('names every reason for no response', () => {
    const listed = new Set([...DOC.matchAll(/^\| `([a-z]+)` /gm)].map(([, name]) => name))

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
