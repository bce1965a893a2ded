import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as fc from 'fast-check'
import { KeptBody } from './kept-body.ts'

describe('KeptBody', () => {
  it('keeps the beginning, however the body is cut into chunks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 700 }), { maxLength: 20 }),
        fc.integer({ min: 0, max: 3_000 }),
        (chunks, bytesMax) => {
          const body = new KeptBody(bytesMax)
          for (const chunk of chunks) body.add(Buffer.from(chunk))

          const whole = Buffer.concat(chunks)
          assert.equal(body.toText(), whole.subarray(0, bytesMax).toString('utf8'))
          assert.equal(body.receivedBytes, whole.length)
          assert.equal(body.isTruncated, whole.length > bytesMax)
        },
      ),
    )
  })

  it('takes little more memory for single bytes than for all at once', () => {
    const count = 200_000
    const memory = () => {
      collectGarbage()
      return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
    }
    const body = new KeptBody(count)
    const before = memory()

    for (let index = 0; index < count; index += 1) body.add(ONE_BYTE.subarray(0))

    // Each view that was kept would take some 100 bytes.
    assert.ok(memory() - before < 50 * count)
    assert.equal(body.toText().length, count)
  })
})

const ONE_BYTE = Buffer.from('x')

/** What is still held counts, not what was left lying about. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
