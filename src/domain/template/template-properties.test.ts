import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { alertEvent, jobRunEvent, webhook, SITE } from '../../../test/support/build.ts'
import { isWellFormedXml } from '../../../test/support/well-formed-xml.ts'
import { compileRequest } from './render-request.ts'
import { compileTemplate } from './template.ts'

/**
 * Templates that nobody thought of, not only values: whatever a template gives with harmless values, it gives with any
 * values, and stays valid for its content type.
 */
type Values = (marker: string) => string

const NEUTRAL: Values = () => 'x'
const MARKERS = ['%AlertName%', '%AlertInfo%', '%AlertID%', '%CurrentValue%']
/** Markers, some with texts around their values that have characters of every content type. */
const SPOTS = [
  ...MARKERS,
  String.raw`%AlertName|pre:"\" : [{<!-- ]]> &?=#/"%`,
  String.raw`%AlertInfo|pre:"\n<b a='x'>"|post:"</b>,]]>"%`,
]

/**
 * The harmless values: where a text stands around a value, what is fixed depends on whether there is one, so no
 * value is harmless too.
 */
function harmlessFor(template: string): readonly Values[] {
  return /\|(?:pre|post):"/.test(template) ? [NEUTRAL, () => ''] : [NEUTRAL]
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(...'"\\\'<>&]-!%{}[]:,=+#?/.\r\n\t 1e', '\u0000', '\ud800', '\udc00', '\uffff'),
  }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    '',
    '0',
    '-1.5e3',
    '1e999',
    '01',
    'true',
    'null',
    'NaN',
    '%AlertName%',
    '.',
    '..',
    ']]>',
    '-->',
    '\\',
    '"',
  ),
)
const anyValues: fc.Arbitrary<Values> = fc
  .tuple(anyText, anyText, anyText, anyText)
  .map((texts) => (marker) => texts[MARKERS.indexOf(`%${marker}%`)] ?? '')

function render(template: string, contentType: string, values: Values): string {
  return compileTemplate(template, { payloadType: 'ALERT', contentType }).render(values)
}

describe('a template that gives valid JSON with harmless values', () => {
  const inString = fc.constantFrom(...SPOTS, 'a', '\\"', '\\\\', '\\u0041', 'é', '%', "'", ' ')
  const string = fc.array(inString, { maxLength: 4 }).map((inside) => ['"', ...inside, '"'])
  const marker = fc.constantFrom(...SPOTS).map((marker) => [marker])
  /** JSON in pieces, with markers in strings, in names and bare. */
  const { json } = fc.letrec<{ json: readonly string[] }>((tie) => ({
    json: fc.oneof(
      { depthSize: 'small' },
      string,
      marker,
      fc.constantFrom(['1'], ['-0.5e3'], ['true'], ['null'], ['[]'], ['{}']),
      fc
        .array(tie('json'), { minLength: 1, maxLength: 3 })
        .map((items) => ['[', ...items.flatMap((item, index) => (index === 0 ? item : [',', ...item])), ']']),
      fc
        .tuple(fc.oneof(string, marker), tie('json'))
        .map(([name, item]) => ['{', ...name, ':', ...item, '}']),
    ),
  }))
  const edit = fc.tuple(
    fc.nat({ max: 30 }),
    fc.constantFrom(...SPOTS, '{', '}', '[', ']', ',', ':', '"', '\\', '%', '\n', '1', "'", ''),
  )
  /** The pieces as they are, or with one or two of them lost, exchanged, or joined by another. */
  const template = fc.tuple(json, fc.array(edit, { maxLength: 2 })).map(([pieces, edits]) => {
    const edited = [...pieces]
    for (const [place, piece] of edits) edited.splice(place % (edited.length + 1), place % 2, piece)
    return edited.join('')
  })

  it('gives valid JSON with any values', () => {
    let count = 0
    fc.assert(
      fc.property(template, anyValues, (template, values) => {
        if (!harmlessFor(template).every((values) => isJson(render(template, 'application/json', values))))
          return
        count += MARKERS.some((marker) => template.includes(marker)) ? 1 : 0
        const body = render(template, 'application/json', values)
        assert.ok(isJson(body), `${template} gives ${body}`)
      }),
      { numRuns: 2_000 },
    )
    assert.ok(count > 200, `only ${count} templates were put to the test`)
  })

  it('is warned of a backslash before a marker, which a text around a value may make valid by chance', () => {
    const template = String.raw`[{"a":"%AlertName%\%AlertInfo|pre:"\n<b>"%"}]`
    for (const contentType of ['application/json', 'application/x-ndjson']) {
      const { warnings } = compileTemplate(template, { payloadType: 'ALERT', contentType })

      assert.match(warnings[0]?.message ?? '', /^line 1, column 19: here the template stops being JSON/)
      assert.ok(isJson(render(template, contentType, NEUTRAL)))
      assert.ok(!isJson(render(template, contentType, () => '')))
    }
  })

  it('gives as many lines of it with any values, as JSON lines', () => {
    let count = 0
    fc.assert(
      fc.property(fc.array(template, { minLength: 1, maxLength: 3 }), anyValues, (lines, values) => {
        const whole = lines.map((line) => line.replaceAll('\n', ' ')).join('\n')
        const isLines = (text: string) => text.split('\n').every((line) => line.trim() === '' || isJson(line))
        if (!harmlessFor(whole).every((values) => isLines(render(whole, 'application/x-ndjson', values))))
          return
        count += MARKERS.some((marker) => whole.includes(marker)) ? 1 : 0
        const body = render(whole, 'application/x-ndjson', values)
        assert.ok(
          isLines(body) && body.split('\n').length === whole.split('\n').length,
          `${whole} gives ${body}`,
        )
      }),
      { numRuns: 1_000 },
    )
    assert.ok(count > 50, `only ${count} templates were put to the test`)
  })
})

