import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { LIMITS } from '../../scripts/pages/limits.ts'
import { createProgram } from '../../src/commands/program.ts'
import { SILENT_CONTEXT } from '../../src/commands/silent-context.ts'
import { CHANGED_KINDS } from '../../src/api/v1/overview/live-update.ts'
import { AUDIT_OBJECTS } from '../../src/domain/audit/audit.ts'
import { COPIED_TABLES } from '../../src/storage/copy/tables.ts'

const root = join(import.meta.dirname, '../..')

const COMMANDS = new Set((await createProgram(SILENT_CONTEXT)).commands.map((command) => command.name()))

/** The items of docs/contributing/change.md in which a noun stands, each with what shows that it does. */
const PLACES = {
  'command line': (name: string) => COMMANDS.has(name),
  console: (page: string) => existsSync(join(root, 'console/src/pages', page)),
  files: (member: string) => member in read<Schema>('docs/schema/webhooks.schema.json').properties,
  copy: (table: string) => COPIED_TABLES.some(({ name }) => name === table),
  audit: (type: string) => (AUDIT_OBJECTS as readonly string[]).includes(type),
  'live view': (kind: string) => (CHANGED_KINDS as readonly string[]).includes(kind),
  metrics: (metric: string) => includes('src/telemetry/*.ts', metric),
  explain: (text: string) => includes('src/domain/routing/explanation.ts', `'${text}'`),
  retention: (statement: string) => includes('src/storage/{scripts,sqlite,postgres}/**/*.ts', statement),
  limits: (constant: string) => LIMITS.some(({ constants }) => constant in constants),
  'store suite': (file: string) => existsSync(join(root, 'test/storage/suite', file)),
  simulation: (file: string) => existsSync(join(root, 'test/simulation', file)),
} as const satisfies Readonly<Record<string, (evidence: string) => boolean>>

type Place = keyof typeof PLACES

/** Where a noun stands for an item, or in brackets why it does not. */
type Noun = Readonly<Record<Place, string>>

const OWN_ACTIONS = '(its actions stand under that of its user)'
const NOT_CONFIGURATION = '(no configuration: it is not written in files)'
const NOTIFIES_NOBODY = '(it decides nothing about notifications)'
const FEW = '(few, and the on-call engineer does not watch their number)'
const NOT_WATCHED = '(only people who manage access look at it; it is read when the page is opened)'
const OUTSIDE = '(the simulation has no people: it begins where a request has been admitted)'
const LIVES_ON = '(it is kept until somebody deletes it)'

