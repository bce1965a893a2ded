import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findBroken } from '../../tools/prove/promises/find-broken.ts'
import { ledgerAtCut, type Received, type Ledger } from '../../tools/prove/promises/ledger.ts'

const EXPECTED = { webhooks: ['a'], isDrained: true, repeatsMax: 1 }

/** `1` accepted, `1!` not, `1'` in the next life, `1?` uncertain. */
function line(...words: readonly string[]): Ledger {
  const received = words.map((word, index): Received => {
    const number = Number.parseInt(word, 10)
    return {
      webhook: 'a',
      id: `id-${number}`,
      key: 'k',
      number,
      life: word.includes("'") ? 2 : 1,
      atMs: index,
      acceptedAtMs: word.includes('!') ? undefined : index,
      isUncertain: word.includes('?'),
    }
  })
  return { acknowledged: [{ key: 'k', number: 1, atMs: 0 }], received, life: 1 }
}

function brokenKinds(ledger: Ledger): string {
  return findBroken(ledger, EXPECTED)
    .map((sentence) => sentence.split(':')[0])
    .join(' ')
}

describe('findBroken', () => {
  for (const [words, kinds] of [
    [['1', '2', '3'], ''],
    [['1!', '1', '2'], ''],
    [['1', "1'", "2'"], ''],
    [['1', '2!', "2'", "3'"], ''],
    [['1', '2?', "2'"], ''],
    [['1', '2?', "3'"], ''],
    [['1', '2?', '3?', "2'", "3'"], ''],
    [['1', '2!?', "2'"], ''],
    [[], 'lost'],
    [['1!'], 'lost'],
    [['1', '3'], 'order'],
    [['1', '2', "1'", "2'"], 'order repeated'],
    [['1', '2!', '3'], 'order'],
    [['1', '2!?', "3'"], 'order'],
    [['1', '1'], 'repeated'],
    [['1', '2', '1'], 'order'],
  ] as const) {
    it(`${words.join(' ') || 'nothing'}: ${kinds || 'all is kept'}`, () => {
      assert.equal(brokenKinds(line(...words)), kinds)
    })
  }

  it('finds an id that stands for two notices, and a notification with two ids', () => {
    const { received, ...rest } = line('1', '2', "2'")
    const [one, two, again] = received
    assert.ok(one && two && again)

    assert.equal(brokenKinds({ ...rest, received: [one, { ...two, id: 'id-1' }] }), 'id')
    assert.equal(brokenKinds({ ...rest, received: [one, two, { ...again, id: 'other' }] }), 'id')
  })

  it('finds that more were made again than can have been under way', () => {
    const { acknowledged, life, received } = line('1', "1'")
    const other = received.map((request) => ({ ...request, key: 'other', id: 'id-other' }))
    // Of two lives, one each: the second was too short to make all of the first again.
    const later = other.map((request) => ({ ...request, life: request.life + 1 }))

    assert.equal(brokenKinds({ acknowledged, life, received: [...received, ...other] }), 'repeated')
    assert.equal(brokenKinds({ acknowledged, life, received: [...received, ...later] }), '')
  })
})

describe('ledgerAtCut', () => {
  it('forgets what came later, and doubts what came in between', () => {
    const { acknowledged, received, life } = ledgerAtCut(
      {
        ...line('1', '2', '3', '4'),
        acknowledged: [0, 1, 2, 3].map((atMs) => ({ key: 'k', number: atMs + 1, atMs })),
      },
      { surelyMs: 1, possiblyMs: 2 },
    )

    assert.equal(life, 2)
    assert.deepEqual(
      acknowledged.map(({ number }) => number),
      [1, 2],
    )
    assert.deepEqual(
      received.map(({ number, isUncertain }) => [number, isUncertain]),
      [
        [1, false],
        [2, false],
        [3, true],
      ],
    )
  })
})