describe('a template of a form', () => {
  it('has the same fields with any values, whatever its text is', () => {
    const piece = fc.oneof(
      fc.constantFrom(...SPOTS, '&', '=', '+', '%20', 'a', 'é', '%', '&amp;'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), anyValues, (pieces, values) => {
        const template = pieces.join('')
        const shape = (text: string) => text.split('&').map((field) => field.split('=').length)
        const type = 'application/x-www-form-urlencoded'
        assert.deepEqual(shape(render(template, type, values)), shape(render(template, type, NEUTRAL)))
      }),
      { numRuns: 500 },
    )
  })
})

describe('a template of XML', () => {
  const words = (unit: readonly string[]) =>
    fc
      .array(fc.oneof(fc.constantFrom(...SPOTS), fc.constantFrom(...unit)), { maxLength: 5 })
      .map((pieces) => pieces.join(''))
  const text = words(['a', ' ', '&amp;', '&#39;', '"', "'", ']', ']]', '-', '--', '>', '%'])
  const { node } = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      text,
      words(['a', '<', '&', ' - ', '"', '<![CDATA[', ']]>', '>']).map((inside) => `<!--${inside}-->`),
      words(['a', '<', '&', ']', ']]', '-->', '<!--', '"', '>']).map((inside) => `<![CDATA[${inside}]]>`),
      fc
        .tuple(words(['a', '&lt;', "'", ' ', '>', '-->', ']]>']), fc.array(tie('node'), { maxLength: 4 }))
        .map(([value, nodes]) => `<b c="${value}" d='${value.replaceAll("'", '"')}'>${nodes.join('')}</b>`),
      words(['a', '&lt;', ' ']).map((value) => `<e f="${value}"/>`),
    ),
  }))

  it('stays well-formed with any values, whatever the document is', () => {
    let count = 0
    fc.assert(
      fc.property(fc.array(node, { maxLength: 5 }), anyValues, (nodes, values) => {
        const template = `<a>${nodes.join('')}</a>`
        if (!isWellFormedXml(render(template, 'text/xml', NEUTRAL))) return
        count += 1
        const body = render(template, 'text/xml', values)
        assert.ok(isWellFormedXml(body), `${template} gives ${body}`)
      }),
      { numRuns: 1_000 },
    )
    assert.ok(count > 300, `only ${count} documents were put to the test`)
  })

  it('is held by a checker that knows what is not well-formed', () => {
    for (const text of ['<a/>', '<a b="c>">&lt;<b/><!-- < & --><![CDATA[<]]>]] &#38;</a>', "<a b='\"'/>"]) {
      assert.ok(isWellFormedXml(text), text)
    }
    for (const text of [
      '',
      'a',
      '<a>',
      '<a></b>',
      '<a/><b/>',
      '<a><b></a></b>',
      '<a>&</a>',
      '<a>&nbsp;</a>',
      '<a>]]></a>',
      '<a b=c/>',
      '<a b="<"/>',
      '<a b="&"/>',
      '<a b="1" b="2"/>',
      '<a><!-- -- --></a>',
      '<a><!-- --->x</a>',
      '<a>\u0001</a>',
      '<a>\ud800</a>',
      '<a><![CDATA[</a>',
    ]) {
      assert.ok(!isWellFormedXml(text), text)
    }
  })
})