const NOUNS: Readonly<Record<string, Noun>> = {
  webhooks: {
    'command line': 'webhook',
    console: 'webhooks',
    files: 'webhooks',
    copy: 'webhooks',
    audit: 'webhook',
    'live view': 'webhooks',
    metrics: 'tocsin_webhook_info',
    explain: 'payload_type',
    retention: LIVES_ON,
    limits: 'SET_WEBHOOKS_MAX',
    'store suite': 'webhooks/webhooks.ts',
    simulation: 'model/model-webhook.ts',
  },
  silences: {
    'command line': 'silence',
    console: 'silences/silences-page.tsx',
    files: '(it has an end, and is no configuration)',
    copy: 'silences',
    audit: 'silence',
    'live view': 'silences',
    metrics: 'tocsin_held_notifications',
    explain: 'silenced',
    retention: 'PRUNE_SILENCES',
    limits: 'LIVE_SILENCES_MAX',
    'store suite': 'silences/silences.ts',
    simulation: 'silences/model-silences.ts',
  },
  windows: {
    'command line': 'window',
    console: 'silences/windows-page.tsx',
    files: 'windows',
    copy: 'windows',
    audit: 'window',
    'live view': 'windows',
    metrics: 'tocsin_held_notifications',
    explain: 'silenced',
    retention: LIVES_ON,
    limits: 'WINDOWS_MAX',
    'store suite': 'silences/windows.ts',
    simulation: 'silences/silence-world.ts',
  },
  tokens: {
    'command line': 'token',
    console: 'settings/tokens',
    files: '(a secret: no file has it)',
    copy: 'tokens',
    audit: 'token',
    'live view': NOT_WATCHED,
    metrics: FEW,
    explain: NOTIFIES_NOBODY,
    retention: LIVES_ON,
    limits: 'LIVE_TOKENS_MAX',
    'store suite': 'people/tokens.ts',
    simulation: OUTSIDE,
  },
  users: {
    'command line': 'user',
    console: 'settings/people',
    files: '(a person, with a password: no file has it)',
    copy: 'users',
    audit: 'user',
    'live view': NOT_WATCHED,
    metrics: FEW,
    explain: NOTIFIES_NOBODY,
    retention: LIVES_ON,
    limits: 'USERS_MAX',
    'store suite': 'people/users.ts',
    simulation: OUTSIDE,
  },
  sessions: {
    'command line': '(a browser has one, no program)',
    console: 'settings/account',
    files: NOT_CONFIGURATION,
    copy: '(people sign in again after a copy)',
    audit: OWN_ACTIONS,
    'live view': NOT_WATCHED,
    metrics: FEW,
    explain: NOTIFIES_NOBODY,
    retention: 'DELETE FROM sessions',
    limits: 'SESSIONS_MAX',
    'store suite': 'people/sessions.ts',
    simulation: OUTSIDE,
  },
  invitations: {
    'command line': '(`tocsin user add` and `tocsin user reset` create it)',
    console: 'settings/people',
    files: NOT_CONFIGURATION,
    copy: '(a link is asked for again after a copy)',
    audit: OWN_ACTIONS,
    'live view': NOT_WATCHED,
    metrics: FEW,
    explain: NOTIFIES_NOBODY,
    retention: 'PRUNE_INVITATIONS',
    limits: '(one for each user: USERS_MAX limits them)',
    'store suite': 'people/invitations.ts',
    simulation: OUTSIDE,
  },
  'delivery-operations': {
    'command line': 'operation',
    console: 'deliveries/operations',
    files: NOT_CONFIGURATION,
    copy: 'operations',
    audit: 'operation',
    'live view': '(its page asks for progress while it runs)',
    metrics: FEW,
    explain: '(the delivery that it changed says so)',
    retention: 'PRUNE_OPERATIONS',
    limits: 'RUNNING_OPERATIONS_MAX',
    'store suite': 'operations.ts',
    simulation: 'model/apply-by-hand.ts',
  },
}

/** First parts of paths that are no noun of this kind: reports and their history, views, and the way in. */
const OTHERS = new Set(
  'activity alerts audit backup deliveries encryption events job-runs oidc on-call overview presets routing session sign-in sources status stream templates'.split(
    ' ',
  ),
)

interface Schema {
  readonly properties: Readonly<Record<string, unknown>>
}

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly security?: readonly object[] }>>>
  >
}

function read<Value>(file: string): Value {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Value
}

function includes(files: string, text: string): boolean {
  return globSync(files, { cwd: root }).some((file) => readFileSync(join(root, file), 'utf8').includes(text))
}

describe('a noun', () => {
  const { paths } = read<Document>('openapi/v1.json')
  const nounOf = (path: string) => /^\/v1\/([a-z-]+)/.exec(path)?.[1]

  it('is known here, or is no noun of this kind', () => {
    const found = new Set(Object.keys(paths).flatMap((path) => nounOf(path) ?? []))

    const unknown = [...found].filter((name) => !(name in NOUNS) && !OTHERS.has(name))
    assert.deepEqual(unknown, [], 'docs/contributing/change.md says where a new noun stands')
    assert.deepEqual(
      [...Object.keys(NOUNS), ...OTHERS].filter((name) => !found.has(name)),
      [],
    )
  })

  for (const [name, noun] of Object.entries(NOUNS)) {
    it(`stands everywhere: ${name}`, () => {
      const missing = Object.entries(noun).filter(
        ([place, evidence]) => !/^\(.{20,}\)$/.test(evidence) && !PLACES[place as Place](evidence),
      )
      assert.deepEqual(missing, [], `${name} is not in these places`)

      const open = Object.entries(paths).filter(
        ([path, methods]) =>
          nounOf(path) === name &&
          Object.values(methods).some(({ security }) => security?.length === 0) &&
          name !== 'invitations',
      )
      assert.deepEqual(open, [], `${name} can be had without a scope`)
    })
  }

  it('is described: the page for contributors has a line for each place', () => {
    const page = readFileSync(join(root, 'docs/contributing/change.md'), 'utf8')
    const section = page.split('## A noun of the service')[1]?.split('\n## ')[0] ?? ''

    assert.deepEqual(
      Object.keys(PLACES).filter((place) => !section.includes(`**${place}**`)),
      [],
    )
  })
})
