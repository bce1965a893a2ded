import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BodyBudget, BodyBuffer, type HeldBody } from './body-memory.ts'

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

  it('puts large and small pieces together in their order', () => {
    const pieces = [10, 70_000, 5, 16_384, 3_000, 165_536, 700_000, 1].map((length, index) =>
      Buffer.alloc(length, index + 1),
    )
    const expected = Buffer.concat(pieces)

    const { body } = fill(undefined, pieces)

    assert.equal(body.length, expected.length)
    assert.ok(body.content().equals(expected))
    assert.deepEqual([body.length, body.capacity], [0, 0])
  })

  it('keeps a body that came whole as it is', () => {
    const piece = Buffer.allocUnsafeSlow(300)

    assert.equal(fill(300, [piece]).body.content(), piece)
  })

  it('gives a body that can be given back by itself, however much of its memory it fills', () => {
    for (const length of [20_000, 70_000, 300_000]) {
      const content = fill(length, [Buffer.alloc(10_000), Buffer.alloc(length - 10_000)]).body.content()

      assert.equal(content.buffer.byteLength, length)
    }
  })

  it('gives back at once what it has put together', () => {
    const pieces = [Buffer.allocUnsafeSlow(20_000), Buffer.allocUnsafeSlow(20_000)]
    fill(undefined, pieces).body.content()
    const dropped = Buffer.allocUnsafeSlow(20_000)
    fill(undefined, [dropped]).body.free()

    assert.deepEqual(
      [...pieces, dropped].map(({ length }) => length),
      [0, 0, 0],
    )
  })

  it('leaves memory alone that it shares with others', () => {
    const shared = Buffer.allocUnsafeSlow(40_000).fill('a')
    const { body } = fill(undefined, [shared.subarray(0, 20_000), shared.subarray(20_000)])

    body.content()

    assert.equal(shared.length, 40_000)
  })

  it('takes no memory that it is not allowed', () => {
    const body = new BodyBuffer(undefined, () => {
      throw new Error('full')
    })

    assert.throws(() => body.add(Buffer.of(1)), /full/)
    assert.equal(body.capacity, 0)
  })
})

describe('BodyBudget', () => {
  const givenUp: string[] = []
  const open = (budget: BodyBudget, name: string, bytes: number): HeldBody => {
    const held = budget.open(() => givenUp.push(name))
    held.hold(bytes)
    return held
  }

  it('has the bodies that have been arriving for the longest make room, as few as it takes', () => {
    givenUp.length = 0
    const budget = new BodyBudget(100)
    for (const name of ['first', 'second', 'third']) open(budget, name, 30)

    open(budget, 'fourth', 50)

    assert.deepEqual(givenUp, ['first', 'second'])
    assert.equal(budget.bytes, 80)
  })

  it('leaves alone what has arrived, and refuses what has no room beside it', () => {
    givenUp.length = 0
    const budget = new BodyBudget(100)
    open(budget, 'whole', 60).arrived()
    open(budget, 'half', 30)

    assert.throws(() => open(budget, 'large', 50), { code: 'unavailable', retryAfterMs: 1_000 })
    assert.deepEqual(givenUp, [], 'nobody has to go for what has no room all the same')
    open(budget, 'small', 40)
    assert.deepEqual(givenUp, ['half'])
  })

  it('has room again for what was released, once', () => {
    const budget = new BodyBudget(100)
    const held = open(budget, 'one', 100)

    held.release()
    held.release()

    assert.equal(budget.bytes, 0)
    open(budget, 'another', 100)
  })
})
