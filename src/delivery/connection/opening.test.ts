import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { ResponseHead } from './opening.ts'

const FINAL =
  'HTTP/1.1 200 OK\r\nContent-Length: 60\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'

function pass(text: string, cuts: readonly number[] = []): string {
  const head = new ResponseHead()
  head.begin()
  const bytes = Buffer.from(text, 'latin1')
  const places = [0, ...cuts.map((cut) => cut % bytes.length), bytes.length].toSorted((a, b) => a - b)
  for (let index = 0; index + 1 < places.length; index += 1)
    head.pass(bytes.subarray(places[index], places[index + 1]))
  return bytes.toString('latin1')
}

describe('a response that begins with 100 Continue', () => {
  for (const [text, expected] of [
    [`HTTP/1.1 100 Continue\r\n\r\n${FINAL}`, `HTTP/1.1 102 Continue\r\n\r\n${FINAL}`],
    [
      `HTTP/1.1 100\r\nA: 100\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\nHTTP/1.1 100 x\r\n\r\n${FINAL}`,
      `HTTP/1.1 102\r\nA: 100\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\nHTTP/1.1 102 x\r\n\r\n${FINAL}`,
    ],
    [FINAL, FINAL],
    ['HTTP/1.1 404 x\r\n\r\nHTTP/1.1 100 x\r\n\r\n', 'HTTP/1.1 404 x\r\n\r\nHTTP/1.1 100 x\r\n\r\n'],
    ['', ''],
  ] as const) {
    it(`is read over wherever it is cut: ${JSON.stringify(text.slice(0, 40))}`, () => {
      fc.assert(
        fc.property(fc.array(fc.nat(), { maxLength: 8 }), (cuts) => {
          assert.equal(pass(text, cuts), expected)
        }),
      )
    })
  }
})
