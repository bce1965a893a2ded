import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toLogLine } from './log-line.ts'

const line = (fields: Readonly<Record<string, unknown>>) =>
  toLogLine({ level: 'info', time: '2026-01-31T09:30:00.000Z', fields, event: 'delivery.attempted' })

const around = (fields: string) =>
  `{"level":"info","time":"2026-01-31T09:30:00.000Z",${fields}"event":"delivery.attempted"}`

describe('toLogLine', () => {
  for (const [fields, written] of [
    [{}, ''],
    [{ a: 1, b: undefined, c: null, d: Number.NaN, e: true }, '"a":1,"c":null,"d":null,"e":true,'],
    [{ text: 'a"b\\c\n\u0007é😀\ud800' }, String.raw`"text":"a\"b\\c\n\u0007é😀\ud800",`],
    [{ list: [undefined], at: new Date(0) }, '"list":[null],"at":"1970-01-01T00:00:00.000Z",'],
    [{ error: 'a sentence' }, '"error":"a sentence",'],
  ] as const) {
    it(`writes ${written}`, () => assert.equal(line(fields), around(written)))
  }

  it('writes errors with what caused them, where they stand among the fields', () => {
    const error = new Error('outer', { cause: new TypeError('inner') })
    const { error: written } = JSON.parse(line({ a: 1, error, b: 2 }))

    assert.deepEqual([written.message, written.stack, written.cause.message], ['outer', error.stack, 'inner'])
    assert.match(
      line({ a: 1, error, b: 2 }),
      /^\{"level":"info","time":"[^"]+","a":1,"error":\{.*\},"b":2,"event":/,
    )
  })

  it('writes what is no JSON as text, and the rest as ever', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle

    assert.equal(
      line({ a: 1, circle, n: 5n }),
      around('"a":1,"circle":"<ref *1> { self: [Circular *1] }","n":"5n",'),
    )
  })
})
