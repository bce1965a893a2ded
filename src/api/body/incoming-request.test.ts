import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { CRUMB_BYTES, CRUMBS_MAX, IncomingRequest, isInCrumbs } from './incoming-request.ts'

const request = () => new IncomingRequest(new Socket())
const push = (body: IncomingRequest, pieces: number, bytes: number) =>
  Array.from({ length: pieces }, () => body.push(Buffer.alloc(bytes))).at(-1)

describe('IncomingRequest', () => {
  it('holds no more crumbs than there may be, and one by which that can be seen, while nobody reads', () => {
    const body = request()
    push(body, CRUMBS_MAX, 1)
    assert.equal(isInCrumbs(body), false)

    assert.equal(push(body, 10 * CRUMBS_MAX, 1), false)

    assert.equal(isInCrumbs(body), true)
    assert.equal(body.readableLength, CRUMBS_MAX + 1)
  })

  it('holds larger pieces as ever', () => {
    const body = request()
    push(body, 2 * CRUMBS_MAX, CRUMB_BYTES)

    assert.equal(isInCrumbs(body), false)
    assert.equal(body.readableLength, 2 * CRUMBS_MAX * CRUMB_BYTES)
  })

  it('ends also after crumbs', async () => {
    const body = request()
    push(body, 2 * CRUMBS_MAX, 1)
    body.push(null)
    const ended = new Promise((resolve) => body.once('end', resolve))
    body.resume()

    await ended
    assert.equal(body.readableLength, 0)
  })
})
