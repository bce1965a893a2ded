import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { cpuTimeMs } from '../../../test/support/time/cpu-time.ts'
import { applyFilter, FILTER_ESCAPES, readFilter } from './marker-filters.ts'
import { findFilterMistakes } from './filter-mistakes.ts'
import { findMarkers } from './segments.ts'
import { compileTemplate } from './template.ts'

function render(template: string, value: string, contentType = 'text/plain'): string {
  return compileTemplate(template, { payloadType: 'ALERT', contentType }).render(() => value)
}

describe('filters of a marker', () => {
  const cases: readonly (readonly [template: string, value: string, expected: string])[] = [
    ['%AlertInfo|slack%', 'a <!channel> & <b>', 'a &lt;!channel&gt; &amp; &lt;b&gt;'],
    ['%AlertInfo|html%', '<b>"x"', '&lt;b&gt;&quot;x&quot;'],
    ['%AlertInfo|markdown%', '*a* @all [x](y)', String.raw`\*a\* @${'\u200b'}all \[x\]\(y\)`],
    [
      '%AlertInfo|link%',
      'https://a.b/x_y?q=*@all [z]\n#1&é',
      'https://a.b/x%5Fy?q=%2A%40all%20%5Bz%5D%0A#1&é',
    ],
    ['%AlertInfo|jira%', '{noformat} [~joe] a[1]', '{\u200bnoformat} [\u200b~joe] a[\u200b1]'],
    ['%AlertInfo|line%', 'a\r\nb\tc\u2028d\u0000\u0085e', 'a  b c d  e'],
    ['%AlertInfo|line|6%', 'one\ntwo\nthree', 'one t…'],
    ['%AlertInfo|json%', '"a" \\ \n\u0001', String.raw`\"a\" \\ \n\u0001`],
    ['%AlertInfo|json|7%', '\u0001\u0001', String.raw`\u0001…`],
    ['%AlertInfo|5%', 'abcde', 'abcde'],
    ['%AlertInfo|5%', 'abcdef', 'abcd…'],
    ['%AlertInfo|1%', 'ab', '…'],
    ['%AlertInfo|-5%', 'abcdef', '…cdef'],
    // Cut between escapes, never within one.
    ['%AlertInfo|slack|8%', '<<<', '&lt;…'],
    ['%AlertInfo|slack|-8%', '<<<', '…&lt;'],
    // Cut between characters, never within one.
    ['%AlertInfo|4%', '🔥🔥🔥', '🔥…'],
    ['%AlertInfo|-4%', '🔥🔥🔥', '…🔥'],
    ['%AlertInfo|slack%', '', ''],
    // The text for an empty value.
    ['%AlertInfo|or:nobody knows%', '', 'nobody knows'],
    ['%AlertInfo|or:nobody knows%', 'x', 'x'],
    ['%AlertInfo|or:a & b|slack|8%', '', 'a &amp;…'],
    ['%label.team|or:–%', '', '–'],
    ['%label.team|or:x|5%', 'x-team', 'x-te…'],
    ['%AlertRaisedTime|in:Europe/Berlin%', '2026-09-14T03:12:40.117Z', '2026-09-14 05:12:40 +02:00'],
    ['%AlertRaisedTime|in:Europe/Berlin|or:never%', '', 'never'],
    ['%annotation.until|in:UTC|16%', '2026-09-14T03:12:40Z', '2026-09-14 03:1…'],
    ['%AlertInfo|3%', '', ''],
    // Texts around a value, without which they are not written.
    ['%AlertName|pre:" on "%.', 'db-1', ' on db-1.'],
    ['%AlertName|pre:" on "%.', '', '.'],
    ['%AlertName|pre:" (limit "|post:")"%', '60', ' (limit 60)'],
    ['%AlertName|pre:" (limit "|post:")"%', '', ''],
    ['%AlertName|pre:" on "%.', ' \t\n', '.'],
    ['%AlertName%.', '  ', '  .'],
    ['%AlertName|post:" ms"%', '0', '0 ms'],
    [String.raw`%AlertName|pre:"\nServer: \""|post:"\""%`, 'a', '\nServer: "a"'],
    ['%AlertName|pre:"a | b: "%', 'x', 'a | b: x'],
    ['%AlertName|or:nobody|pre:" by "%', '', ' by nobody'],
    // The text is the writer's own: only the value is escaped and cut.
    ['%AlertName|slack|5|pre:"<b> "|post:"!"%', '<<<', '<b> &lt;…!'],
    ['%AlertName|-3|pre:"<"|post:">"%', 'abcdef', '<…ef>'],
    ['%AlertRaisedTime|in:UTC|pre:"since "%', '2026-09-14T03:12:40Z', 'since 2026-09-14 03:12:40 +00:00'],
    ['%AlertInfo|html|pre:"a "%', '\u0001', 'a '],
  ]
  for (const [template, value, expected] of cases) {
    it(`${template} makes ${JSON.stringify(expected)} of ${JSON.stringify(value)}`, () => {
      assert.equal(render(template, value), expected)
    })
  }

  it('are followed by the escaping of the content type', () => {
    const body = render('{"text": "%AlertInfo|slack|11%"}', '"<x>\n🔥 and more', 'application/json')

    assert.deepEqual(JSON.parse(body), { text: '"&lt;x&gt;…' })
  })

  it('encode the texts around a value for the content type', () => {
    const around = String.raw`|pre:"<\"&>"|post:"\n"`
    const texts = [
      [`{"text": "%AlertInfo${around}%"}`, 'application/json', String.raw`{"text": "<\"&>x\n"}`],
      [`{"n": %CurrentValue|post:" ms"%}`, 'application/json', '{"n": "x ms"}'],
      [`a=%AlertInfo${around}%`, 'application/x-www-form-urlencoded', 'a=%3C%22%26%3Ex%0A'],
      [`<a>%AlertInfo${around}%</a>`, 'application/xml', '<a>&lt;&quot;&amp;&gt;x\n</a>'],
      // A `<` within a filter begins no tag.
      ['<a>%AlertInfo|pre:"<"%>%AlertInfo%></a>', 'text/xml', '<a>&lt;x&gt;x&gt;</a>'],
    ] as const
    for (const [template, contentType, expected] of texts) {
      assert.equal(render(template, 'x', contentType), expected)
    }
  })

  it('write the texts around a value only where there is space for it as well', () => {
    const filter = readFilter({ pre: 'before ', post: ' after' })

    assert.equal(applyFilter('value', filter, 18), 'before value after')
    assert.equal(applyFilter('value', filter, 15), 'before v… after')
    assert.equal(applyFilter('value', filter, 13), '')
  })

  it('work in an address as well', () => {
    assert.equal(render('a=%AlertInfo|3%', 'x&yz', 'application/x-www-form-urlencoded'), 'a=x%26%E2%80%A6')
  })

  it('that are unknown leave the text unchanged, with a warning', () => {
    for (const wrong of [
      '%AlertName|bogus%',
      '%AlertName|150|slack%',
      '%AlertName|0%',
      '%AlertName|%',
      '%AlertName|or:%',
      '%AlertName|slack|or:x%',
      '%AlertName|omit|150%',
      '%AlertName|omit:1%',
      '%label.team|bogus%',
      '%label.a/b:c|bogus%',
      '%AlertName|pre:"" %',
      "%AlertName|pre:'on '%",
      '%AlertName|pre:" on %',
      `%AlertName|pre:"${'x'.repeat(61)}"%`,
      '%AlertName|post:" ms"|pre:" on "%',
      '%AlertName|pre:" on "|150%',
    ]) {
      const { warnings, render: fill } = compileTemplate(wrong, {
        payloadType: 'ALERT',
        contentType: 'text/plain',
      })

      assert.equal(
        fill(() => 'x'),
        wrong,
      )
      assert.equal(warnings.length, 1, wrong)
      assert.match(
        warnings[0]?.message ?? '',
        /^line 1, column 1: %.*% has .* The marker stays in the text as it is\.$/,
      )
    }
  })

  it('are refused with what is wrong, and with the remedy', () => {
    const messageOf = (text: string) =>
      findFilterMistakes(text, findMarkers(text)).map(({ message }) => message)

    assert.match(
      messageOf('{"a": "%AlertName|slak|150%"}')[0] ?? '',
      /^%AlertName\|slak\|150% has an unknown filter: slak\. Known are, in this order, in:Europe\/Berlin/,
    )
    assert.match(
      messageOf('%AlertName|150|slack%')[0] ?? '',
      /has its filters in a wrong order, or one of them twice/,
    )
    assert.match(
      messageOf(String.raw`%AlertName|pre:\" on \"%`)[0] ?? '',
      /cannot be used: pre:\\" on \\"\. A text before or after a value stands in plain double quotes/,
    )
    assert.match(
      messageOf(`%AlertName|or:${'x'.repeat(320)}%`)[0] ?? '',
      /has 324 characters of filters; at most 320/,
    )
    assert.deepEqual(messageOf('%AlertName|150%|%AlertName|x%'), messageOf('%AlertName|x%'))
    assert.equal(messageOf('%AlertName|x%'.repeat(1_000)).length, 20)
  })

  it('say nothing of bars in an ordinary text', () => {
    const { warnings } = compileTemplate('cpu 100% | mem 50% | disk', {
      payloadType: 'ALERT',
      contentType: 'text/plain',
    })

    assert.deepEqual(warnings, [])
  })

  it('keep JSON that stands inside of a JSON string valid, and its values as they were', () => {
    const anyLimit = fc.constantFrom('', '|1', '|7', '|-7', '|500')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), anyLimit, (value, limit) => {
        const template = String.raw`{"inner": "{\"a\":\"%AlertInfo|json${limit}%\",\"b\":1}"}`
        const { a, b } = JSON.parse(JSON.parse(render(template, value, 'application/json')).inner)

        assert.equal(b, 1)
        if (limit === '' || limit === '|500') assert.equal(a, value.toWellFormed())
      }),
    )
  })

  it('make one line of any text, with a blank for each character that has none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const line = render('%AlertInfo|line%', value)

        assert.doesNotMatch(line, /[\p{Cc}\u2028\u2029]/u)
        assert.equal([...line].length, [...value].length)
      }),
    )
  })

  it('never write more than their limit, whatever the value', () => {
    const escapes = [undefined, ...FILTER_ESCAPES.map(({ name }) => name)]
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(...escapes),
        fc.integer({ min: -40, max: 40 }).filter((limit) => limit !== 0),
        (value, escapeName, limit) => {
          const filter = readFilter({ escape: escapeName, limit: String(limit) })
          const text = applyFilter(value, filter)

          assert.ok(text.length <= Math.abs(limit))
          assert.ok(text.isWellFormed())
          const whole = filter.escape(value)
          if (value.length <= Math.abs(limit) && whole.length <= Math.abs(limit)) assert.equal(text, whole)
          else if (limit > 0) assert.ok(text.endsWith('…') && whole.startsWith(text.slice(0, -1)))
          else assert.ok(text.startsWith('…') && whole.endsWith(text.slice(1)))
        },
      ),
    )
  })

  it('cost little however often a long value stands in a template', () => {
    let body = ''
    const costMs = cpuTimeMs(() => (body = render('%AlertInfo|slack%'.repeat(10_000), '<'.repeat(200_000))))

    assert.ok(body.length <= 1024 * 1024)
    assert.ok(costMs < 15_000, `${costMs} ms`)
  })
})
