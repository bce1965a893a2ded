import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'

const root = dirname(import.meta.dirname)
const source = join(root, 'src')

/** Who may import whom (ARCHITECTURE.md). Files directly in src/ that carry no rules of their own may be used by all but domain/. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [], // the rules stay testable without anything else
  storage: ['domain'],
  receivers: ['domain'], // data, and the pure function that fills it in
  webhooks: ['domain', 'storage/store.ts'],
  tokens: ['domain', 'storage/store.ts'],
  people: ['domain', 'storage/store.ts', 'storage/people.ts'],
  intake: ['domain', 'storage/store.ts'],
  delivery: ['domain', 'storage/store.ts'], // never api/: they meet in the database, and in a wake signal that may be lost
  upkeep: ['domain', 'storage/store.ts', 'storage/cluster.ts'],
  pollers: ['domain', 'storage/store.ts', 'intake/intake.ts'],
  api: [
    'domain',
    'storage/store.ts',
    'storage/cluster.ts',
    'storage/overview-verbs.ts',
    'webhooks',
    'receivers',
    'tokens',
    'people',
    'intake',
  ],
  cli: ['domain'], // speaks HTTP only; serve, migrate, epoch and copy are named below
}

const BY_ALL_BUT_DOMAIN = new Set([
  'clock.ts',
  'clock-watch.ts',
  'collect-garbage.ts',
  'config.ts',
  'config-values.ts',
  'database-address.ts',
  'log.ts',
  'long-work.ts',
  'metrics.ts',
  'node-http.ts',
  'referenced-file.ts',
  'setting.ts',
  'slots.ts',
  'spare-memory.ts',
  'version.ts',
])

/** The exceptions of the design, by file. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  'cli/serve.ts': ['start-when-possible.ts'],
  'cli/migrate.ts': ['open-store.ts'],
  'cli/epoch.ts': ['open-store.ts'],
  'cli/copy.ts': ['storage/copy/', 'storage/secret-box.ts'],
  'cli/copy-plan.ts': ['storage/copy/'],
  'cli/copy-progress.ts': ['storage/copy/copy.ts'],
  'cli/copy-view.ts': ['storage/copy/copy.ts', 'storage/copy/verify.ts'],
}

/** Put the parts together. */
const ROOTS = new Set([
  'app.ts',
  'callers.ts',
  'create-intake.ts',
  'main.ts',
  'open-store.ts',
  'watch-over.ts',
  'prepare-entries.ts',
  'start-when-possible.ts',
])

interface Import {
  readonly file: string
  readonly target: string
}

const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'))
const imports: readonly Import[] = files.flatMap((file) =>
  [...readFileSync(join(source, file), 'utf8').matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g)].map(
    ([, specifier]) => ({
      file,
      target: relative(source, join(source, dirname(file), specifier ?? '')),
    }),
  ),
)

function isAllowed({ file, target }: Import): boolean {
  const folder = file.split('/')[0] ?? ''
  if (target === '../package.json') return file === 'version.ts'
  if (!file.includes('/')) return ROOTS.has(file) || !target.includes('/') || target.startsWith('domain/')
  if (target.startsWith(`${folder}/`)) return true
  if (BY_ALL_BUT_DOMAIN.has(target)) return folder !== 'domain'
  if (
    ALSO[file]?.some((allowed) => target === allowed || (allowed.endsWith('/') && target.startsWith(allowed)))
  )
    return true
  return (MAY_IMPORT[folder] ?? []).some((allowed) => target === allowed || target.startsWith(`${allowed}/`))
}

describe('architecture', () => {
  it('every folder of src/ has a rule', () => {
    const folders = readdirSync(source).filter((name) => statSync(join(source, name)).isDirectory())

    assert.deepEqual(
      folders.filter((folder) => !(folder in MAY_IMPORT)),
      [],
    )
  })

  it('imports go only where the design allows', () => {
    assert.ok(imports.length > 50)
    assert.deepEqual(
      imports.filter((entry) => !isAllowed(entry)),
      [],
    )
  })

  it('the versions of the API never see each other', () => {
    const versions = ['v6', 'v15', 'v1']
    const between = imports.filter(({ file, target }) => {
      const from = versions.find((version) => file.startsWith(`api/${version}/`))
      const to = versions.find((version) => target.startsWith(`api/${version}/`))
      return from !== undefined && to !== undefined && from !== to
    })

    assert.deepEqual(between, [])
  })

  it('only open-store.ts opens an engine', () => {
    const openers = imports.filter(
      ({ file, target }) => /^storage\/(?:sqlite|postgres)\//.test(target) && !file.startsWith('storage/'),
    )

    assert.deepEqual([...new Set(openers.map(({ file }) => file))], ['open-store.ts'])
  })

  it('only the command that copies opens two engines at once', () => {
    const openers = imports.filter(
      ({ file, target }) => target.startsWith('storage/copy/') && !file.startsWith('storage/'),
    )

    assert.deepEqual(
      [...new Set(openers.map(({ file }) => file))].filter((file) => !file.startsWith('cli/copy')),
      [],
    )
  })

  it('the engines know nothing of each other', () => {
    const between = imports.filter(
      ({ file, target }) =>
        (file.startsWith('storage/sqlite/') && target.startsWith('storage/postgres/')) ||
        (file.startsWith('storage/postgres/') && target.startsWith('storage/sqlite/')),
    )

    assert.deepEqual(between, [])
  })

  for (const { what, pattern, where } of [
    { what: 'process.env', pattern: /process\.env/, where: /^config\.ts$/ },
    { what: 'the time of the machine', pattern: /Date\.now\(|new Date\(\)/, where: /^clock\.ts$/ },
    { what: 'chance', pattern: /Math\.random\(/, where: /^clock\.ts$/ },
    {
      what: 'SQL',
      pattern: /\b(?:INSERT INTO|DELETE FROM|SELECT [\w*(]+.* FROM)\b/,
      where: /^(?:storage\/(?:sqlite|postgres)|pollers)\//, // ours, and that of others
    },
    { what: 'HTTP statuses of ours', pattern: /\bstatus: (?:2|4|5)\d\d\b/, where: /^api\// },
  ]) {
    it(`${what}: only where the design puts it`, () => {
      const offenders = files.filter(
        (file) =>
          !where.test(file) && pattern.test(withoutComments(readFileSync(join(source, file), 'utf8'))),
      )

      assert.deepEqual(offenders, [])
    })
  }

  it('ARCHITECTURE.md names every folder of src/', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    const folders = readdirSync(source).filter((name) => statSync(join(source, name)).isDirectory())

    assert.deepEqual(
      folders.filter((folder) => !text.includes(`${folder}/`)),
      [],
    )
  })
})

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\/\/.*$/gm, '')
}
