import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toLogLine, toLogText } from './log.ts'
import { stripVTControlCharacters } from 'node:util'
import { assert as holds, dictionary, jsonValue, property, string } from 'fast-check'

const time = '2026-09-14T10:00:00.123Z'
const plain = { hasColours: false }

describe('toLogText', () => {
  for (const { what, record, line } of [
    {
      what: 'time, level, name and fields, below each other',
      record: { time, level: 'info', event: 'delivery.attempted', deliveryId: 7, outcome: 'accept' },
      line: `${time} info  delivery.attempted  deliveryId=7 outcome=accept`,
    },
    {
      what: 'a name longer than its column moves the fields',
      record: { time, level: 'error', event: 'delivery.recording_stalled', count: 0, isLast: false },
      line: `${time} error delivery.recording_stalled count=0 isLast=false`,
    },
    {
      what: 'no fields, no blanks at the end',
      record: { time, level: 'info', event: 'service.stopped' },
      line: `${time} info  service.stopped`,
    },
    {
      what: 'what is not known is left out',
      record: { time, level: 'info', event: 'a.b', tokenId: null },
      line: `${time} info  a.b`,
    },
    {
      what: 'values with blanks, quotes and equals signs are quoted; the empty one too',
      record: { time, level: 'warn', event: 'a.b', reason: 'HTTP 503', word: '"x"', pair: 'a=b', none: '' },
      line: `${time} warn  a.b                 reason="HTTP 503" word="\\"x\\"" pair="a=b" none=""`,
    },
    {
      what: 'what could drive a terminal is spelled out',
      record: { time, level: 'info', event: 'a.b', text: 'x\u001b[2J\n\u009b1A\u202e' },
      line: `${time} info  a.b                 text="x\\u001b[2J\\n\\u009b1A\\u202e"`,
    },
    {
      what: 'an error tells its messages, the causes included, and no stacks',
      record: {
        time,
        level: 'error',
        event: 'request.failed',
        error: { message: 'it broke', stack: 'at …', cause: { message: 'disk full', stack: 'at …' } },
      },
      line: `${time} error request.failed      error="it broke" error.cause="disk full"`,
    },
    {
      what: 'lists as JSON, objects member by member',
      record: { time, level: 'debug', event: 'a.b', list: [1, 'two'], object: { inner: { deep: 1 } } },
      line: `${time} debug a.b                 list="[1,\\"two\\"]" object.inner.deep=1`,
    },
  ]) {
    it(what, () => assert.equal(toLogText(record, plain), line))
  }

  it('colours the level of what needs attention, if there may be colours', () => {
    const record = { time, level: 'error', event: 'a.b', count: 1 }

    const line = toLogText(record, { hasColours: true })

    assert.ok(line.includes('\u001b[31merror\u001b[0m'), line)
    assert.equal(stripVTControlCharacters(line), toLogText(record, plain))
  })

  it('is one line that moves nothing, whatever is logged', () => {
    holds(
      property(dictionary(string({ unit: 'binary' }), jsonValue()), (fields) => {
        const line = toLogText({ ...fields, time, level: 'info', event: 'a.b' }, plain)

        assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
      }),
    )
  })
})

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
