import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { VERBS } from '../src/storage/verbs.ts'
import { sourcesOf } from './support/imports.ts'

const root = dirname(import.meta.dirname)
const source = join(root, 'src')

/** Rooms, tables and verbs have names of plain words too, and of terms that everybody knows. */
const PLAIN = new Set(
  `accept advance ahead api auth body cancel change check clear cli clock config connection copy count create
  damage delete deletion describe docs domain due encryption end ended failure find finish first header health
  history key list management meta migrations name note of open openapi overview password people postgres
  prune rehash release remove retry review revision revoke rotate route row runtime schema search secret server
  set signing sqlite start stop storage telemetry thread time times v1 version watch write`.split(/\s+/),
)

const section =
  readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split('## The words')[1]?.split('\n## ')[0] ?? ''
const glossary = [...section.matchAll(/^\| \*\*([^*]+)\*\* +\| (.+?) +\|$/gm)].map(
  ([, word = '', meaning = '']) => ({
    word,
    meaning,
  }),
)
const explained = new Set(glossary.flatMap(({ word }) => word.split(' ').flatMap(formsOf)))

describe('the words of ARCHITECTURE.md', () => {
  it('are each there once, in the order of the alphabet, with a meaning of one line', () => {
    const words = glossary.map(({ word }) => word)

    assert.ok(words.length > 60)
    assert.deepEqual(words, [...new Set(words)].toSorted())
    assert.deepEqual(
      glossary.filter(({ meaning }) => meaning.length > 150),
      [],
    )
  })

  it('are words of the code', () => {
    const names = namesIn(sourcesOf(source).map((file) => readFileSync(join(source, file), 'utf8')))

    assert.ok(names.has('delivery') && !names.has('unheardof'))
    assert.deepEqual(
      glossary.map(({ word }) => word).filter((word) => !formsOf(word).some((form) => names.has(form))),
      [],
    )
  })

  it('explain what rooms, tables and verbs of the store are called, where that is not plain', () => {
    assert.deepEqual(
      [...roomNames(), ...tableNames(), ...Object.keys(VERBS)]
        .filter((name) => unexplained(name).length > 0)
        .map((name) => `${name}: ${unexplained(name).join(' ')}`),
      [],
    )
    assert.deepEqual(unexplained('frobnicateWebhooks'), ['frobnicate'])
  })
})

/** As it is, of many, and as a verb. */
function formsOf(word: string): readonly string[] {
  const stem = word.replace(/e$/, '')
  const plural = word.replace(/y$/, 'ie')
  return [
    word,
    `${word}s`,
    `${plural}s`,
    `${stem}ed`,
    `${stem}ing`,
    `${stem}${stem.at(-1)}ing`,
    `${stem}${stem.at(-1)}ed`,
  ]
}

/** `catchUpDeliveries`, `webhook_flow`: the words of a name. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
}

/** The words of all names in the code, and each two that follow each other; comments are no code. */
function namesIn(texts: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const text of texts) {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\/\/.*$/gm, '')
    for (const name of new Set(code.match(/[A-Za-z_]\w*/g))) {
      const words = wordsOf(name)
      for (const [index, word] of words.entries()) names.add(word).add(`${word} ${words[index + 1] ?? ''}`)
    }
  }
  return names
}

function unexplained(name: string): readonly string[] {
  return wordsOf(name).filter(
    (word) => !explained.has(word) && !PLAIN.has(word) && !PLAIN.has(word.replace(/s$/, '')),
  )
}

function roomNames(): readonly string[] {
  const rooms = new Set(sourcesOf(source).map((file) => dirname(file)))
  return [...rooms]
    .filter((room) => /^(?:\w+|domain\/.+|storage\/.+|api\/\w+)$/.test(room))
    .map((room) => basename(room))
}

function tableNames(): readonly string[] {
  const migrations = globSync('storage/*/migrations/*.ts', { cwd: source })
  return migrations.flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/CREATE TABLE (\w+)/g)].map(
      ([, name = '']) => name,
    ),
  )
}
