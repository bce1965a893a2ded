import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { endingsOf, importsOf, sourcesOf, type Import } from './support/imports.ts'

const root = dirname(import.meta.dirname)
const source = join(root, 'src')

/** Who may import whom (ARCHITECTURE.md). */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [], // the rules stay testable without anything else
  runtime: ['domain'],
  telemetry: ['domain', 'runtime'],
  config: ['domain'],
  monitoring: ['domain', 'runtime', 'telemetry', 'config/config.ts'],
  storage: ['domain', 'runtime', 'telemetry', 'monitoring', 'config/database-address.ts'],
  presets: ['domain'], // data, and the pure function that fills it in
  webhooks: ['domain', 'runtime', 'storage/store.ts', 'presets'],
  tokens: ['domain', 'runtime', 'storage/store.ts'],
  people: ['domain', 'runtime', 'storage/store.ts', 'storage/people.ts'],
  intake: ['domain', 'runtime', 'telemetry', 'storage/store.ts'],
  delivery: ['domain', 'runtime', 'telemetry', 'storage/store.ts'], // never api/: they meet in the database, and in a wake signal that may be lost
  housekeeping: [
    'domain',
    'runtime',
    'telemetry',
    'monitoring',
    'config/config.ts',
    'storage/store.ts',
    'storage/cluster.ts',
  ],
  pollers: ['domain', 'runtime', 'telemetry', 'storage/store.ts', 'intake/intake.ts'],
  api: [
    'domain',
    'runtime',
    'telemetry',
    'storage/store.ts',
    'storage/cluster.ts',
    'storage/overview-methods.ts',
    'storage/encryption-keys.ts',
    'webhooks',
    'presets',
    'tokens',
    'people',
    'intake',
  ],
  commands: ['domain', 'runtime', 'telemetry', 'config', '../cli'], // others are named below
}

/** The exceptions of the design, by file. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  'runtime/version.ts': ['../package.json'],
  'api/openapi/document-routes.ts': ['../docs/schema/webhooks.schema.json'],
  // Names only, which a script completes without asking a service.
  'commands/program.ts': ['presets/presets.ts'],
  'commands/serve.ts': ['app/start-when-possible.ts'],
  'commands/config-check.ts': ['housekeeping/watch-certificate.ts'],
  'commands/database.ts': ['app/open-store.ts'],
  'commands/backup.ts': ['app/open-store.ts'],
  'commands/restore.ts': ['app/restore-database.ts', 'storage/restore.ts'],
  'commands/copy.ts': ['app/open-copy-end.ts', 'storage/copy/', 'storage/encryption/secret-box.ts'],
  'commands/copy-view.ts': ['storage/copy/copy.ts', 'storage/copy/verify.ts'],
}

const files = sourcesOf(source)
const imports = importsOf(source, files)
const commandLine = sourcesOf(join(root, 'cli'))
/** Paths from the root. */
const program = [...files.map((file) => `src/${file}`), ...commandLine.map((file) => `cli/${file}`)]

/** Parts that the command line may import: the rules, what is generated from the API, and its version. */
const BESIDE_CLI = /^\.\.\/(?:src\/domain\/|openapi\/v1\.d\.ts$|package\.json$)/

function isAllowed({ file, target }: Import): boolean {
  const [folder = ''] = file.split('/')
  if (file === 'main.ts' || folder === 'app' || target.startsWith(`${folder}/`)) return true
  const also = ALSO[file] ?? []
  if (also.some((allowed) => target === allowed || (allowed.endsWith('/') && target.startsWith(allowed)))) {
    return true
  }
  return (MAY_IMPORT[folder] ?? []).some((allowed) => target === allowed || target.startsWith(`${allowed}/`))
}

describe('compositions', () => {
  it('take each option by its name: none that they do not know replaces a part of them', () => {
    for (const file of ['app/app.ts', 'app/start-when-possible.ts']) {
      const text = readFileSync(join(source, file), 'utf8')
      assert.doesNotMatch(
        text,
        /\.\.\.\w+,?\s*\}: \w*Options\b/,
        `${file} takes options that it does not name`,
      )
    }
  })
})

