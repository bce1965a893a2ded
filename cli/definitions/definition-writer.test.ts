import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { MEMBER_DEFAULTS } from './webhook-definition.ts'
import { readDefinitionFile } from './definition-reader.ts'
import { writeDefinitions, type ExportedWebhook } from './definition-writer.ts'
import type { JsonObject } from '../../src/domain/json-object.ts'
import { referenceReader } from './definition-files.ts'
import { THIS_MACHINE } from '../../src/commands/this-machine.ts'

const webhook = (
  name: string,
  members: JsonObject = {},
  more: Partial<ExportedWebhook> = {},
): ExportedWebhook => ({
  id: 1,
  name,
  members: { ...MEMBER_DEFAULTS, url: 'https://h.example/', payload_template: '{}', ...members },
  isSigned: false,
  signingSecret: undefined,
  ...more,
})

const read = (text: string, environment: Record<string, string> = {}) =>
  readDefinitionFile(
    { path: 'x.yaml', text },
    referenceReader({ environment, machine: THIS_MACHINE }, 'x.yaml'),
  )

describe('writeDefinitions', () => {
  it('writes what is as in every new webhook only where people look for it, by name, without numbers of the service', () => {
    const { text, names } = writeDefinitions([
      webhook('b', { fallback: 'a', timeout: '15s' }),
      webhook('a', { payload_template: 'one\ntwo\n' }, { id: 2 }),
    ])

    assert.deepEqual(names, [])
    assert.equal(
      text,
      `# Webhooks of Tocsin: tocsin apply -f THIS_FILE
webhooks:
  - name: a
    url: https://h.example/
    enabled: true
    payload_type: ALERT
    payload_template: |
      one
      two
    low_alert: true
    med_alert: true
    high_alert: true
    cleared_alert: true
    mode: current_state
  - name: b
    url: https://h.example/
    enabled: true
    payload_type: ALERT
    payload_template: "{}"
    low_alert: true
    med_alert: true
    high_alert: true
    cleared_alert: true
    mode: current_state
    timeout: 15s
    fallback: a
`,
    )
  })

  it('writes a reference for everything that is hidden, each with a name of its own', () => {
    const header = (http_header_key: string, http_header_value: string) => ({
      http_header_key,
      http_header_value,
    })
    const { text, names } = writeDefinitions([
      webhook(
        'Wächter 7',
        {
          url: 'https://***@h.example/?token=***',
          http_headers: [header('X-Key', '***'), header('x-key', '***'), header('A', '1 ${B}')],
          tls: { ca_certificates: null, client_certificate: 'C', client_key: '***', insecure: false },
        },
        { isSigned: true },
      ),
      webhook('7', { http_headers: [header('A', '***')] }),
      webhook('tocsin', { url: 'https://***@h.example/' }),
    ])

    assert.deepEqual(names, [
      'WEBHOOK_7_A',
      'WACHTER_7_URL',
      'WACHTER_7_URL_2',
      'WACHTER_7_X_KEY',
      'WACHTER_7_X_KEY_2',
      'WACHTER_7_CLIENT_KEY',
      'WACHTER_7_SIGNING_SECRET',
      'WEBHOOK_TOCSIN_URL',
    ])
    for (const name of names) assert.ok(text.includes(`#   ${name}\n`), name)
    assert.doesNotMatch(text.replaceAll(/\$\{\w+:-\*\*\*\}/g, ''), /\*\*\*/)
    assert.match(text, /http_header_value: 1 \$\$\{B\}\n/)
  })

  const text = fc.oneof(
    fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed() && !some.includes('\0')),
    fc.string({
      unit: fc.constantFrom(
        '\n',
        ' ',
        '\t',
        '\r',
        '#',
        ':',
        '-',
        '"',
        "'",
        '$',
        '{',
        '}',
        'a',
        '|',
        '\u2028',
      ),
    }),
    fc.constantFrom(
      'true',
      'null',
      '~',
      '1e3',
      '---\na\n...\n',
      '${A}',
      '$${',
      '$$${A}',
      '&a',
      '*a',
      '!!str',
      '\ufeffx',
    ),
  )
  const one = fc.record({
    name: text.filter((some) => some.trim() !== ''),
    payload_template: text,
    description: text,
    values: fc.array(text, { maxLength: 3 }),
  })

  for (const isJson of [false, true]) {
    it(`what is written is read back as it was, whatever it holds (${isJson ? 'JSON' : 'YAML'})`, () => {
      fc.assert(
        fc.property(fc.uniqueArray(one, { maxLength: 4, selector: ({ name }) => name }), (given) => {
          const webhooks = given.map(({ name, values, ...members }) =>
            webhook(name, {
              ...members,
              response_rule: values.length === 0 ? null : values.map((contains) => ({ contains })),
            }),
          )

          const { definitions, mistakes } = read(writeDefinitions(webhooks, { isJson }).text)

          assert.deepEqual(mistakes, [])
          const sorted = [...webhooks].sort((a, b) => (a.name < b.name ? -1 : 1))
          assert.deepEqual(
            definitions.map(({ members }) => ({ ...MEMBER_DEFAULTS, ...members })),
            sorted.map(({ name, members }) => ({ ...members, name })),
          )
        }),
        { numRuns: 500 },
      )
    })
  }
})
