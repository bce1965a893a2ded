import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { keyIdOf, SealError, sealedWith, SecretBox, type AssociatedData } from './secret-box.ts'

const key = (fill: number) => Buffer.alloc(32, fill)
const data: AssociatedData = ['webhooks', 7, 'url']
const text = fc.string({ unit: 'grapheme', maxLength: 200 })

function failureOf(open: () => unknown): SealError['kind'] | undefined {
  try {
    open()
    return undefined
  } catch (error) {
    assert.ok(error instanceof SealError)
    return error.kind
  }
}

describe('SecretBox', () => {
  it('opens what it sealed, shows nothing of it, and never seals twice alike', () => {
    const box = new SecretBox([key(1)])
    fc.assert(
      fc.property(text, (secret) => {
        const sealed = box.seal(secret, data)

        assert.equal(box.open(sealed, data), secret)
        assert.match(sealed, /^enc1:[0-9a-f]{12}:[A-Za-z0-9+/]+=*$/)
        assert.notEqual(box.seal(secret, data), sealed)
        assert.ok(secret.length < 6 || !sealed.includes(secret))
      }),
    )
  })

  it('without a key keeps texts as they are, whatever they look like, and reads them back with one', () => {
    const plain = new SecretBox([])
    const sealed = new SecretBox([key(1)]).seal('x', data)
    const looksSealed = fc.constantFrom('enc1:', sealed, 'plain1:', `plain1:${sealed}`, 'enc1:0123456789ab:')
    fc.assert(
      fc.property(fc.tuple(fc.oneof(looksSealed, fc.constant('')), text), ([prefix, rest]) => {
        const stored = plain.seal(prefix + rest, data)

        assert.equal(sealedWith(stored), null)
        assert.equal(plain.open(stored, data), prefix + rest)
        assert.equal(new SecretBox([key(2)]).open(stored, data), prefix + rest)
      }),
    )
    assert.equal(plain.currentKeyId, null)
    assert.equal(plain.seal('https://h.example/', data), 'https://h.example/')
  })

  it('seals under the first key and opens under each', () => {
    const old = new SecretBox([key(1)])
    const both = new SecretBox([key(2), key(1)])

    assert.equal(both.open(old.seal('s', data), data), 's')
    assert.equal(sealedWith(both.seal('s', data)), keyIdOf(key(2)))
    assert.deepEqual(both.keyIds, [keyIdOf(key(2)), keyIdOf(key(1))])
    assert.equal(
      failureOf(() => old.open(both.seal('s', data), data)),
      'key_missing',
    )
    assert.equal(
      failureOf(() => new SecretBox([]).open(old.seal('s', data), data)),
      'key_missing',
    )
  })

  it('does not open what was moved to another place', () => {
    const box = new SecretBox([key(1)])
    const sealed = box.seal('s', ['webhook_headers', 7, 'value', 3])
    for (const other of [
      ['webhook_headers', 8, 'value', 3],
      ['webhook_headers', 7, 'value', 4],
      ['webhook_headers', 7, 'value'],
      ['webhook_headers', 73, 'value'],
      ['webhooks', 7, 'value', 3],
      ['webhook_headers', 7, 'key', 3],
    ] as const) {
      assert.equal(
        failureOf(() => box.open(sealed, other)),
        'damaged',
        other.join(' '),
      )
    }
  })

  it('notices every changed byte, and whatever is cut off', () => {
    const box = new SecretBox([key(1)])
    const sealed = box.seal('a secret', data)
    const head = sealed.lastIndexOf(':') + 1
    const bytes = Buffer.from(sealed.slice(head), 'base64')
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      assert.equal(
        failureOf(() => box.open(sealed.slice(0, head) + changed.toString('base64'), data)),
        'damaged',
      )
      const cut = sealed.slice(0, head) + bytes.subarray(0, index).toString('base64')
      assert.equal(
        failureOf(() => box.open(cut, data)),
        'damaged',
      )
    }
  })

  it('an error names the key by its id, and neither value nor key', () => {
    const sealed = new SecretBox([key(1)]).seal('a secret', data)

    assert.throws(
      () => new SecretBox([key(2)]).open(sealed, data),
      ({ message }: Error) => message.includes(keyIdOf(key(1))) && !message.includes(sealed.slice(20)),
    )
  })
})
