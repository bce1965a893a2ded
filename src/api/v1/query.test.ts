import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { AppError } from '../../domain/errors.ts'
import { formatInstant } from '../../domain/instant.ts'
import { formatCursor, PAGING, readPage, splitPaging } from './paging.ts'
import { anyOf, defineQuery, FILTER_TEXT_MAX, instant, oneOf, text, wholeNumber } from './query.ts'

const query = defineQuery({
  ...PAGING,
  states: anyOf('state', ['low', 'high'], 'States.'),
  kind: oneOf('kind', ['a', 'b'], 'Kind.'),
  alertId: wholeNumber('alert_id', { description: 'Alert.' }),
  source: text('source', 'Source.'),
  from: instant('from', 'From.'),
})

function issuesOf(parse: () => unknown): readonly string[] {
  try {
    parse()
  } catch (error) {
    assert.ok(error instanceof AppError)
    assert.equal(error.code, 'invalid_request')
    return error.issues.map(({ path, message }) => `${path}: ${message}`)
  }
  return []
}

describe('defineQuery', () => {
  it('gives values under our own names, and leaves out what was not given', () => {
    assert.deepEqual(query.parse({}), {})
    assert.deepEqual(
      query.parse({ alert_id: '7', state: ['high,low', 'high'], from: '1970-01-01T00:00:01Z', source: 's' }),
      { states: ['high', 'low'], alertId: 7, source: 's', from: 1000 },
    )
  })

  it('names every wrong parameter by its name on the wire', () => {
    assert.deepEqual(
      issuesOf(() => query.parse({ alert_id: '0', state: 'mid', kind: ['a', 'b'], limit: '1e2' })),
      [
        'limit: must be a whole number from 1 to 500',
        'state: is "mid", but must be one of low, high',
        'kind: must stand only once',
        'alert_id: must be a whole number from 1 to 9007199254740991',
      ],
    )
  })

  it('reads back any whole number and any time, in whatever zone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
        assert.equal(query.parse({ alert_id: String(id) }).alertId, id)
      }),
    )
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
        assert.equal(query.parse({ from: formatInstant(date.getTime()) }).from, date.getTime())
      }),
    )
    assert.equal(query.parse({ from: '1970-01-01T02:00:00 02:00' }).from, 0)
  })

  it('never throws anything but a refusal, for any text', () => {
    const names = ['limit', 'cursor', 'state', 'kind', 'alert_id', 'source', 'from']
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.string(), fc.array(fc.string()))),
        (raw) => {
          issuesOf(() => query.parse(raw))
        },
      ),
    )
  })

  it('refuses texts that are empty or too long', () => {
    assert.equal(query.parse({ source: 's'.repeat(FILTER_TEXT_MAX) }).source?.length, FILTER_TEXT_MAX)
    assert.equal(issuesOf(() => query.parse({ source: '' })).length, 1)
    assert.equal(issuesOf(() => query.parse({ source: 's'.repeat(FILTER_TEXT_MAX + 1) })).length, 1)
  })
})

describe('paging', () => {
  it('reads back its own cursors, and no other spelling', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
        assert.equal(query.parse({ cursor: formatCursor(id) }).before, id)
      }),
    )
    fc.assert(
      fc.property(
        fc.stringMatching(new RegExp(String(Reflect.get(PAGING.before.schema, 'pattern')))),
        (cursor) => {
          assert.equal(issuesOf(() => query.parse({ cursor })).length, cursor.length > 22 ? 1 : 0)
        },
      ),
    )
    const spellings = [
      '',
      'bogus',
      '5',
      `${formatCursor(5)}=`,
      ` ${formatCursor(5)}`,
      formatCursor(0),
      formatCursor(-1),
      formatCursor(1e16),
      Buffer.from('01').toString('base64url'),
      Buffer.from('1a').toString('base64url'),
      'MTIzNR',
    ]
    for (const cursor of spellings) assert.equal(issuesOf(() => query.parse({ cursor })).length, 1, cursor)
  })

  it('visits every entry once, in order, whatever the size of the page', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(30), fc.integer({ min: 1, max: 10 }), async (count, limit) => {
        const all = Array.from({ length: count }, (_, index) => ({ id: count - index }))
        const read = async ({ before = Infinity, limit }: { before?: number; limit: number }) =>
          all.filter(({ id }) => id < before).slice(0, limit)
        const visited: number[] = []
        let cursor: string | null | undefined
        do {
          const { page } = splitPaging(query.parse({ limit: String(limit), ...(cursor && { cursor }) }))
          const { items, next } = await readPage(page, read, ({ id }) => id)
          visited.push(...items)
          cursor = next
        } while (cursor !== null)

        assert.deepEqual(
          visited,
          all.map(({ id }) => id),
        )
      }),
    )
  })
})