describe('a template of HTML', () => {
  it('gets no markup from values, whatever the template is', () => {
    const piece = fc.oneof(
      fc.constantFrom(...SPOTS, '<p>', '</p>', '<a href="', '">', "'", '&amp;'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), anyValues, (pieces, values) => {
        const marks = (values: Values) => render(pieces.join(''), 'text/html', values).replace(/[^<>"']/g, '')
        assert.equal(marks(values), marks(NEUTRAL))
      }),
    )
  })
})

describe('a request', () => {
  it('can be sent, to where its webhook says, whatever its templates and the event are', () => {
    const piece = fc.constantFrom(
      ...MARKERS,
      '%ServerName%',
      '%JobName%',
      '%x.Key%',
      'a',
      '%20',
      '/',
      'é',
      '%',
      '%NoSuch%',
    )
    const line = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
    const path = fc
      .array(fc.oneof(fc.constantFrom('%AlertName%', '%ServerName%'), line), { minLength: 1, maxLength: 4 })
      .map((segments) => segments.join('/'))
    const dots = fc.constantFrom('.', '..')
    const event = fc
      .record({
        name: fc.oneof(anyText, dots),
        alertKey: anyText,
        jobName: anyText,
        info: anyText,
        isJob: fc.boolean(),
      })
      .map(({ isJob, name, alertKey, jobName, info }) =>
        isJob
          ? jobRunEvent({ name: jobName })
          : alertEvent({ name, alertKey, details: { info, serverName: info } }),
      )
    const contentType = fc.constantFrom(
      'application/json',
      'text/plain',
      'text/xml',
      'nonsense',
      '%AlertName%',
    )
    fc.assert(
      fc.property(
        fc.record({
          path,
          query: line,
          header: line,
          payloadTemplate: fc.oneof(line, anyText),
          contentType,
        }),
        event,
        ({ path, query, header, payloadTemplate, contentType }, event) => {
          const { render } = compileRequest(
            {
              ...webhook({ url: `https://h.example:8443/${path}?${query}`, payloadTemplate }),
              headers: [
                { key: 'Content-Type', value: contentType },
                { key: 'X-Note', value: header },
              ],
            },
            SITE,
          )
          const { url, headers, body } = render({ event, deliveryId: '1' })

          const parsed = new URL(url)
          assert.equal(parsed.origin, 'https://h.example:8443')
          assert.equal(parsed.hash, '')
          assert.equal(parsed.pathname.split('/').length, `/${path}`.split('/').length, url)
          assert.equal(headers.length, 2)
          for (const [, value] of headers) assert.match(value, /^[\u0020-\u007e\u0080-\u00ff]*$/)
          assert.ok(body.isWellFormed())
        },
      ),
      { numRuns: 500 },
    )
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
