import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

const root = join(import.meta.dirname, '../..')
/** The files that a new setting may touch. */
const FILES_MAX = 8

const ENTRY = `  owner: {
    wire: 'owner',
    label: 'Owner',
    section: 'advanced',
    absent: 'Nobody',
    about: { description: 'Who cares for the webhook.' },
    column: 'owner',
    stored: 'text',
    charactersMax: 40,
    option: { flags: '--owner <name>', help: 'who cares for it' },
  },
`
const MIGRATION = "export const owner = 'ALTER TABLE webhooks ADD COLUMN owner text'\n"

interface Edit {
  readonly file: string
  /** Text that is there; absent: the file is new. */
  readonly after?: string
  readonly add: string
}

const IMPORTED = `import { firstSchema } from './migrations/0001-first-schema.ts'
`

/** Returns the line of the newest migration of an engine. */
function lastListed(engine: string): string {
  const text = readFileSync(join(root, `src/storage/${engine}/migrate.ts`), 'utf8')
  const line = /^ {2}\{ name: .*\},\n(?=\])/m.exec(text)?.[0]
  assert.ok(line, `${engine} lists no migration`)
  return line
}

/** This file follows docs/contributing/change.md for a new setting, a text that may be null. */
const EDITS: readonly Edit[] = [
  {
    file: 'src/domain/webhook/webhook.ts',
    after: 'export interface WebhookFields {\n',
    add: '  readonly owner: string | null\n',
  },
  {
    file: 'src/domain/definition/webhook-setting.ts',
    after: 'export type SettingName =\n',
    add: "  | 'owner'\n",
  },
  {
    file: 'src/domain/definition/webhook-setting.ts',
    after: "export type TextColumn = 'match'",
    add: " | 'owner'",
  },
  {
    file: 'src/domain/definition/webhook-settings.ts',
    after: 'readonly [Name in SettingName]: WebhookSetting<NonNullable<WebhookFields[Name]>>\n} = {\n',
    add: ENTRY,
  },
  ...(['sqlite', 'postgres'] as const).flatMap((engine): readonly Edit[] => [
    { file: `src/storage/${engine}/migrations/9999-owner.ts`, add: MIGRATION },
    {
      file: `src/storage/${engine}/migrate.ts`,
      after: IMPORTED,
      add: "import { owner } from './migrations/9999-owner.ts'\n",
    },
    {
      file: `src/storage/${engine}/migrate.ts`,
      after: lastListed(engine),
      add: "  { name: 'owner', sql: owner },\n",
    },
  ]),
]
/** The digests of migrations, which no other test here needs. */
const DIGESTS = 'test/storage/migrations/migrations.test.ts'

/** Uses the new setting as a user does. */
const PROBE = `
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startApp, ADMIN_TOKEN } from './support/app/start-app.ts'
import { runTool, words } from './cli/run-tool.ts'
it('the setting is everywhere', async (t) => {
  const app = await startApp({ listen: true })
  t.after(() => app.stop())
  const url = 'https://h.example/'
  const environment = { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN }
  const run = (line, input = '') => runTool(words(line), { input, environment })
  const made = await app.call('POST', '/v1/webhooks', { name: 'api', url, owner: 'dba' })
  const long = await app.call('POST', '/v1/webhooks', { name: 'api', url, owner: 'x'.repeat(41) })
  assert.deepEqual([made.json.owner, long.status, long.json.errors[0].path], ['dba', 400, 'owner'])
  const added = await run('webhook add --name tool --url https://h.example/ --owner ops')
  assert.equal(added.code, 0, added.err)
  const shown = await run('webhook show ' + made.json.id)
  assert.match(shown.out, /\\nowner +dba\\n/)
  const exported = await run('export')
  assert.match(exported.out, /owner: dba/)
  const applied = await run('apply -f - --yes', exported.out.replace('owner: dba', 'owner: night shift'))
  assert.match(applied.out, /owner: dba -> night shift/)
  const { json } = await app.call('GET', '/v1/audit?limit=1')
  assert.deepEqual(json.items[0].changes, [{ field: 'owner', from: 'dba', to: 'night shift' }])
})
`

describe('the recipe for a new setting of a webhook', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tocsin-recipe-'))
    for (const part of [
      'src',
      'openapi',
      'scripts',
      'test/support',
      'test/cli/run-tool.ts',
      'test/storage/suite',
      'package.json',
      'tsconfig.json',
      'docs/schema',
    ])
      cpSync(join(root, part), join(folder, part), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const { file, after: there, add } of EDITS) {
      const path = join(folder, file)
      if (there === undefined) writeFileSync(path, add)
      else {
        const text = readFileSync(path, 'utf8')
        assert.ok(text.includes(there), `${file} has no ${there}`)
        writeFileSync(path, text.replace(there, there + add))
      }
    }
  })
  after(() => rmSync(folder, { recursive: true }))

  const runNode = (...argv: readonly string[]) => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    return spawnSync(process.execPath, argv, {
      cwd: folder,
      encoding: 'utf8',
      env,
      // It ends by itself; if something hangs, the test fails.
      timeout: 240_000,
    })
  }

  it(`touches ${FILES_MAX} files at most, and compiles`, () => {
    const files = new Set([...EDITS.map(({ file }) => file), DIGESTS])
    writeFileSync(
      join(folder, 'tsconfig.json'),
      readFileSync(join(folder, 'tsconfig.json'), 'utf8').replace(
        /"include": .*/,
        '"include": ["src/main.ts"]',
      ),
    )
    const { stdout } = runNode('node_modules/typescript/bin/tsc', '-p', '.')

    assert.equal(stdout, '')
    assert.ok(files.size <= FILES_MAX, [...files].join(', '))
  })

  it('gives API, command line, definitions and audit log the setting', () => {
    writeFileSync(join(folder, 'test/probe.test.ts'), PROBE)
    const { status, stdout } = runNode('--test', 'test/probe.test.ts')

    assert.equal(status, 0, stdout)
  })
})
