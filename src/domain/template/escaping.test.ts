import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import {
  contentFamily,
  formText,
  headerText,
  jsonScalar,
  jsonString,
  jsonText,
  looseJsonText,
  plainText,
  readableHeader,
  urlPathText,
  urlText,
  xmlCommentText,
  xmlText,
} from './escaping.ts'

/** Any sequence of UTF-16 units, lone surrogates and control characters among them. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
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
      '.',
      '\r',
      '\n',
      '\u0000',
      '\ud800',
      '\udc00',
      '\ufffe',
    ),
  }),
)

const FAMILIES = {
  json: [
    '',
    'application/json',
    'Application/JSON; charset=utf-8',
    'text/json',
    'application/cloudevents+json',
  ],
  'json-lines': ['application/x-ndjson', 'application/jsonl'],
  form: ['application/x-www-form-urlencoded', ' APPLICATION/X-WWW-FORM-URLENCODED ;charset=utf-8'],
  xml: ['application/xml', 'text/xml;charset=utf-8', 'application/soap+xml'],
  html: ['text/html; charset=utf-8'],
  text: ['text/plain', 'text/markdown', 'application/jsonp', 'application/yaml', 'nonsense'],
} as const

for (const [family, contentTypes] of Object.entries(FAMILIES)) {
  for (const contentType of contentTypes) {
    test(`${JSON.stringify(contentType)} is escaped as ${family}`, () => {
      assert.equal(contentFamily(contentType), family)
    })
  }
}

const WRITTEN = [
  ['jsonText', jsonText, 'a"b\\c\n\t\u0007é😀', String.raw`a\"b\\c\n\t\u0007é😀`],
  ['jsonText', jsonText, 'x\ud800y', 'x\ufffdy'],
  ['looseJsonText', looseJsonText, `it's "so"`, String.raw`it\u0027s \"so\"`],
  ['formText', formText, "a b&c=d+e%f!'()~*-._é\n", 'a+b%26c%3Dd%2Be%25f%21%27%28%29%7E*-._%C3%A9%0A'],
  [
    'xmlText',
    xmlText,
    `<a b="c" d='e'>&\u0001\ufffe\t\n\r`,
    '&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\t\n&#13;',
  ],
  ['xmlCommentText', xmlCommentText, 'a--b-->', 'a&#45;&#45;b&#45;&#45;&gt;'],
  ['urlText', urlText, 'a/b?c=d&e %é\ud800', 'a%2Fb%3Fc%3Dd%26e%20%25%C3%A9%EF%BF%BD'],
  ['urlText', urlText, '..', '..'],
  ['urlPathText', urlPathText, '..', '%252E%252E'],
  ['urlPathText', urlPathText, '../x', '..%2Fx'],
  ['headerText', headerText, 'a\r\nX-Evil: 1\u0000\u007f\u0085', 'aX-Evil: 1'],
  ['headerText', headerText, 'é', '\u00c3\u00a9'],
  ['plainText', plainText, '<a> "b"\n\udc00', '<a> "b"\n\ufffd'],
] as const

for (const [name, encode, value, expected] of WRITTEN) {
  test(`${name} writes ${JSON.stringify(value)} as ${JSON.stringify(expected)}`, () => {
    assert.equal(encode(value), expected)
  })
}

for (const number of ['0', '-0', '412', '-2.50', '1e9', '1E-7', '12345678901234567890', '0.1']) {
  test(`a bare ${number} is a JSON number, digit for digit`, () => {
    assert.equal(jsonScalar(number), number)
  })
}

for (const text of [
  '',
  '01',
  '+1',
  '.5',
  '5.',
  '1e',
  '1e999',
  '-1e999',
  'NaN',
  'Infinity',
  '0x10',
  '1_000',
  ' 1',
  '1\n',
  '1,5',
  'true',
  'null',
  '１',
]) {
  test(`a bare ${JSON.stringify(text)} is a JSON string`, () => {
    assert.equal(jsonScalar(text), JSON.stringify(text))
  })
}

test('JSON gives every value back', () => {
  fc.assert(
    fc.property(anyText, (value) => {
      const wellFormed = value.toWellFormed()
      assert.equal(JSON.parse(`"${jsonText(value)}"`), wellFormed)
      assert.equal(JSON.parse(jsonString(value)), wellFormed)
      assert.equal(JSON.parse(`"${looseJsonText(value)}"`), wellFormed)
      assert.equal(String(JSON.parse(jsonScalar(value))), wellFormed)
      assert.ok(!looseJsonText(value).includes("'"))
    }),
  )
})

test('forms and URLs give every value back', () => {
  fc.assert(
    fc.property(anyText, (value) => {
      assert.deepEqual(
        [...new URLSearchParams(`a=${formText(value)}&b=1`)],
        [
          ['a', value.toWellFormed()],
          ['b', '1'],
        ],
      )
      assert.equal(formText(value), new URLSearchParams({ '': value }).toString().slice(1))
      assert.equal(decodeURIComponent(urlText(value)), value.toWellFormed())
    }),
  )
})

test('no value changes the segments of a path or reaches its query', () => {
  fc.assert(
    fc.property(anyText, (value) => {
      const url = new URL(`https://example.com/a/${urlPathText(value)}/b?c#d`)

      assert.equal(url.host, 'example.com')
      assert.match(url.pathname, /^\/a\/[^/]*\/b$/)
      assert.equal(url.search + url.hash, '?c#d')
    }),
  )
})

test('XML holds only allowed characters, no raw markup, and gives the rest back', () => {
  fc.assert(
    fc.property(anyText, (value) => {
      const written = xmlText(value)
      // XML 1.0, section 2.2; the flag `u` keeps pairs of surrogates together.
      assert.match(written, /^[\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u)
      assert.ok(!/[<>"']|&(?!(?:amp|lt|gt|quot|#39|#13);)/.test(written))
      const allowed = [...value.toWellFormed()].filter((char) => !FORBIDDEN_IN_XML.has(char)).join('')
      assert.equal(readXml(written), allowed)
      assert.ok(!xmlCommentText(value).includes('-'))
    }),
  )
})

test('a header value holds bytes that HTTP allows, and can be read back', () => {
  fc.assert(
    fc.property(anyText, (value) => {
      const written = headerText(value)

      assert.match(written, /^[\u0020-\u007e\u0080-\u00ff]*$/)
      assert.equal(readableHeader(written), value.toWellFormed().replace(/\p{Cc}/gu, ''))
    }),
  )
})

const FORBIDDEN_IN_XML: ReadonlySet<string> = new Set([
  ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).filter(
    (char) => !'\t\n\r'.includes(char),
  ),
  '\ufffe',
  '\uffff',
])

function readXml(text: string): string {
  const parts: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#13': '\r' }
  return text.replace(
    /&([^;]+);/g,
    (_, name: string) => parts[name] ?? assert.fail(`unknown reference ${name}`),
  )
}
