import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { describeStep } from '../../src/commands/copy-view.ts'
import { COPIED_TABLES } from '../../src/storage/copy/tables.ts'
import { keyIdOf } from '../../src/storage/encryption/secret-box.ts'
import {
  assertSame,
  change,
  COPY_KEY,
  CopyWorkshop,
  dump,
  fileOf,
} from '../support/databases/copy-support.ts'
import { addManyDeliveries } from '../support/databases/full-database.ts'
import { runTool, type ToolOptions, type ToolRun } from './run-tool.ts'

const workshop = await CopyWorkshop.open()
after(() => workshop.close())

const KEY_ID = keyIdOf(COPY_KEY)
const PASSWORD = 'pa55w0rd'

function run(argv: readonly string[], options: ToolOptions = {}): Promise<ToolRun> {
  return runTool(['copy', ...argv], options)
}

/** The server takes any. */
function withPassword(address: string): string {
  const url = new URL(address)
  url.password = PASSWORD
  return url.href
}

describe('tocsin copy', () => {
  it('copies, compares, and says what is next; never a password', async () => {
    const address = await workshop.emptyDatabase()
    const to = withPassword(address)

    const { code, out, err } = await run(['--from', workshop.full, '--to', to])

    assert.equal(code, 0, err)
    const { length } = (await dump(address))['attempts'] ?? []
    assert.match(out, new RegExp(`^attempts +${length} +${length} +[0-9a-f]{16}$`, 'm'))
    assert.match(out, /^alerts: in 2 rows the character U\+0000 became U\+FFFD\.$/m)
    const shown = address.replace(/\?.*/, '')
    const rest = out.slice(out.indexOf(`${shown} has everything`))
    assert.equal(
      rest.replace(/^\d+ values/m, 'N values'),
      [
        `${shown} has everything that ${fileOf(workshop.full)} has.`,
        `N values are encrypted with the key ${KEY_ID}: the new service needs it (TOCSIN_ENCRYPTION_KEY).`,
        `Start the service on ${shown}, and none on ${fileOf(workshop.full)} any more: it would send what is unfinished a second time.`,
        '',
      ].join('\n'),
    )
    assert.match(err, new RegExp(`^copying +attempts +${length} of ${length} +100 %`, 'm'))
    assert.match(err, new RegExp(`^comparing +attempts +${length} of ${length} +100 %`, 'm'))
    assert.doesNotMatch(out + err, new RegExp(PASSWORD))
    assert.doesNotMatch(err, /\r/)
  })

  it('draws over its line on a screen', async () => {
    const { err } = await run(['--from', workshop.full, '--to', workshop.newFile()], { showsProgress: true })

    assert.ok(err.startsWith('\r\u001b[Kcopying '))
    assert.match(err, /copying +attempts .*\n/)
  })

  it('--dry-run: how much it would be, and which keys it needs; changes nothing', async () => {
    const file = workshop.newFile()
    const database = await workshop.newDatabase()

    const toFile = await run(['--from', workshop.full, '--to', file, '--dry-run'])
    const toDatabase = await run(['--from', workshop.full, '--to', database, '--dry-run', '--json'], {
      environment: { TOCSIN_ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') },
    })
    const keyGiven = await run(['--from', workshop.full, '--to', database, '--dry-run'], {
      environment: { TOCSIN_ENCRYPTION_KEY: COPY_KEY.toString('base64') },
    })

    assert.equal(toFile.code, 0)
    assert.match(toFile.out, /^Source: .*full\.db, \d+\.\d [KM]iB\nTarget: .*\. It would be made\.\n/)
    assert.match(toFile.out, /^webhooks +4$/m)
    assert.match(toFile.out, /Nothing was changed\.\n$/)
    assert.equal(existsSync(fileOf(file)), false)
    const { target, rows, bytes, keys } = toDatabase.json
    assert.deepEqual([target, rows.webhooks, Object.keys(keys)], ['empty', 4, [KEY_ID]])
    assert.ok(bytes > 10_000)
    assert.match(keyGiven.out, new RegExp(`encrypted with the key ${KEY_ID}, which was given here:`))
    assert.deepEqual((await dump(database))['webhooks'], [])
  })

  it('--dry-run and --verify say how far an interrupted copy has come', async () => {
    const [source, target] = [await workshop.ownFull(), workshop.newFile()]
    addManyDeliveries(fileOf(source), 5_000)
    const interruption = new AbortController()

    const interrupted = await run(['--from', source, '--to', target], {
      interrupt: interruption.signal,
      onErr: (text) => /copying +events/.test(text) && interruption.abort(),
    })
    const planned = await run(['--from', source, '--to', target, '--dry-run'])
    const verified = await run(['--from', source, '--to', target, '--verify'])
    const completed = await run(['--from', source, '--to', target])

    assert.equal(interrupted.code, 1)
    assert.match(
      interrupted.err,
      /Interrupted; what was copied stays\.\nGive the same command again: it goes on\.\n$/,
    )
    assert.match(planned.out, /It holds a part of this copy, which would go on where it stopped\./)
    assert.equal(verified.code, 1)
    assert.match(verified.err, /is an unfinished copy\.\nWithout --verify this command finishes it/)
    assert.equal(completed.code, 0)
    assert.doesNotMatch(completed.err, /copying +alerts +[1-9]\d*\/s/)
    assertSame(await dump(target), await dump(source))
  })

  it('--verify: says that nothing is missing, and later what is', async () => {
    const target = workshop.newFile()
    await run(['--from', workshop.full, '--to', target])

    const same = await run(['--from', workshop.full, '--to', target, '--verify'])
    await change(target, "UPDATE alerts SET name = 'changed' WHERE id = 3")
    const other = await run(['--from', workshop.full, '--to', target, '--verify'])

    assert.equal(same.code, 0)
    assert.match(same.out, /full\.db and .* have the same\.\n$/)
    assert.equal(other.code, 1)
    assert.match(other.out, /^alerts +(\d+) +\1 +[0-9a-f]{16} is not [0-9a-f]{16}$/m)
    assert.match(other.out, /^alerts: id 3 differs in name\nThey are not the same\.\n$/m)
  })

  it('--json: a line for each step, and one for the end', async () => {
    const { code, out, err } = await run(['--from', workshop.full, '--to', workshop.newFile(), '--json'])

    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const end = lines.pop()
    assert.deepEqual([code, err], [0, ''])
    assert.deepEqual(
      [...new Set(lines.map(({ phase, table }) => `${phase} ${table}`))],
      ['copy', 'verify'].flatMap((phase) => COPIED_TABLES.map(({ name }) => `${phase} ${name}`)),
    )
    assert.ok(lines.every(({ rows, rows_total: total }) => rows === total))
    assert.equal(end.same, true)
    assert.deepEqual(Object.keys(end.keys), [KEY_ID])
    const webhooks = end.tables.find(({ table }: { table: string }) => table === 'webhooks')
    assert.match(webhooks.source.sha256, /^[0-9a-f]{64}$/)
    assert.deepEqual(webhooks.target, webhooks.source)
    assert.deepEqual([webhooks.source.rows, webhooks.replaced, webhooks.difference], [4, 0, null])
  })
})

describe('tocsin copy, refused', () => {
  const missing = join(workshop.folder, 'missing.db')
  const text = join(workshop.folder, 'text.db')
  writeFileSync(text, 'This is no database, but a text that is long enough to have pages. '.repeat(100))

  for (const { what, from, to, exit = 1, says } of [
    {
      what: 'no source',
      to: 'sqlite:x.db',
      exit: 2,
      says: /^--from is missing: a copy needs both addresses\.\n/,
    },
    { what: 'no target', from: 'sqlite:x.db', exit: 2, says: /^--to is missing/ },
    {
      what: 'another engine',
      from: `mysql://root:${PASSWORD}@db/x`,
      to: 'sqlite:x.db',
      exit: 2,
      says: /^--from begins with "mysql:"; give one such as sqlite:/,
    },
    {
      what: 'an address without a database',
      from: 'sqlite:x.db',
      to: `postgres://tocsin:${PASSWORD}@db.internal`,
      exit: 2,
      says: /^--to names no database/,
    },
    {
      what: 'one and the same',
      from: 'sqlite:./x.db',
      to: 'sqlite:x.db',
      exit: 2,
      says: /name the same database\.\n/,
    },
    {
      what: 'a missing file',
      from: `sqlite:${missing}`,
      to: 'sqlite:x.db',
      says: /^There is no database file .*missing\.db\.\n/,
    },
    {
      what: 'another kind of file',
      from: `sqlite:${text}`,
      to: 'sqlite:x.db',
      says: /text\.db is no SQLite database\.\n/,
    },
    {
      what: 'a server that is not there',
      from: workshop.full,
      to: `postgres://tocsin:${PASSWORD}@127.0.0.1:1/tocsin`,
      says: /^postgres:\/\/tocsin@127\.0\.0\.1:1\/tocsin: .*ECONNREFUSED/,
    },
  ] as const) {
    it(`${what}: a sentence, exit code ${exit}, and no password`, async () => {
      const given = [...(from ? ['--from', from] : []), ...(to ? ['--to', to] : [])]
      const before = readdirSync(workshop.folder).filter((name) => name.endsWith('.db'))

      const { code, out, err } = await run(given)

      assert.deepEqual([code, out], [exit, ''])
      assert.match(err, says)
      assert.doesNotMatch(err, new RegExp(PASSWORD))
      assert.doesNotMatch(err, /\n {4}at /)
      assert.deepEqual(
        readdirSync(workshop.folder).filter((name) => name.endsWith('.db')),
        before,
      )
    })
  }

  it('a database that is not there, a target with rows: sentences as well', async () => {
    const address = await workshop.newDatabase()
    const nowhere = address.replace(/\/[^/]*$/, '/nowhere')

    const missingOne = await run(['--from', workshop.full, '--to', nowhere])
    await run(['--from', workshop.full, '--to', address])
    const twice = await run(['--from', workshop.full, '--to', address, '--json'])

    assert.match(missingOne.err, /^postgres:.*\/nowhere: database "nowhere" does not exist\n$/)
    assert.equal(twice.code, 1)
    const { detail, hints } = JSON.parse(twice.err)
    assert.match(detail, /is not empty: it has webhooks\.$/)
    assert.deepEqual(hints, ['Give an empty database; nothing is ever written over.'])
  })

  it('a service that runs on the source: the name of the file, and what to do', async () => {
    const { openSqliteStore } = await import('../../src/storage/sqlite/engine/store.ts')
    const source = await workshop.ownFull()
    const { store } = await openSqliteStore({ file: fileOf(source), sizeMax: 0, encryptionKeys: [COPY_KEY] })

    const { code, err } = await run(['--from', source, '--to', workshop.newFile()])
    await store.close()

    assert.equal(code, 1)
    assert.match(err, /^Another Tocsin process is using .*\.db\. Stop it first/)
  })
})

describe('what is said while it copies', () => {
  const step = { phase: 'copy', table: 'attempts', rows: 120_000, rowsTotal: 1_000_000 } as const

  it('rows, share, pace and the time that is left', () => {
    assert.equal(
      describeStep(step, 10_000, 20_000),
      'copying    attempts              120,000 of 1,000,000  12 %  10,000/s  88 s left',
    )
    assert.match(describeStep(step, 200_000, 0), / 600\/s {2}24 min left$/)
    assert.match(describeStep(step, 2_000_000, 0), / 60\/s {2}4\.1 h left$/)
  })

  it('no pace when it has only begun, and no more than all', () => {
    assert.match(describeStep(step, 20, 0), /12 %$/)
    assert.match(describeStep({ ...step, rows: 1_000_001 }, 20, 0), / 100 %$/)
  })
})
