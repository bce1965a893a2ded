import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BodyBuffer } from './body-buffer.ts'

describe('BodyBuffer', () => {
  function fill(declared: number | undefined, pieces: readonly Buffer[]) {
    let heldBytes = 0
    const body = new BodyBuffer(declared, (bytes) => {
      heldBytes += bytes
    })
    for (const piece of pieces) body.add(piece)
    return { body, heldBytes }
  }

  it('takes about as much memory as the bytes that came, in however small pieces', () => {
    const pieces = Array.from({ length: 100_000 }, (_, index) => Buffer.of(index % 256))

    const { body, heldBytes } = fill(undefined, pieces)

    assert.ok(body.capacity < 2 * pieces.length, String(body.capacity))
    assert.equal(heldBytes, body.capacity)
    assert.deepEqual(body.content(), Buffer.concat(pieces))
  })

  it('takes what was declared and no more, once it comes', () => {
    const { body, heldBytes } = fill(300, [Buffer.from('a'), Buffer.alloc(299, 'b')])

    assert.deepEqual([body.capacity, heldBytes, body.length], [300, 300, 300])
  })

  it('takes nothing for a promise', () => {
    assert.equal(fill(4_000_000, []).heldBytes, 0)
    assert.ok(fill(4_000_000, [Buffer.of(1)]).heldBytes <= 4096)
  })

  it('takes no memory that it is not allowed', () => {
    const body = new BodyBuffer(undefined, () => {
      throw new Error('full')
    })

    assert.throws(() => body.add(Buffer.of(1)), /full/)
    assert.equal(body.capacity, 0)
  })
})
