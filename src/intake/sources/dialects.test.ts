import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { readContext, sourceBody } from '../../../test/support/source-reading.ts'
import { DIALECTS } from '../../domain/source.ts'
import { AppError } from '../../domain/errors.ts'
import type { Dialect, Reading } from './dialect.ts'
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
        fc.property(hostile(documented), (body) => {
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

/** A documented body in which some members anywhere are something else. */
function hostile(documented: unknown): fc.Arbitrary<unknown> {
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    fc.constantFrom<unknown>(
      '',
      ' ',
      1e308,
      -1,
      0,
      '-0',
      '1e400',
      'x'.repeat(70_000),
      '\u0000\ud800',
      [[]],
      {},
    ),
  )
  return fc
    .tuple(fc.array(fc.tuple(fc.nat(), value), { maxLength: 5 }), fc.boolean())
    .map(([changes]) => changes.reduce((body, [place, given]) => replaceAt(body, place, given), documented))
}

/** With what is at the place that counting leads to replaced, or taken out. */
function replaceAt(body: unknown, place: number, given: unknown): unknown {
  if (typeof body !== 'object' || body === null) return given
  const names = Object.keys(body)
  if (names.length === 0) return given
  const name = names[place % names.length] ?? ''
  const inside = (body as Readonly<Record<string, unknown>>)[name]
  const rest = Math.floor(place / names.length)
  const changed = rest % 3 === 0 ? given : replaceAt(inside, Math.floor(rest / 3), given)
  const copy: Record<string, unknown> | unknown[] = Array.isArray(body) ? [...body] : { ...body }
  if (given === 0) delete (copy as Record<string, unknown>)[name]
  else (copy as Record<string, unknown>)[name] = changed
  return copy
}
