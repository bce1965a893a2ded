import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { sourcesOf } from './support/imports.ts'

const root = dirname(import.meta.dirname)

/** More would be a language of our own. */
const ENTRIES_MAX = 45

/** Words of names that are gone, each with the word that replaced it. */
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
  answering: 'responding',
  walk: 'scan',
  walks: 'scans',
  walked: 'scanned',
  owe: 'out of sync',
  owing: 'out of sync',
  tell: 'notify',
  tells: 'notifies',
  untold: 'not notified',
  hear: 'receive',
  hears: 'receives',
  heard: 'received',
  hearing: 'listening',
  unheard: 'not reported',
  deaf: 'not listening',
  speak: 'report',
  speaks: 'reports',
  speaking: 'reporting',
  anew: 'again',
  trials: 'tests',
  look: 'scan',
  looked: 'scanned',
  looking: 'scanning',
  touched: 'changed',
  journeys: 'round trips',
  shortages: 'exhaustion',
  surveys: 'snapshots',
  errands: 'steps',
}

/** Words of names in SQL that are gone: there a line is a row of deliveries, or an alert queue. */
const GONE_IN_SQL: Readonly<Record<string, string>> = { ...GONE, line: 'delivery', lines: 'deliveries' }

/** Names that stay: members of definitions that are refused with their new name, one of stored events, an honest one. */
const KEPT: ReadonlySet<string> = new Set(['answer_rule', 'answer_size_max', 'unheardMs', 'lookAhead'])

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

interface GoneWord {
  /** A pattern, which leaves out the honest other meanings of a word. */
  readonly gone: string
  /** The word of the field that says it. */
  readonly instead: string
  /** Files in which it has its proper meaning. */
  readonly except?: RegExp
  /** The only files in which it is gone. */
  readonly only?: RegExp
}

/**
 * Words that no comment uses. Many have another meaning that stays: to tell whether, or apart; behind a proxy; to look
 * for or like something; in place of; a byte order mark; a percent sign; a line of text; the caller of a function.
 */
const GONE_IN_COMMENTS: readonly GoneWord[] = [
  {
    gone: String.raw`told|telling|tells?(?! (?:in SQL |us )?whether\b| apart\b| [^.]* apart\b)`,
    instead: 'notify',
  },
  { gone: 'answer(?:s|ed|ing)?', instead: 'respond' },
  { gone: 'hear(?:s|d|ing)?|unheard|deaf', instead: 'receive, listen' },
  { gone: 'speak(?:s|ing)?|spoken', instead: 'report' },
  { gone: 'walk(?:s|ed|ing)?', instead: 'scan' },
  {
    gone: 'anew|likewise|maybe|for want of|in so far|whither',
    instead: 'again, also, possibly, without, if',
  },
  { gone: '(?:is|are|be|was) none', instead: 'is no …' },
  {
    gone: String.raw`behind(?! (?:an?|the) (?:trusted )?(?:proxy|dialog|open story)\b)`,
    instead: 'after',
  },
  { gone: 'rooms?|lanes?', instead: 'capacity, module, webhook queue' },
  { gone: 'turns?', instead: 'tick, slot, token of a quota' },
  { gone: 'stands? still|stood still|parked|unwell', instead: 'held, unhealthy' },
  { gone: 'judge[sd]?|judging|foresees?|foreseen', instead: 'validate, preview, dry run' },
  { gone: 'attest(?:s|ed)?|unattested', instead: 'mark sent, unconfirmed' },
  { gone: 'ow(?:ed|es|ing)|tellings?|told instead', instead: 'out of sync, receiver state, escalate' },
  { gone: 'raise ids?|end requests?|take up', instead: 'episode, clear request, resync' },
  { gone: 'shortages?|troubles?', instead: 'resource exhaustion, problem' },
  { gone: 'errands?|verbs?', instead: 'step, store method' },
  { gone: 'surveys?|touch(?:es|ed|ing)?', instead: 'snapshot, change, note last use' },
  { gone: 'upkeep|watch-over|galler(?:y|ies)', instead: 'housekeeping, monitoring, presets' },
  { gone: 'journeys?|twins?', instead: 'round trip, counterpart' },
  { gone: 'deeds?|fates?|trials?', instead: 'action, outcome, test' },
  {
    gone: String.raw`look(?:s|ed|ing)?(?! (?:for|up|like|as|into|through|secret|good|dear|them up)\b)`,
    instead: 'scan, check, read, poll',
  },
  { gone: String.raw`(?<!\bin (?:its |their )?)places?`, instead: 'node slot, position, index, path' },
  { gone: 'spans?', instead: 'range, period', except: /trace|span/ },
  {
    gone: '(?:an?|the|this|no|its|each|another|own|stored|without) marks?',
    instead: 'watermark, cursor, savepoint',
  },
  {
    gone: String.raw`(?:an?|the|this|no|last|any|more|other) signs?(?![- ](?:in|out)\b)`,
    instead: 'health signal, character',
  },
  {
    gone: String.raw`(?:heads? of (?:an?|the|its|their)|rule for|locks the|waits in an?) lines?|lines? whose head`,
    instead: 'alert queue',
  },
  {
    gone: 'callers?',
    instead: 'principal, client, monitor',
    only: /^(?:src\/api|console\/src|tools\/prove)\//,
  },
  { gone: '(?:an?|no|some|rejected|whose|which) notices?', instead: 'notification, delivery' },
  { gone: '(?:cut|items of a) parts?|list in parts', instead: 'page, range, batch' },
  { gone: '(?:by the cause|cause of (?:its|an?|the) (?:event|clear|delivery))', instead: 'trigger, reason' },
]

