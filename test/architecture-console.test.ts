import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { importsOf, sourcesOf } from './support/imports.ts'

const source = join(dirname(import.meta.dirname), 'console', 'src')

/** Tests hold the words of the console to those of the service, and so look into both. */
const files = sourcesOf(source)
const textOf = (file: string) => readFileSync(join(source, file), 'utf8')
const imports = importsOf(source, files)

/** What a page may use of another page's folder, beside `pages/events/`, which is there to be shared. */
const SHARED_PARTS: Readonly<Record<string, readonly string[]>> = {
  'pages/alerts/': ['pages/silences/silence-dialog.tsx', 'pages/silences/silence.ts'],
  'pages/on-call/': ['pages/alerts/alert-actions.tsx', 'pages/alerts/alert.ts'],
  'pages/overview/': ['pages/on-call/on-call.ts', 'pages/on-call/on-call.tsx'],
  'pages/silences/': [
    'pages/deliveries/webhook-picker.tsx',
    'pages/webhooks/match/completion.ts',
    'pages/webhooks/match/match-input.tsx',
  ],
  'pages/settings/': ['pages/sign-in/new-password-fields.tsx'],
  'pages/webhooks/': [
    'pages/deliveries/listed-delivery.ts',
    'pages/deliveries/operations/operation-dialog.tsx',
    'pages/silences/silence-dialog.tsx',
  ],
  'shell/': ['pages/search/search-dialog.tsx', 'pages/sign-in/sign-in-form.tsx'],
}

function isAllowedPage(file: string, target: string): boolean {
  const [folder = '', page = ''] = file.split('/')
  if (file === 'router.tsx') return true
  if (folder === 'pages' && (target.startsWith(`pages/${page}/`) || target.startsWith('pages/events/')))
    return true
  const from = folder === 'pages' ? `pages/${page}/` : `${folder}/`
  return SHARED_PARTS[from]?.includes(target) ?? false
}

/** An address in what runs, of which a link or an example is the only use. */
const ADDRESSES = [
  'https://www.standardwebhooks.com',
  'https://receiver.example.com/',
  'https://receiver.example.com/alerts',
]

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/ .*$/gm, '')

describe('architecture of the console', () => {
  it('it imports nothing of the service or of the tests, but the types of the public API and one rule of the domain', () => {
    assert.ok(imports.length > 300)
    assert.deepEqual(
      imports.filter(({ target }) => target.startsWith('..')),
      [
        // Named in scripts/build-console.mjs as well, which builds anew when it changes.
        { file: 'pages/alerts/alert-history.tsx', target: '../../src/domain/alert/flapping.ts' },
        { file: 'api/schema.ts', target: '../../openapi/v1.d.ts' },
      ],
    )
  })

  it('pages are known to the router and to themselves only; what others share of them is named', () => {
    assert.deepEqual(
      imports.filter(({ file, target }) => target.startsWith('pages/') && !isAllowedPage(file, target)),
      [],
    )
  })

  for (const { what, pattern, where = /^$/ } of [
    {
      what: 'calls of the service',
      pattern: /\bfetch\(|\bnew (?:EventSource|XMLHttpRequest|WebSocket)\b|\bsendBeacon\(/,
      where: /^api\//,
    },
    {
      what: 'text that becomes markup or code',
      pattern:
        /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|\beval\(|\bnew Function\(|\bdocument\.write/,
    },
  ]) {
    it(`${what}: ${where.source === '^$' ? 'nowhere' : 'only where the design puts it'}`, () => {
      const offenders = files.filter(
        (file) => !where.test(file) && pattern.test(withoutComments(textOf(file))),
      )

      assert.deepEqual(offenders, [])
    })
  }

  it('each class of a style sheet that is used is there', () => {
    const missing = files.flatMap((file) =>
      [...textOf(file).matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(
        ([, name, path = '']) => {
          const sheet = textOf(join(dirname(file), path))
          const used = textOf(file).matchAll(new RegExp(`\\b${name}\\.([A-Za-z_]\\w*)`, 'g'))
          return [...used].filter(([, one]) => !sheet.includes(`.${one}`)).map(([text]) => `${file}: ${text}`)
        },
      ),
    )

    assert.deepEqual(missing, [])
  })

  it('no address of elsewhere, but for links and examples that are named', () => {
    const found = files.flatMap(
      (file) => withoutComments(textOf(file)).match(/https?:\/\/[a-z0-9][^\s'"`<)]*/gi) ?? [],
    )

    assert.deepEqual([...new Set(found)].toSorted(), ADDRESSES.toSorted())
  })
})
