import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { FILTER_PATTERN } from '../src/domain/template/marker-filters.ts'
import { CLASSIC, WITH_ANY_NAME } from '../src/intake/reading/label-matcher.ts'
import { PRESETS } from '../src/presets/presets.ts'
import { findRegularExpressions, type FoundLiteral } from './support/find-regular-expressions.ts'

// The checker of its own package that is plain JavaScript: what it finds is the same on every machine.
process.env['RECHECK_BACKEND'] = 'pure'
const { checkSync } = await import('recheck')

/** By theory only: what it finds by trying at random would not be the same each time. */
const OPTIONS = { checker: 'automaton', timeout: 240_000 } as const

/**
 * Expressions that are put together while the program runs, by the text between the parentheses.
 */
const CONSTRUCTED: Readonly<Record<string, readonly RegExp[]>> = {
  "`^${FILTER_PATTERN}$`, 'u'": [new RegExp(`^${FILTER_PATTERN}$`, 'u')],
  "CANDIDATE, 'y'": [/%([\w .-]{1,48}(?:\|[^%\n]{0,320})?)%/y],
  CLASSIC: [new RegExp(CLASSIC)],
  WITH_ANY_NAME: [new RegExp(WITH_ANY_NAME)],
  // Paths of routes.
  "`^${inner.replaceAll(/:\\w+/g, '[^/]+').replaceAll('*', '.*')}/?$`": [
    /^\/v1\/webhooks\/[^/]+\/headers\/[^/]+\/?$/,
    /^\/console\/.*\/?$/,
  ],
  // Of cursors; it stands in the documents, and so among the patterns of schemas.
  '`^(?:M[Qgw]|N[AQgw]|O[AQ]|${long})$`': [],
  // One of the sequences of a list, none of them longer than a few characters.
  "String.raw`\\p{RGI_Emoji}`, 'gv'": [],
  // A literal of the same file, which stands in the list of those.
  "PLACE, 'g'": [],
  "`^(?:${pattern})$`, 'u'": PRESETS.flatMap(({ fields }) =>
    fields.map(({ pattern }) => new RegExp(`^(?:${pattern})$`, 'u')),
  ),
}

/**
 * By the expression: why it is linear although nothing can be said of it by theory (back references, assertions),
 * or how long what it reads can be.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  [String.raw`/^(.{1,4})\1+$/su`]: 'Four tries, each of which reads on until something differs.',
  [String.raw`/^[a-z][a-z0-9+.-]*:(?=\/\/)/i`]:
    'Begins in one place, and the colon is not in the class before it.',
  [String.raw`/^(?!tcn_)[a-z0-9][a-z0-9_-]{0,62}$/`]: 'Begins in one place.',
  [String.raw`/^(.*[/\\]hooks[/\\])([a-z0-9]{26})(?=[/\\]|$)/`]: 'Looks at 26 characters behind each place.',
  [String.raw`/:\/\/(?<=[a-z][a-z0-9+.-]{0,20}:\/\/)[^/\s"'<>@]+@/gi`]:
    'Looks at 20 characters before each place, and then up to the next slash, which begins nothing.',
  [String.raw`/(?<![\w.-])([\w.-]{1,100})\\{0,8}["']?\s{0,100}[:=]\s{0,100}/g`]:
    'Begins once in each word, and looks at 300 characters from there.',
  [String.raw`/(?:(\\{0,8})(["'])(?:(?!(?<!\\)\1\2).)*(?:\1\2(?=[^\s,;)\]}&<"\\])[^\s"&<\\]*)?|(?:[^\s"'&<\\]|\\(?![nrt"'\\]))(?:[^\s"&<\\]|\\(?![nrt"'\\]))*)/sy`]:
    'Begins in one place, and behind what is repeated nothing has to follow, so nothing is tried again.',
  [String.raw`/^(?:https:\/\/hooks\.slack(?:-gov)?\.com\/services\/T\w+\/B\w+\/\w+|https?:\/\/(?!(?:[^/?#]*\.)?slack(?:-gov)?\.com\b)[^\s/?#]+\/(?:[^\s?#]+\/)?services\/T\w+\/B\w+\/\w+|https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/\S*)?)$/u`]:
    'Begins in one place; the assertion looks at the host, and behind each slash of the path at the three parts that follow.',
  [String.raw`/^(?:https:\/\/(?!outlook\.office(?:365)?\.com\/webhook|[^/?#]*\.webhook\.office\.com(?:[/?#:]|$))[^\s/?#]+\/(?:[^\s?#]+\/)?workflows\/[^\s/?#]+\/triggers\/[^\s/?#]+\/paths\/invoke(?:\?\S*)?|https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/\S*)?)$/u`]:
    'Likewise.',
}

describe('regular expressions', () => {
  const { literals, constructions } = findRegularExpressions()
  const expressions = sitesOfEach(literals)
  const verdicts = openVerdicts()
  after(() => verdicts.save())

  it('all take time in proportion to what they read', () => {
    const slow = [...expressions].flatMap(([expression, sites]) => {
      const verdict = EXCEPTIONS[expression] === undefined ? verdicts.of(expression) : 'safe'
      return verdict === 'safe' ? [] : [`${expression} ${verdict} ${sites.join(' ')}`]
    })

    assert.deepEqual(slow, [])
  })

  it('are known also where they are put together while the program runs', () => {
    assert.deepEqual(
      [...new Set(constructions.map(({ parts }) => parts))].toSorted(),
      Object.keys(CONSTRUCTED).toSorted(),
    )
  })

  it('have no exception that is not needed', () => {
    const known = new Set(expressions.keys())

    assert.deepEqual(
      Object.keys(EXCEPTIONS).filter((expression) => !known.has(expression)),
      [],
    )
  })

  it('that are not linear are found', () => {
    for (const expression of [/\s*;\s*/, /^\s*(identity)?\s*$/i, /(a+)+$/, /\/+$/, /<[^>]*>\s*;[^,]*rel/]) {
      assert.notEqual(check(expression), 'safe', String(expression))
    }
  })
})

