import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { copyProject, type Copy, type Edit } from './copy-project.ts'

/** The files that a new setting may change. */
const FILES_MAX = 6

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
const MIGRATION = "\n  { name: 'owner', sql: 'ALTER TABLE webhooks ADD COLUMN owner text' },\n"

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
  {
    file: 'src/storage/migration.ts',
    after: 'COMMON_MIGRATIONS: readonly Migration[] = [',
    add: MIGRATION,
  },
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
  let copy: Copy
  before(() => {
    copy = copyProject(EDITS)
  })
  after(() => copy.remove())

  it(`touches ${FILES_MAX} files at most, and compiles`, () => {
    const files = new Set([...EDITS.map(({ file }) => file), DIGESTS])

    assert.equal(copy.compile(), '')
    assert.ok(files.size <= FILES_MAX, [...files].join(', '))
  })

  it('gives API, command line, definitions and audit log the setting', () => {
    const { status, stdout } = copy.probe(PROBE)

    assert.equal(status, 0, stdout)
  })
})
