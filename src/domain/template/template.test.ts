import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { MARKERS } from './markers.ts'
import { BODY_SIZE, compileTemplate } from './template.ts'

type Values = Readonly<Record<string, string>>

function render(template: string, contentType: string, values: Values): string {
  return compileTemplate(template, { payloadType: 'ALERT', contentType }).render((name) => values[name] ?? '')
}

const HOSTILE = 'He said "it\'s <b>50%</b> & more"\\\n\u0007'

const RENDERED: readonly (readonly [
  does: string,
  contentType: string,
  template: string,
  values: Values,
  body: string,
])[] = [
  [
    'escapes a value inside a JSON string',
    'application/json',
    '{"text": "on %ObjectName%: %AlertInfo%!"}',
    { ObjectName: 'pg', AlertInfo: HOSTILE },
    String.raw`{"text": "on pg: He said \"it's <b>50%</b> & more\"\\\n\u0007!"}`,
  ],
  [
    'writes a bare number as a number',
    'application/json',
    '{"value": %CurrentValue%, "limits": [%ThresholdValue%]}',
    { CurrentValue: '412', ThresholdValue: '-0.50' },
    '{"value": 412, "limits": [-0.50]}',
  ],
  [
    'writes a bare text, and a bare nothing, as a string',
    'application/json',
    '{"value": %CurrentValue%, "limit": %ThresholdValue%}',
    { CurrentValue: '12 "s"' },
    String.raw`{"value": "12 \"s\"", "limit": ""}`,
  ],
  [
    'takes a marker for the whole body',
    'application/json',
    ' %CurrentValue% ',
    { CurrentValue: 'x' },
    ' "x" ',
  ],
  [
    'takes markers in the name of a member, where a number stays a string',
    'application/json',
    '{"%AlertID%": {%ServerID%\n: 1}, "server %ServerName%": 2}',
    { AlertID: '42', ServerID: '7', ServerName: '"a"' },
    String.raw`{"42": {"7"` + '\n' + String.raw`: 1}, "server \"a\"": 2}`,
  ],
  [
    'is not misled by escaped quotes and backslashes of the template',
    'application/json',
    String.raw`{"a\"%AlertName%\\": %CurrentValue%, "b": "\\", "c": %CurrentValue%}`,
    { AlertName: 'n', CurrentValue: '1' },
    String.raw`{"a\"n\\": 1, "b": "\\", "c": 1}`,
  ],
  [
    'keeps unknown markers, stray percent signs and other cases as they are',
    'application/json',
    '{"a": "%NoSuch% 100% %alertname% %% %AlertName", "b": "%AlertName%%"}',
    { AlertName: 'n' },
    '{"a": "%NoSuch% 100% %alertname% %% %AlertName", "b": "n%"}',
  ],
  [
    'takes a percent sign written as a JSON escape for text',
    'application/json',
    String.raw`{"a": "\u0025AlertName% %AlertName%"}`,
    { AlertName: 'n' },
    String.raw`{"a": "\u0025AlertName% n"}`,
  ],
  [
    'finds a marker right behind a percent sign',
    'text/plain',
    '100%AlertName% %foo%AlertName% %%AlertName%% %AlertName%AlertID%',
    { AlertName: 'n' },
    '100n %foon %n% nAlertID%',
  ],
  [
    'never reads a value again',
    'text/plain',
    '%AlertName%%AlertInfo%',
    { AlertName: '%AlertInfo%', AlertInfo: '$& %AlertName%' },
    '%AlertInfo%$& %AlertName%',
  ],
  [
    'treats every line of JSON lines as JSON of its own',
    'application/x-ndjson',
    '{"index": {}}\n{"value": %CurrentValue%, "info": "%AlertInfo%"}\n\n',
    { CurrentValue: '1', AlertInfo: 'a\nb' },
    '{"index": {}}\n{"value": 1, "info": "a\\nb"}\n\n',
  ],
  [
    'encodes the values of a form and leaves its own text alone',
    'application/x-www-form-urlencoded; charset=utf-8',
    'name=%AlertName%&r%C3%A9gion=a+b&value=%CurrentValue%',
    { AlertName: 'a&b=c d', CurrentValue: '5%' },
    'name=a%26b%3Dc+d&r%C3%A9gion=a+b&value=5%25',
  ],
  [
    'escapes in XML',
    'application/soap+xml',
    '<a n="%AlertName%">%AlertInfo%</a>',
    { AlertName: `"x'`, AlertInfo: '<&>\u0001' },
    '<a n="&quot;x&#39;">&lt;&amp;&gt;</a>',
  ],
  [
    'steps out of a CDATA section, where nothing can be escaped',
    'text/xml',
    '<a><![CDATA[%AlertInfo%]]> <!-- <![CDATA[ --> %AlertName%</a>',
    { AlertInfo: ']]><b>', AlertName: '<' },
    '<a><![CDATA[]]>]]&gt;&lt;b&gt;<![CDATA[]]> <!-- <![CDATA[ --> &lt;</a>',
  ],
  [
    'keeps hyphens apart in a comment',
    'text/xml',
    '<!-- %AlertInfo% --><a>%AlertInfo%</a>',
    { AlertInfo: '-->' },
    '<!-- &#45;&#45;&gt; --><a>--&gt;</a>',
  ],
  [
    'lets no value make the end of a CDATA section out of brackets in the text',
    'text/xml',
    '<a b="%AlertName%>">%AlertName%]>]]%AlertInfo%>%AlertInfo%</a>',
    { AlertName: ']' },
    '<a b="]>">]]&gt;]]&gt;</a>',
  ],
  ['escapes in HTML', 'text/html', '<p>%AlertInfo%</p>', { AlertInfo: '<script>' }, '<p>&lt;script&gt;</p>'],
  ['leaves plain text as it is', 'text/plain', '%AlertInfo%', { AlertInfo: HOSTILE }, HOSTILE],
]

