import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { InvalidArgumentError } from 'commander'
import { SCHEDULE } from '../../src/domain/spelling.ts'
import {
  durationText,
  instantText,
  oneOf,
  orDefault,
  parseHeaders,
  parseId,
  parseLabels,
  parseStatuses,
  pastInstant,
  spelt,
  severalOf,
  wholeBetween,
  plainDuration,
} from './option-values.ts'

const NOW = Date.parse('2026-09-14T03:00:00Z')
const past = pastInstant(() => NOW)
const header = (text: string) => parseHeaders(text, undefined)
const label = (text: string) => parseLabels(text, undefined)
const states = (text: string) => severalOf(['low', 'high'])(text, undefined)

describe('option values', () => {
  for (const { parse, text, value } of [
    { parse: parseId, text: '7', value: '7' },
    { parse: durationText, text: '90d', value: '90d' },
    { parse: spelt(SCHEDULE), text: '0s,5s,1h*3', value: '0s,5s,1h*3' },
    { parse: orDefault(durationText), text: 'default', value: 'default' },
    { parse: instantText, text: '2026-09-14T05:00:00+02:00', value: '2026-09-14T03:00:00.000Z' },
    { parse: past, text: '1h', value: '2026-09-14T02:00:00.000Z' },
    { parse: past, text: '2026-09-13T00:00:00Z', value: '2026-09-13T00:00:00.000Z' },
    { parse: wholeBetween(0, 65_535), text: '0', value: 0 },
    { parse: states, text: 'high, low', value: ['high', 'low'] },
    {
      parse: header,
      text: 'Authorization: Bearer a:b',
      value: [{ http_header_key: 'Authorization', http_header_value: 'Bearer a:b' }],
    },
    { parse: label, text: 'query=a=b', value: { query: 'a=b' } },
    { parse: label, text: '__proto__=x', value: Object.fromEntries([['__proto__', 'x']]) },
    { parse: parseStatuses, text: '503,200', value: [503, 200] },
  ]) {
    it(`reads "${text}"`, () => {
      assert.deepEqual(parse(text), value)
    })
  }

  for (const { parse, text, message } of [
    { parse: parseId, text: '0', message: 'is "0", not an id such as 7' },
    { parse: parseId, text: '../../tokens', message: 'is "../../tokens", not an id such as 7' },
    {
      parse: durationText,
      text: '5',
      message: 'is "5", not a duration such as 250ms, 15s, 5m, 1h30m, 30d or 2w',
    },
    { parse: instantText, text: 'now', message: 'is "now", not a time such as 2026-09-14T03:12:40Z' },
    {
      parse: past,
      text: 'yesterday',
      message:
        'is "yesterday", neither a time such as 2026-09-14T03:00:00Z nor how long ago, such as 30m, 1h or 7d',
    },
    {
      parse: wholeBetween(1, 500),
      text: '501',
      message: 'is "501", but must be a whole number from 1 to 500',
    },
    {
      parse: oneOf(['low', 'medium', 'high']),
      text: 'med',
      message: 'is "med", but must be low, medium or high',
    },
    { parse: states, text: 'low,', message: 'is "", but must be low or high' },
    { parse: header, text: 'no colon', message: `is "no colon", not a header such as 'X-Team: dba'` },
    { parse: label, text: '=x', message: 'is "=x", not a label such as team=dba' },
    {
      parse: parseStatuses,
      text: '200,100',
      message: 'is "200,100", not HTTP statuses from 200 to 599 such as 200 or 503,503,200',
    },
  ]) {
    it(`refuses "${text}"`, () => {
      assert.throws(() => parse(text), new InvalidArgumentError(message))
    })
  }
})

describe('plainDuration', () => {
  for (const [text, expected] of [
    ['1w', '7d'],
    ['1h30m', '90m'],
    ['1d12h', '36h'],
    ['2w1d', '15d'],
    ['1s500ms', '1500ms'],
    ['90m', '90m'],
    ['1.5h', '1.5h'],
    ['0', '0'],
  ] as const) {
    it(`reads ${text} as ${expected}`, () => {
      assert.equal(plainDuration(text), expected)
    })
  }
})
