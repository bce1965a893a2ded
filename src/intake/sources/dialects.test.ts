import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { mutatedBody } from '../../../test/support/sources/mutated-body.ts'
import { readContext, sourceBody } from '../../../test/support/sources/source-reading.ts'
import { DIALECTS } from '../../domain/source/source.ts'
import { AppError } from '../../domain/errors.ts'
import type { Dialect, Reading } from '../reading/dialect.ts'
import { pushDialect, PUSH_DIALECTS, recogniseDialect } from './dialects.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'test', 'fixtures', 'sources')
const fixtures = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''))
/** `json` takes whatever comes, and is no guess at what a body may be. */
const withShape = PUSH_DIALECTS.filter(({ name }) => name !== 'json')

describe('the dialects', () => {
  for (const fixture of fixtures) {
    it(`of ${fixture}.json recognise no more than one`, () => {
      const recognising = withShape.filter(({ recognises }) => recognises(sourceBody(fixture)))

      assert.equal(recognising.length, dialectOf(fixture) === 'json' ? 0 : 1)
      assert.equal(recogniseDialect(sourceBody(fixture)), recognising[0])
      const named = DIALECTS.find((name) => name === dialectOf(fixture) && name !== 'json')
      if (named) assert.equal(recognising[0]?.name, named)
    })
  }

  it('have a documented body each', () => {
    const dialects = new Set(fixtures.map(dialectOf))

    assert.deepEqual(
      DIALECTS.filter((name) => pushDialect(name) && !dialects.has(name)),
      [],
    )
  })

  for (const { name, recognises, read } of withShape) {
    it(`${name} throws at no body, and makes only what can be stored`, () => {
      const documented = sourceBody(name)
      fc.assert(
        fc.property(mutatedBody(documented), (body) => {
          if (!recognises(body)) return
          const { observations, jobRuns = [] } = readAs(read, body)
          for (const { key, name, at, since = 0, expiresAt = 0 } of observations) {
            assert.ok(key.length > 0 && key.length <= 500 && name.length > 0 && name.length <= 65_536)
            assert.ok([at, since, expiresAt].every((time) => Number.isSafeInteger(time)))
          }
          for (const { jobId, runId, finishedAt } of jobRuns) {
            assert.ok([jobId, runId].every((id) => id.length > 0 && id.length <= 500))
            assert.ok(Number.isSafeInteger(finishedAt))
          }
        }),
        { numRuns: 500 },
      )
    })
  }
})

/** Of `datadog`, and of `cloudevents-batch`. */
function dialectOf(fixture: string): string {
  return fixture.split('-')[0] ?? ''
}

function readAs(read: Dialect['read'], body: unknown): Reading {
  try {
    return read(body, readContext())
  } catch (error) {
    if (error instanceof AppError && error.code === 'payload_too_large')
      return { observations: [], errors: [] }
    throw error
  }
}
