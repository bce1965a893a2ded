import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { BODY_BYTES_PER_TURN_MAX, BodyPace } from './body-pace.ts'

const PIECE = Buffer.alloc(64 * 1024)

describe('BodyPace', () => {
  /** A sender who has more at once than anybody wants. */
  function sendMuch(pace: BodyPace, pieces: number) {
    const sender = { bytes: 0, body: Readable.from(Array.from({ length: pieces }, () => PIECE)) }
    sender.body.on('data', (piece: Buffer) => {
      sender.bytes += piece.length
      pace.read(sender.body, piece.length)
    })
    return sender
  }

  it('reads from all senders in turns, and not much in one turn of the event loop', async () => {
    const pace = new BodyPace()
    const senders = Array.from({ length: 20 }, () => sendMuch(pace, 100))
    const total = () => senders.reduce((sum, { bytes }) => sum + bytes, 0)
    const all = senders.length * 100 * PIECE.length

    let before = total()
    let most = 0
    for (let turns = 0; total() < all; turns += 1) {
      assert.ok(turns < 100_000, 'some sender waits for ever')
      await nextTurn()
      most = Math.max(most, total() - before)
      before = total()
    }

    // Whoever comes for the first time has a piece read, and each one that goes on may have one more.
    assert.ok(most <= BODY_BYTES_PER_TURN_MAX + senders.length * PIECE.length, String(most))
  })

  it('lets a sender alone go on for as long as it takes', async () => {
    const { body } = sendMuch(new BodyPace(), 500)

    await new Promise((resolve) => body.once('end', resolve))
  })

  it('forgets those who hang up while they wait', async () => {
    const pace = new BodyPace()
    const gone = Array.from({ length: 50 }, () => sendMuch(pace, 1000))
    await nextTurn()
    for (const { body } of gone) body.destroy()
    const { body } = sendMuch(pace, 100)

    await new Promise((resolve) => body.once('end', resolve))
  })
})
