import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { findSameNames, placeOf, readDefinitionFile } from './definition-reader.ts'
import { referenceReader } from './definition-files.ts'
import { THIS_MACHINE } from '../../src/commands/this-machine.ts'

const folder = mkdtempSync(join(tmpdir(), 'tocsin-definitions-'))
after(() => rmSync(folder, { recursive: true }))

const read = (text: string, environment: Record<string, string> = {}) => {
  const { definitions, mistakes } = readDefinitionFile(
    { path: join(folder, 'x.yaml'), text },
    referenceReader({ environment, machine: THIS_MACHINE }, join(folder, 'x.yaml')),
  )
  return { definitions, said: mistakes.map(({ line, path, message }) => `${line} ${path} ${message}`) }
}

describe('readDefinitionFile', () => {
  for (const { it: about, text, says } of [
    { it: 'an empty file', text: '', says: /^1  must be a map with the list webhooks in it/ },
    { it: 'a list', text: '- name: a\n', says: /^1  must be a map/ },
    {
      it: 'another member',
      text: 'webhooks: []\nhooks: 1\n',
      says: /^2 hooks is unknown here; known are webhooks and windows$/,
    },
    {
      it: 'no list',
      text: '# x\nwebhooks:\n  name: a\n',
      says: /^2 webhooks must be a list of webhooks; for none write \[\]$/,
    },
    { it: 'no YAML', text: 'webhooks:\n  - name: "a\n', says: /^\d  is not valid YAML: .*quote/ },
    {
      it: 'a member twice',
      text: 'webhooks:\n  - name: a\n    name: b\n',
      says: /^3  is not valid YAML: Map keys must be unique/,
    },
    { it: 'two documents', text: 'webhooks: []\n---\nwebhooks: []\n', says: /^2  is a second document/ },
    {
      it: 'no name',
      text: 'webhooks:\n  - name: a\n  - url: x\n',
      says: /^3 webhooks\[1\]\.name must be the name of the webhook, a text$/,
    },
    {
      it: 'a number for a name',
      text: 'webhooks:\n  - url: x\n    name: 7\n',
      says: /^3 webhooks\[0\]\.name .*; write "7" with its quotes$/,
    },
    {
      it: 'a text for a webhook',
      text: 'webhooks:\n  - a\n',
      says: /^2 webhooks\[0\] must be a map with the members of a webhook$/,
    },
    {
      it: 'a variable that is not set, in the middle of a block',
      text: 'webhooks:\n  - name: a\n    payload_template: |\n      one\n      two ${NOBODY}\n',
      says: /^5 webhooks\[0\]\.payload_template refers to the variable NOBODY, which is not set$/,
    },
    {
      it: 'a file that is not there, in a list',
      text: 'webhooks:\n  - name: a\n    http_headers:\n      - http_header_value: ${file:nothing}\n',
      says: /^4 webhooks\[0\]\.http_headers\[0\]\.http_header_value refers to the file nothing, which cannot be read$/,
    },
    {
      it: 'aliases that grow without end',
      text: `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`).join()}]\n`).join('')}webhooks: []\n`,
      says: /^1  cannot be read: its aliases make more than 64 MB/,
    },
  ]) {
    it(`${about}: a sentence with its line`, () => {
      const { said } = read(text)

      assert.match(said.join('\n'), says)
      assert.equal(said.length, 1)
    })
  }

  it('passes over members x-… at the top and of a definition, and keeps those further in', () => {
    const { definitions, said } = read(
      'x-common: &common\n  x-owner: dba\n  timeout: 5s\nwebhooks:\n  - <<: *common\n    name: a\n    tags: { x-team: b }\n',
    )

    assert.deepEqual(said, [])
    assert.deepEqual(definitions[0]?.members, { timeout: '5s', name: 'a', tags: { 'x-team': 'b' } })
  })

  it('lists all references that lead nowhere at once', () => {
    const { said } = read('webhooks:\n  - name: a\n    url: ${A}${B}\n    description: ${C}\n')

    assert.deepEqual(
      said.map((sentence) => sentence.split(' ')[0] + sentence.replace(/.*variable (\w+).*/, '$1')),
      ['3A', '3B', '4C'],
    )
  })

  it('puts in what variables and files beside it hold, and does not look at that again', () => {
    writeFileSync(join(folder, 'secret'), 's3cret ${X}\n')
    const { definitions, said } = read(
      'webhooks:\n  - name: a\n    url: https://${HOST}/\n    description: ${file:secret} $${X}\n',
      { HOST: 'h.example' },
    )

    assert.deepEqual(said, [])
    assert.deepEqual(definitions[0]?.members, {
      name: 'a',
      url: 'https://h.example/',
      description: 's3cret ${X} ${X}',
    })
  })

  it('refers to files of text only: nothing that has no end, and nothing that would be damaged', () => {
    writeFileSync(join(folder, 'latin1'), Buffer.from([0x63, 0xe9]))
    writeFileSync(join(folder, 'large'), Buffer.alloc(1024 ** 2 + 1, 'x'))
    execFileSync('mkfifo', [join(folder, 'pipe')])

    for (const path of ['/dev/zero', '/dev/full', 'pipe', 'latin1', 'large', '.']) {
      const { said } = read(`webhooks:\n  - {name: a, description: "\${file:${path}}"}\n`)
      assert.deepEqual(said, [`2 webhooks[0].description refers to the file ${path}, which cannot be read`])
    }
  })

  it('knows where each part stands, through anchors as well', () => {
    const { definitions } = read(
      'webhooks:\n  - &one\n    name: a\n    http_headers:\n      - http_header_key: A\n        http_header_value: b\n  - name: b\n    http_headers:\n      [{ http_header_key: C }]\n',
    )
    const [one, two] = definitions.map(({ mistake }) => mistake)

    assert.match(
      placeOf(one?.('http_headers[0].http_header_value', '') ?? raise()),
      /x\.yaml:6: webhooks\[0\]\.http_headers\[0\]\.http_header_value$/,
    )
    assert.equal(two?.('http_headers[0].http_header_key', '').line, 9)
    assert.equal(two?.('timeout', '').line, 7)
    assert.equal(two?.('', '').line, 7)
  })

  it('takes what several have in common from an anchor, by <<', () => {
    const text = `webhooks:
  - &common {name: a, url: "https://h.example/", low_alert: false}
  - <<: *common
    name: b
`
    const { definitions, said } = read(text)

    assert.deepEqual(said, [])
    assert.deepEqual(
      definitions.map(({ members }) => members),
      [
        { name: 'a', url: 'https://h.example/', low_alert: false },
        { name: 'b', url: 'https://h.example/', low_alert: false },
      ],
    )
  })

  it('says of a second webhook of a name where the first one is', () => {
    const { definitions } = read('webhooks:\n  - name: a\n  - name: b\n  - name: a\n')
    const [same, ...others] = findSameNames(definitions)

    assert.deepEqual(others, [])
    assert.equal(same?.line, 4)
    assert.match(same?.message ?? '', /^is "a" a second time \(first in .*x\.yaml:2\)/)
  })

  it('never fails, whatever the file holds', () => {
    const piece = fc.constantFrom(
      'webhooks:',
      '\n',
      '  ',
      '- ',
      'name: ',
      'a',
      '&a ',
      '*a',
      '${A}',
      '[',
      ']',
      '{',
      '}',
      '? ',
      '"',
      '|',
      '!!map',
      '<<: ',
      '---',
      '\t',
      ': ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { definitions, said } = read(`webhooks:\n  - name: x\n    url: ${pieces.join('')}`)
        assert.ok(definitions.length + said.length > 0)
        for (const { mistake } of definitions) assert.ok(mistake('http_headers[0].x', '').line >= 1)
      }),
    )
  })
})

function raise(): never {
  throw new Error('nothing was read')
}
