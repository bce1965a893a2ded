import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readTraceContext, withTrace, type TraceContext } from './trace-context.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'
const TRACEPARENT = `00-${TRACE}-${SPAN}-01`

describe('the trace context of a request', () => {
  it('is read with its sampling', () => {
    const traceOf = (traceparent: string) => readTraceContext({ traceparent })
    assert.deepEqual(traceOf(TRACEPARENT), { traceId: TRACE, spanId: SPAN, isSampled: true })
    assert.equal(traceOf(`00-${TRACE}-${SPAN}-00`)?.isSampled, false)
    assert.equal(traceOf(`00-${TRACE}-${SPAN}-03`)?.isSampled, true)
    assert.equal(traceOf(`cc-${TRACE}-${SPAN}-01-what-the-future-will-be`)?.traceId, TRACE)
  })

  it('is none if it is malformed', () => {
    const malformed = [
      undefined,
      '',
      `ff-${TRACE}-${SPAN}-01`,
      `00-${'0'.repeat(32)}-${SPAN}-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
      `00-${TRACE.toUpperCase()}-${SPAN}-01`,
      `00-${TRACE}-${SPAN}-1`,
      `00-${TRACE}-${SPAN}-01-more`,
      `cc-${TRACE}-${SPAN}-01more`,
      `${TRACEPARENT}, ${TRACEPARENT}`,
      `${TRACE}-${SPAN}-01`,
    ]
    for (const traceparent of malformed)
      assert.equal(readTraceContext({ traceparent }), undefined, traceparent)
  })

  it('has a state within the limits of the standard, or none', () => {
    const stateOf = (tracestate: string) => readTraceContext({ traceparent: TRACEPARENT, tracestate })?.state
    const members = (count: number) => Array.from({ length: count }, (_, at) => `k${at}=v`).join(',')
    assert.equal(
      stateOf('rojo=00f067aa0ba902b7,\tcongo=t61rcWkgMzE ,,'),
      'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE',
    )
    assert.equal(stateOf('fw529a3039@dt=FfFf'), 'fw529a3039@dt=FfFf')
    assert.equal(stateOf(members(32)), members(32))
    assert.equal(stateOf(`a=${'v'.repeat(256)},b=${'v'.repeat(251)}`)?.length, 512)
    const refused = [
      members(33),
      `a=${'v'.repeat(256)},b=${'v'.repeat(252)}`,
      `a=${'v'.repeat(257)}`,
      'a=1,a=2',
      'A=1',
      'a=1=2',
      'a=é',
      'a=\u0001',
      'a=',
      'a',
      ' , ',
    ]
    for (const tracestate of refused) assert.equal(stateOf(tracestate), undefined, tracestate)
    assert.equal(readTraceContext({ traceparent: TRACEPARENT, tracestate: members(33) })?.traceId, TRACE)
  })

  it('goes into each report, and leaves a list alone where there is none', () => {
    const reports: readonly { key: string; trace?: TraceContext }[] = [{ key: 'a' }, { key: 'b' }]
    assert.equal(withTrace(reports, undefined), reports)
    const trace = readTraceContext({ traceparent: TRACEPARENT })
    assert.deepEqual(
      withTrace(reports, trace).map((report) => report.trace),
      [trace, trace],
    )
  })
})