for (const [does, contentType, template, values, body] of RENDERED) {
  test(does, () => {
    assert.equal(render(template, contentType, values), body)
  })
}

// The documented examples of the interface have this form: single quotes, and one too many at the end.
const SINGLE_QUOTED = [
  String.raw`{'text': 'Alert:\n', 'attachments': [{'text': '[%AlertID%] %AlertName%'}]}'`,
  `{'Alert Name': '%AlertName%', 'type': 'alert''}`,
]

for (const template of SINGLE_QUOTED) {
  test(`takes a template that is not JSON, with a warning: ${template}`, () => {
    const { render, warnings } = compileTemplate(template, {
      payloadType: 'ALERT',
      contentType: 'application/json',
    })

    assert.equal(warnings.length, 1)
    assert.match(warnings[0]?.message ?? '', /^line 1, column 2: here the template stops being JSON/)
    assert.equal(
      render((name) => (name === 'AlertID' ? '42' : `it's "so"\n`)),
      template.replace('%AlertID%', '42').replace('%AlertName%', String.raw`it\u0027s \"so\"\n`),
    )
  })
}

test('a JSON body parses and holds the values, whatever they are and wherever they stand', () => {
  fc.assert(
    fc.property(jsonTemplate, anyValues, ({ template, expected }, values) => {
      const { render, warnings } = compileTemplate(template, {
        payloadType: 'ALERT',
        contentType: 'application/json',
      })

      assert.deepEqual(JSON.parse(render((name) => values(name))), expected(values))
      assert.deepEqual(
        warnings.filter(({ message }) => message.includes('JSON')),
        [],
      )
    }),
    { numRuns: 400 },
  )
})

test('a form gives the values back', () => {
  const template = 'a=%AlertName%&b=x%AlertInfo%y&%AlertID%=c'

  fc.assert(
    fc.property(anyValues, (value) => {
      const pairs = [...new URLSearchParams(render2(template, 'application/x-www-form-urlencoded', value))]
      const text = (name: string) => value(name).toWellFormed()
      assert.deepEqual(pairs, [
        ['a', text('AlertName')],
        ['b', `x${text('AlertInfo')}y`],
        [text('AlertID'), 'c'],
      ])
    }),
  )
})

test('XML stays well-formed in text, attribute, comment and CDATA', () => {
  const template =
    '<a b="%AlertName%" c=\'%AlertInfo%\'>]]%AlertName%&gt;<!--%AlertInfo%--><![CDATA[]]%AlertName%%AlertInfo%>]]></a>'

  fc.assert(
    fc.property(anyValues, (value) => {
      const body = render2(template, 'application/xml', value)
      assert.match(body, /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u)
      // What is left without comments, CDATA and references: one element, two quoted attributes, no markup in between.
      const bare = body
        .replace(/<!--(?:(?!--)[^])*-->/g, '')
        .replace(/<!\[CDATA\[(?:(?!\]\]>)[^])*\]\]>/g, '')
        .replace(/&(?:amp|lt|gt|quot|#39|#13);/g, '')
      assert.match(bare, /^<a b="[^"<&]*" c='[^'<&]*'>[^<&>]*<\/a>$/)
    }),
  )
})