/** Each expression once, as JavaScript writes it. */
function sitesOfEach(literals: readonly FoundLiteral[]): ReadonlyMap<string, readonly string[]> {
  const sites = new Map<string, string[]>()
  const add = (expression: string, place: string) =>
    sites.set(expression, [...(sites.get(expression) ?? []), place])
  for (const { source, flags, place } of literals) add(`/${source}/${flags}`, place)
  for (const [parts, built] of Object.entries(CONSTRUCTED)) {
    for (const expression of built) add(String(expression), `new RegExp(${parts})`)
  }
  for (const pattern of schemaPatterns()) add(String(pattern), 'openapi/*.json')
  return sites
}

/** The validator makes regular expressions of these. */
function schemaPatterns(): readonly RegExp[] {
  const folder = join(import.meta.dirname, '..', 'openapi')
  const patterns = new Set<string>()
  for (const file of globSync('*.json', { cwd: folder })) {
    JSON.parse(readFileSync(join(folder, file), 'utf8'), (key, value) => {
      if (key === 'pattern' && typeof value === 'string') patterns.add(value)
      return value
    })
  }
  return Array.from(patterns, (pattern) => new RegExp(pattern, 'u'))
}

/** `safe`, or what is wrong. Without a quantifier whose number is open there is nothing to find; a large number is open. */
function check({ source, flags }: RegExp): string {
  if (!/[*+]|\{\d+,\d*\}/.test(source)) return 'safe'
  const open = source.replaceAll(/\{(\d+),(\d+)\}/g, (quantifier, from: string, to: string) =>
    Number(to) <= 10 ? quantifier : `{${Math.min(Number(from), 2)},}`,
  )
  // The checker would let a sticky one begin anywhere.
  const anchored = flags.includes('y') ? `^(?:${open})` : open
  const verdict = checkSync(anchored, flags.replace('y', ''), OPTIONS)
  return verdict.status === 'vulnerable' ? verdict.complexity.summary : verdict.status
}

/**
 * What was found safe before, by this checker: to check them all takes 45 s of a processor. One that is not among them
 * is checked, and added. `TOCSIN_TEST_CHECK_ALL` has them all checked, as `.ci/run` does.
 */
function openVerdicts() {
  const file = join(import.meta.dirname, 'fixtures', 'safe-regular-expressions.json')
  const lockfile = readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')
  const checker = `recheck ${JSON.parse(lockfile).packages['node_modules/recheck'].version} ${JSON.stringify(OPTIONS)}`
  const kept: { readonly checker: string; readonly safe: readonly string[] } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  const isTrusted = kept.checker === checker && process.env['TOCSIN_TEST_CHECK_ALL'] === undefined
  const known = new Set(isTrusted ? kept.safe : [])
  const safe: string[] = []
  return {
    of(expression: string): string {
      const slash = expression.lastIndexOf('/')
      const verdict = known.has(expression)
        ? 'safe'
        : check(new RegExp(expression.slice(1, slash), expression.slice(slash + 1)))
      if (verdict === 'safe') safe.push(expression)
      return verdict
    },
    save() {
      const text = `${JSON.stringify({ checker, safe: safe.toSorted() }, null, 2)}\n`
      if (text !== readFileSync(file, 'utf8')) writeFileSync(file, text)
    },
  }
}
