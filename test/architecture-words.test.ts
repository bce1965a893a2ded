import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { sourcesOf } from './support/imports.ts'

const root = dirname(import.meta.dirname)

/** More would be a language of our own. */
const ENTRIES_MAX = 45

/** Words of names that are gone, each with the word that took its place. */
const GONE: Readonly<Record<string, string>> = {
  telling: 'receiver state',
  tellings: 'open notifications',
  owed: 'out of sync',
  owes: 'out of sync',
  maybe: 'uncertain',
  attest: 'mark sent',
  attested: 'sent notification',
  unattested: 'unconfirmed',
  foresee: 'preview',
  foreseen: 'preview',
  told: 'notified',
  lane: 'webhook queue',
  lanes: 'webhook queues',
  errand: 'step',
  upkeep: 'housekeeping',
  trouble: 'problem',
  troubles: 'problems',
  shortage: 'exhaustion',
  survey: 'snapshot',
  deed: 'action',
  fate: 'outcome',
  twin: 'counterpart',
  trial: 'test',
  gallery: 'presets',
  journey: 'round trip',
  spoken: 'reported',
  judge: 'validate',
  unwell: 'unhealthy',
  parked: 'held',
  answer: 'response',
  answers: 'responses',
  walk: 'scan',
  walks: 'scans',
}

/** Members of definitions that are refused with their new name. */
const REFUSED: ReadonlySet<string> = new Set(['answer_rule', 'answer_size_max'])

const section =
  readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split('## The words')[1]?.split('\n## ')[0] ?? ''
const glossary = [...section.matchAll(/^\| \*\*([^*]+)\*\* +\| (.+?) +\|$/gm)].map(
  ([, word = '', meaning = '']) => ({ word, meaning }),
)

describe('the words of ARCHITECTURE.md', () => {
  it(`are ${ENTRIES_MAX} at most, each once, in the order of the alphabet, with a meaning of one line`, () => {
    const words = glossary.map(({ word }) => word)

    assert.ok(words.length > 20 && words.length <= ENTRIES_MAX, `${words.length} words`)
    assert.deepEqual(words, [...new Set(words)].toSorted())
    assert.deepEqual(
      glossary.filter(({ meaning }) => meaning.length > 150),
      [],
    )
  })
})

/** It has them all. */
const THIS = 'test/architecture-words.test.ts'

/** Words that no sentence uses any more either; other words of {@link GONE} have another meaning in English. */
const GONE_IN_PROSE =
  /\b(?:tellings|unattested|attested|foreseen|lanes?|errands?|upkeep|gallery|galleries|parked|unwell|tell(?:s|ing)? (?:it )?the present|(?:at|to|knows) the present)\b/i

describe('words that are gone', () => {
  for (const folder of ['src', 'console/src', 'docs', 'openapi', 'test', 'tools', 'scripts']) {
    it(`are in no sentence of ${folder}`, () => {
      const files = globSync(`${folder}/**/*.{ts,tsx,md,json}`, { cwd: root, exclude: [THIS] })
      const found = files.flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .filter((line) => GONE_IN_PROSE.test(line))
          .map((line) => `${file}: ${line.trim().slice(0, 80)}`),
      )

      assert.ok(files.length > 2)
      assert.deepEqual(found, [])
    })
  }

  for (const folder of ['src', 'console/src', 'test', 'tools', 'scripts']) {
    it(`are in no name of ${folder}`, () => {
      const files = sourcesOf(join(root, folder)).filter((file) => join(folder, file) !== THIS)
      const found = files.flatMap((file) =>
        goneIn(readFileSync(join(root, folder, file), 'utf8')).map((name) => `${file}: ${name}`),
      )

      assert.deepEqual(found, [])
    })
  }

  it('are seen, whatever the name is like', () => {
    const code = 'const owedSince = 1; interface OpenTellings {}; row.owed_since; // nobody is told'

    assert.deepEqual(goneIn(code), [
      'owedSince (out of sync)',
      'OpenTellings (open notifications)',
      'owed_since (out of sync)',
    ])
  })
})

/** Names in code, which comments, texts and patterns are not. */
function goneIn(text: string): readonly string[] {
  const code = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
    .replaceAll(/(?<=[(,=:\s])\/(?![*/])(?:[^/\n\\]|\\.)+\/[dgimsuvy]*/g, '')
    .replaceAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`|>[^<>{}]*</g, '')
  const names = new Set(code.match(/[A-Za-z_]\w*/g))
  return [...names].flatMap((name) => {
    if (REFUSED.has(name)) return []
    const gone = wordsOf(name).find((word) => Object.hasOwn(GONE, word))
    return gone === undefined ? [] : [`${name} (${GONE[gone]})`]
  })
}

/** `catchUpDeliveries`, `webhook_flow`: the words of a name. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_]+/)
}
