import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { WRITES_MAX } from '../domain/write-weight.ts'
import { PartSizes } from './part-sizes.ts'

describe('PartSizes', () => {
  it('are small where much comes of each report, at once', () => {
    const sizes = new PartSizes()
    sizes.note(10, 1_000)

    assert.equal(sizes.next(), Math.floor(WRITES_MAX / 101))
    sizes.note(1, 5_000)
    assert.equal(sizes.next(), 1)
  })

  it('are small where patterns take as long for each report as many rows', () => {
    const sizes = new PartSizes()
    sizes.note(300, 0)
    for (let count = 0; count < 40; count += 1) sizes.note(300, 0)

    assert.equal(sizes.next({ webhooks: 50, silences: 48 }), 3)
    assert.equal(sizes.next({ webhooks: 1_000, silences: 0 }), 1)
  })

  it('grow where little comes of them, and forget slowly what came before', () => {
    const sizes = new PartSizes()
    sizes.note(1, 100)
    sizes.note(300, 0)
    assert.ok(sizes.next() < 10, `${sizes.next()}`)
    for (let count = 0; count < 40; count += 1) sizes.note(300, 0)

    assert.ok(sizes.next() > WRITES_MAX * 0.9, `${sizes.next()}`)
  })
})