test('compiles any text for any content type, renders any values, and keeps what is not a marker', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '"',
      '{',
      '}',
      ':',
      '%',
      '%%',
      '\\',
      "'",
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '\n',
      '%foo%',
      '\ud800',
    ),
    fc.constantFrom(...MARKERS.map(({ name }) => `%${name}%`)),
    fc.string({ unit: 'binary' }),
  )
  const contentType = fc.constantFrom(
    '',
    'application/json',
    'application/x-ndjson',
    'application/xml',
    'text/html',
    'text/plain',
    'application/x-www-form-urlencoded',
  )
  const payloadType = fc.constantFrom('ALERT' as const, 'JOB' as const)

  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 10 }),
      contentType,
      payloadType,
      anyValues,
      (pieces, contentType, payloadType, value) => {
        const template = pieces.join('')
        const { render, warnings } = compileTemplate(template, { payloadType, contentType })

        assert.ok(render(value).isWellFormed())
        for (const { message } of warnings) assert.match(message, /[.?]$/)
        // A value that is a marker's own text, and needs no escaping here, gives the template back.
        if (contentType === 'text/plain')
          assert.equal(
            render((name) => `%${name}%`),
            template.toWellFormed(),
          )
      },
    ),
    { numRuns: 500 },
  )
})

test('bounds the body: a value too many is cut between characters, and the JSON stays valid', () => {
  const template = `["%AlertName%"${',"%AlertInfo%"'.repeat(30)}]`
  const body = render(template, 'application/json', { AlertName: 'xy', AlertInfo: '😀'.repeat(32 * 1024) })
  const [first, ...texts]: string[] = JSON.parse(body)
  const lengths = texts.map((text) => text.length)

  assert.equal(first, 'xy')
  assert.deepEqual(
    lengths.slice(0, 15),
    Array.from({ length: 15 }, () => 64 * 1024),
  )
  assert.equal(texts[15], `${'😀'.repeat(32 * 1024 - 2)}…`)
  assert.ok(lengths.reduce((sum, length) => sum + length) <= BODY_SIZE.totalCharsMax)
  assert.deepEqual(
    texts.slice(16),
    Array.from({ length: 14 }, () => ''),
  )
})

/** Any sequence of UTF-16 units; and what is most likely to break something. */
const anyText = fc.oneof(
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
    .map((units) => String.fromCharCode(...units)),
  fc.string({
    unit: fc.constantFrom(
      '"',
      '\\',
      "'",
      '<',
      '&',
      ']',
      '>',
      '-',
      '%',
      '\r',
      '\n',
      '\u0000',
      '\ud800',
      '\udc00',
    ),
  }),
  fc.double().map(String),
  fc.constantFrom('', '0', '-1.5e3', '1e999', 'null', '%AlertName%', ']]>', '-->'),
)

const anyValues = fc
  .record({ AlertName: anyText, AlertInfo: anyText, AlertID: anyText, CurrentValue: anyText })
  .map((values: Values) => (name: string) => values[name] ?? '')

function render2(template: string, contentType: string, value: (name: string) => string): string {
  return compileTemplate(template, { payloadType: 'ALERT', contentType }).render(value)
}

/** JSON with markers in strings, names of members, and bare; and what it must parse to with given values. */
interface JsonTemplate {
  readonly template: string
  readonly expected: (value: Value) => unknown
}

type Value = (name: string) => string

const marker = fc.constantFrom('AlertName', 'AlertInfo', 'AlertID', 'CurrentValue')

const stringTemplate: fc.Arbitrary<JsonTemplate> = fc
  .array(
    fc.oneof(
      marker.map((name) => ({ name })),
      fc.string({ unit: 'binary' }).filter((text) => !text.includes('%')),
    ),
  )
  .map((parts) => ({
    template: `"${parts.map((part) => (typeof part === 'string' ? JSON.stringify(part.toWellFormed()).slice(1, -1) : `%${part.name}%`)).join('')}"`,
    expected: (value: Value) =>
      parts.map((part) => (typeof part === 'string' ? part : value(part.name)).toWellFormed()).join(''),
  }))

const bareTemplate: fc.Arbitrary<JsonTemplate> = marker.map((name) => ({
  template: `%${name}%`,
  expected: (value: Value) => {
    const text = value(name)
    return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text))
      ? Number(text)
      : text.toWellFormed()
  },
}))

const { jsonTemplate } = fc.letrec<{ jsonTemplate: JsonTemplate }>((tie) => ({
  jsonTemplate: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    stringTemplate,
    bareTemplate,
    fc.array(tie('jsonTemplate'), { maxLength: 4 }).map((items) => ({
      template: `[${items.map(({ template }) => template).join(' , ')}]`,
      expected: (value: Value) => items.map(({ expected }) => expected(value)),
    })),
    fc.tuple(fc.oneof(stringTemplate, marker.map(bareName)), tie('jsonTemplate')).map(([name, item]) => ({
      template: `{${name.template}\n: ${item.template}}`,
      expected: (value: Value) =>
        JSON.parse(`{${JSON.stringify(name.expected(value))}:${JSON.stringify(item.expected(value))}}`),
    })),
  ),
}))

/** A bare marker as the name of a member: always a string. */
function bareName(name: string): JsonTemplate {
  return { template: `%${name}%`, expected: (value: Value) => value(name).toWellFormed() }
}
