import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expandReferences } from './references.ts'

const variables: Readonly<Record<string, string | undefined>> = {
  __proto__: null as never,
  TOKEN: 'top ${TOKEN} secret',
  EMPTY: '',
}
const files: Readonly<Record<string, string>> = { '/run/secrets/key': 'line\nkey\n' }
const references = { variable: (name: string) => variables[name], file: (path: string) => files[path] }

const NEITHER = (inner: string) =>
  `has \${${inner}}, which is neither the name of a variable nor file: and a path; write $\${ for a literal \${`

describe('expandReferences', () => {
  for (const [text, expanded] of [
    ['nothing to see', 'nothing to see'],
    ['Bearer ${TOKEN}', 'Bearer top ${TOKEN} secret'],
    ['[${EMPTY}]', '[]'],
    ['${file:/run/secrets/key}!', 'line\nkey!'],
    ['$${TOKEN} and $${', '${TOKEN} and ${'],
    ['$TOKEN, $ {TOKEN}, {}, %AlertName%', '$TOKEN, $ {TOKEN}, {}, %AlertName%'],
  ] as const) {
    it(`makes ${JSON.stringify(expanded)} of ${JSON.stringify(text)}`, () => {
      assert.deepEqual(expandReferences(text, references), { text: expanded, mistakes: [], unset: [] })
    })
  }

  for (const [text, expanded, unset] of [
    ['a ${NO:-***}', 'a ***', ['NO']],
    ['${EMPTY:-x:-y}${NO:-}', 'x:-y', ['EMPTY', 'NO']],
    ['${TOKEN:-x}', 'top ${TOKEN} secret', []],
  ] as const) {
    it(`reads ${text} as a variable with a text for where it is not set`, () => {
      assert.deepEqual(expandReferences(text, references), { text: expanded, mistakes: [], unset })
    })
  }

  for (const [text, mistakes] of [
    ['${NO}', { '${NO}': 'refers to the variable NO, which is not set' }],
    ['${file:/nowhere}', { '${file:/nowhere}': 'refers to the file /nowhere, which cannot be read' }],
    ['${PAGER-TOKEN}', { '${PAGER-TOKEN}': NEITHER('PAGER-TOKEN') }],
    ['${}', { '${}': NEITHER('') }],
    ['${file:}', { '${file:}': NEITHER('file:') }],
    [
      '${constructor} ${TOKEN',
      {
        '${constructor}': 'refers to the variable constructor, which is not set',
        '${TOKEN': 'has a ${ that no } ends; write $${ for a literal ${',
      },
    ],
  ] as const) {
    it(`says what is wrong with ${text}, and leaves it as it is`, () => {
      const expanded = expandReferences(`${text} `, references)

      assert.equal(expanded.text.trimEnd(), text)
      assert.deepEqual(
        Object.fromEntries(expanded.mistakes.map(({ spelling, message }) => [spelling.trimEnd(), message])),
        mistakes,
      )
    })
  }
})
