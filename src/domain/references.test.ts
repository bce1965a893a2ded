import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expandReferences } from './references.ts'

const variables: Readonly<Record<string, string>> = { TOKEN: 'top ${TOKEN} secret', EMPTY: '' }
const files: Readonly<Record<string, string>> = { '/run/secrets/key': 'line\nkey\n' }
const references = { variable: (name: string) => variables[name], file: (path: string) => files[path] }

describe('expandReferences', () => {
  for (const [text, expanded] of [
    ['nothing to see', 'nothing to see'],
    ['Bearer ${TOKEN}', 'Bearer top ${TOKEN} secret'],
    ['[${EMPTY}]', '[]'],
    ['${file:/run/secrets/key}!', 'line\nkey!'],
    ['$${TOKEN} and $${', '${TOKEN} and ${'],
    ['$TOKEN, ${}, ${not a name}, %AlertName%', '$TOKEN, ${}, ${not a name}, %AlertName%'],
  ] as const) {
    it(`makes ${JSON.stringify(expanded)} of ${JSON.stringify(text)}`, () => {
      assert.deepEqual(expandReferences(text, references), { text: expanded, mistakes: [] })
    })
  }

  it('names each reference that leads nowhere', () => {
    assert.deepEqual(expandReferences('${NO} ${file:/nowhere} ${TOKEN}', references), {
      text: '${NO} ${file:/nowhere} top ${TOKEN} secret',
      mistakes: [
        'refers to the variable NO, which is not set',
        'refers to the file /nowhere, which cannot be read',
      ],
    })
  })
})