describe('architecture', () => {
  it('every folder of src/ has a rule', () => {
    const folders = readdirSync(source).filter((name) => statSync(join(source, name)).isDirectory())

    assert.deepEqual(
      folders.filter((folder) => folder !== 'app' && !(folder in MAY_IMPORT)),
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

  it('the command line is a client: of the service it imports the domain and the API alone', () => {
    const beyond = importsOf(join(root, 'cli'), commandLine).filter(({ target }) => target.startsWith('..'))

    assert.ok(beyond.length > 50)
    assert.deepEqual(
      beyond.filter(({ target }) => !BESIDE_CLI.test(target)),
      [],
    )
  })

  it('the versions of the API never see each other', () => {
    const versions = ['management/v6.ts', 'management/v15.ts', 'v1/']
    const between = imports.filter(({ file, target }) => {
      const from = versions.find((version) => file.startsWith(`api/${version}`))
      const to = versions.find((version) => target.startsWith(`api/${version}`))
      return from !== undefined && to !== undefined && from !== to
    })

    assert.deepEqual(between, [])
  })

  it('v1 and the management interface share only what stands above both', () => {
    const folders = ['api/management/', 'api/v1/']
    const between = imports.filter(({ file, target }) =>
      folders.some(
        (from) => file.startsWith(from) && folders.some((to) => to !== from && target.startsWith(to)),
      ),
    )

    assert.deepEqual(between, [])
  })

  it('engines are opened in three places only', () => {
    const openers = imports.filter(
      ({ file, target }) => /^storage\/(?:sqlite|postgres)\//.test(target) && !file.startsWith('storage/'),
    )

    assert.deepEqual([...new Set(openers.map(({ file }) => file))].toSorted(), [
      'app/open-copy-end.ts',
      'app/open-store.ts',
      'app/restore-database.ts',
    ])
  })

  it('only the command that copies opens two engines at once', () => {
    const openers = imports.filter(
      ({ file, target }) =>
        (target.startsWith('storage/copy/') &&
          !file.startsWith('storage/') &&
          file !== 'app/open-copy-end.ts') ||
        target === 'app/open-copy-end.ts',
    )

    assert.deepEqual(
      [...new Set(openers.map(({ file }) => file))].filter(
        (file) => file !== 'commands/copy.ts' && file !== 'commands/copy-view.ts',
      ),
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

  /** Rules that both engines apply themselves: lists and what a node remembers. Lower it when one less is left. */
  const SHARED_RULES_MAX = 16

  it('the engines apply few rules of the domain that are the same', () => {
    const rulesOf = (engine: string) =>
      new Set(
        files
          .filter((file) => file.startsWith(`storage/${engine}/`))
          .flatMap((file) => [
            ...withoutComments(readFileSync(join(source, file), 'utf8')).matchAll(
              /^import \{([^}]*)\} from '[^']*domain\/([^']+)'/gm,
            ),
          ])
          .flatMap(([, names = '', from = '']) =>
            names
              .split(',')
              .map((name) => name.trim())
              .filter((name) => name !== '' && !name.startsWith('type '))
              .map((name) => `${name} of ${from}`),
          ),
      )
    const ofPostgres = rulesOf('postgres')
    const shared = [...rulesOf('sqlite')].filter((rule) => ofPostgres.has(rule))

    assert.ok(shared.length <= SHARED_RULES_MAX, `${shared.length}: ${shared.join(', ')}`)
  })

  it('the model of the simulation shares no file with the changes that it judges', () => {
    const simulation = join(import.meta.dirname, 'simulation')
    const sharing = globSync('**/*.ts', { cwd: simulation }).filter((file) =>
      /storage\/changes\//.test(readFileSync(join(simulation, file), 'utf8')),
    )

    assert.deepEqual(sharing, [])
  })

  it('the records and changes know neither engine, and only the engines run them', () => {
    const isRecords = (path: string) => /^storage\/(?:scripts|records|changes)\//.test(path)
    const isEngines = (path: string) => /^storage\/(?:sqlite|postgres)\//.test(path)

    assert.deepEqual(
      imports.filter(
        ({ file, target }) =>
          (isRecords(file) && isEngines(target)) ||
          (isRecords(target) && !isRecords(file) && !isEngines(file)),
      ),
      [],
    )
    assert.deepEqual(
      files.filter(
        (file) =>
          isRecords(file) &&
          /from '(?:better-sqlite3|pg)'|\basync\b|\bawait\b/.test(
            withoutComments(readFileSync(join(source, file), 'utf8')),
          ),
      ),
      [],
    )
  })

  for (const { what, pattern, where } of [
    {
      what: 'process.env',
      pattern: /process\.env/,
      where: /^(?:src\/config\/config|cli\/program\/command-line)\.ts$/,
    },
    {
      what: 'the time of the machine',
      pattern: /Date\.now\(|new Date\(\)/,
      where: /^src\/runtime\/clock\.ts$/,
    },
    {
      what: 'chance',
      pattern: /Math\.random\b|\brandom(?:Bytes|UUID|Int|Fill\w*)\b|getRandomValues/,
      where: /^(?:src\/runtime\/clock|cli\/run\/run)\.ts$/,
    },
    {
      what: 'SQL',
      pattern: /\b(?:INSERT INTO|DELETE FROM|SELECT [\w*(]+.* FROM)\b/,
      where: /^src\/(?:storage\/(?:sqlite|postgres|scripts)|pollers)\//, // ours, and that of others
    },
    { what: 'HTTP statuses of ours', pattern: /\bstatus: (?:2|4|5)\d\d\b/, where: /^src\/api\// },
  ]) {
    it(`${what}: only where the design puts it`, () => {
      const offenders = program.filter(
        (file) => !where.test(file) && pattern.test(withoutComments(readFileSync(join(root, file), 'utf8'))),
      )

      assert.deepEqual(offenders, [])
    })
  }

  it('comments name only files that are there, and no document of elsewhere', () => {
    const known = new Set(program.flatMap(endingsOf))
    const lost = program.flatMap((file) => {
      const comments = commentsOf(readFileSync(join(root, file), 'utf8'))
      const named = [...comments.matchAll(/(?<![\w/.@-])(?:[a-z0-9_-]+\/)*[a-z0-9-]+\.ts\b/g)].map(
        ([name]) => name,
      )
      const elsewhere = comments.match(/\(design, section|\bspec\//g) ?? []
      return [...named.filter((name) => !known.has(name) && !existsSync(join(root, name))), ...elsewhere].map(
        (name) => `${file}: ${name}`,
      )
    })

    assert.deepEqual(lost, [])
  })

  it('ARCHITECTURE.md names every folder of src/', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    const folders = readdirSync(source).filter((name) => statSync(join(source, name)).isDirectory())

    assert.deepEqual(
      folders.filter((folder) => !text.includes(`${folder}/`)),
      [],
    )
  })
})

function commentsOf(text: string): string {
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm)].map(([comment]) => comment).join('\n')
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\/\/.*$/gm, '')
}