/** The gone words that a comment of a file uses, each with the better one. */
function goneInComment(file: string, comment: string): readonly string[] {
  return GONE_IN_COMMENTS.flatMap(({ gone, instead, except, only }) => {
    if (except?.test(file) || (only && !only.test(file))) return []
    const [found] = new RegExp(`\\b(?:${gone})\\b`, 'i').exec(comment) ?? []
    return found === undefined ? [] : [`${found} (${instead})`]
  })
}

/** Folders whose comments are free of them. */
const FOLDERS_OF_COMMENTS = ['src', 'cli', 'console/src', 'test', 'tools', 'scripts']

describe('words that are gone', () => {
  for (const folder of FOLDERS_OF_COMMENTS) {
    it(`are in no comment of ${folder}`, () => {
      const found = sourcesOf(join(root, folder)).flatMap((file) =>
        commentsOf(readFileSync(join(root, folder, file), 'utf8')).flatMap((comment) =>
          goneInComment(`${folder}/${file}`, comment).map(
            (word) => `${file}: ${word}: ${comment.slice(0, 80)}`,
          ),
        ),
      )

      assert.deepEqual(found, [])
    })
  }

  it('are in no name of SQL', () => {
    const files = sourcesOf(join(root, 'src/storage')).filter((file) => !file.includes('migrations/'))
    const found = files.flatMap((file) =>
      sqlOf(readFileSync(join(root, 'src/storage', file), 'utf8')).flatMap((text) =>
        goneAmong(text, GONE_IN_SQL).map((name) => `${file}: ${name}`),
      ),
    )

    assert.ok(files.length > 100)
    assert.deepEqual(found, [])
  })

  it('are seen in comments and SQL, but for their proper meaning', () => {
    const code = '/** Nobody is\n * told. */\nconst a = 1 // It answers.\n// Tells whether `turn` tells.\n'

    assert.deepEqual(commentsOf(code), ['Nobody is told.', 'It answers.', 'Tells whether tells.'])
    const wordsIn = (comment: string) => goneInComment('src/api/server.ts', comment)
    for (const honest of [
      'Tells whether it is.',
      'Tells a from b apart.',
      'behind a proxy',
      'A line of text with a percent sign, looked up in place of another.',
      'Text without a byte order mark, whose author signs in.',
    ])
      assert.deepEqual(wordsIn(honest), [])
    assert.deepEqual(wordsIn('Told of it.'), ['Told (notify)'])
    assert.deepEqual(wordsIn('Looks at the head of its line, and takes its place.'), [
      'Looks (scan, check, read, poll)',
      'place (node slot, position, index, path)',
      'head of its line (alert queue)',
    ])
    assert.deepEqual(wordsIn('A caller in a span after a sign.'), [
      'span (range, period)',
      'a sign (health signal, character)',
      'caller (principal, client, monitor)',
    ])
    assert.deepEqual(
      sqlOf('const a = `SELECT 1 FROM deliveries AS line`').flatMap((text) => goneAmong(text, GONE_IN_SQL)),
      ['line (delivery)'],
    )
  })

  for (const folder of ['src', 'cli', 'console/src', 'docs', 'openapi', 'test', 'tools', 'scripts']) {
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

  for (const folder of ['src', 'cli', 'console/src', 'test', 'tools', 'scripts']) {
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
    .replaceAll(/(?<=[(,=:\s])\/(?![*/])(?:\[(?:[^\]\n\\]|\\.)*\]|[^/[\n\\]|\\.)+\/[dgimsuvy]*/g, '')
    .replaceAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`|>[^<>{}]*</g, '')
  return goneAmong(code, GONE)
}

function goneAmong(text: string, words: Readonly<Record<string, string>>): readonly string[] {
  const names = new Set(text.match(/[A-Za-z_]\w*/g))
  return [...names].flatMap((name) => {
    if (KEPT.has(name)) return []
    const gone = wordsOf(name).find((word) => Object.hasOwn(words, word))
    return gone === undefined ? [] : [`${name} (${words[gone]})`]
  })
}

/** The comments of a file on one line each, without the code in them. */
function commentsOf(text: string): readonly string[] {
  const comments = text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm) ?? []
  return comments.map((comment) =>
    comment
      .replaceAll(/`[^`]*`|@ts-expect-error|https?:\S+/g, '')
      .replaceAll(/^\s*\*\/?|^\s*\/[/*]+|\*\/$/gm, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

/** The texts of a file that are SQL. */
function sqlOf(text: string): readonly string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '')
  return (code.match(/`[^`]*`/g) ?? []).filter((part) =>
    /\b(?:SELECT|INSERT|UPDATE|DELETE|FROM|WHERE) /.test(part),
  )
}

/** `catchUpDeliveries`, `webhook_flow`: the words of a name. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_]+/)
}
