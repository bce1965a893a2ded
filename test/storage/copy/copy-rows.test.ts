import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import Database from 'better-sqlite3'
import * as fc from 'fast-check'
import { Client } from 'pg'
import type { CopyRecord } from '../../../src/storage/copy/ends.ts'
import {
  addToChecksum,
  canonicalText,
  compareKeys,
  describeKey,
  EMPTY_CHECKSUM,
  keyOf,
  replaceNul,
  type CopiedValue,
  type Row,
} from '../../../src/storage/copy/row.ts'
import { COPIED_TABLES, type CopiedTable, type TableName } from '../../../src/storage/copy/tables.ts'
import type { ColumnType } from '../../../src/storage/rows/columns.ts'
import { CopyWorkshop, fileOf, withEnd } from '../../support/databases/copy-support.ts'

const workshop = await CopyWorkshop.open()
after(() => workshop.close())

function tableNamed(name: TableName): CopiedTable {
  const found = COPIED_TABLES.find((table) => table.name === name)
  assert.ok(found)
  return found
}

/** Columns of the engines that are not carried, and why. */
const NOT_CARRIED: Readonly<Record<string, string>> = {
  'attempts.id': 'SQLite numbers them; nobody refers to it',
  'webhooks.changed_in': 'PostgreSQL: made anew, nodes read all webhooks at their start',
  'deliveries.lease_until': 'a lease ends with its holder',
  'deliveries.leased_by': 'a lease ends with its holder',
  'job_run_keys.digest': 'PostgreSQL makes it of the others',
}
const TABLES_NOT_CARRIED: Readonly<Record<string, string>> = {
  early_clears:
    'they guard for a day against what was on its way when it ended, and a copy has no such reports',
  sqlite_sequence: 'carried as counters',
  schema_migrations: 'of the engine',
  webhooks_version: 'of the engine',
  webhook_deletions: 'changes for nodes that are running',
  nodes: 'nodes that are running',
  activity: 'statistics, by the nodes that counted',
  unfinished_webhook_changes: 'a source with any is refused',
  sessions: 'people sign in anew',
  source_locks: 'a lock ends with its node',
  invitations: 'are made anew',
}

function missing(columns: readonly { readonly table: string; readonly column: string }[]): readonly string[] {
  const carried = new Map<string, Set<string>>(
    COPIED_TABLES.map(({ name, columns: known }) => [name, new Set(Object.keys(known))]),
  )
  // In SQLite they are one table.
  for (const name of carried.get('ended_deliveries') ?? []) carried.get('deliveries')?.add(name)
  return columns
    .filter(({ table }) => !(table in TABLES_NOT_CARRIED))
    .map(({ table, column }) => ({ name: `${table}.${column}`, isKnown: carried.get(table)?.has(column) }))
    .filter(({ name, isKnown }) => !isKnown && !(name in NOT_CARRIED))
    .map(({ name }) => name)
}

describe('the tables of a copy', () => {
  it('SQLite has no column that is not carried', () => {
    const db = new Database(fileOf(workshop.full), { readonly: true })
    const columns = db
      .prepare<[], { table: string; column: string }>(
        `SELECT tables.name AS "table", columns.name AS "column" FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
         WHERE tables.type = 'table'`,
      )
      .all()
    db.close()

    assert.ok(columns.length > 100)
    assert.deepEqual(missing(columns), [])
  })

  it('PostgreSQL has no column that is not carried', async () => {
    const client = new Client({ connectionString: await workshop.newDatabase() })
    await client.connect()
    const { rows } = await client.query<{ table: string; column: string }>(
      `SELECT relname AS "table", attname AS "column" FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
       WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = current_schema()::regnamespace AND attnum > 0`,
    )
    await client.end()

    assert.ok(rows.length > 100)
    assert.deepEqual(missing(rows), [])
  })
})

const VALUES: Readonly<Record<ColumnType, fc.Arbitrary<CopiedValue>>> = {
  text: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: fc.constantFrom('\\', '\t', '\n', '\r', '\0', '"', "'", '{', '}', ',', 'N', 'u0000') }),
  ),
  whole: fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, 2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER)),
  real: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  flag: fc.constantFrom(0, 1),
}

/** What a constraint of the engines asks for. */
const FIXED: Readonly<Record<string, fc.Arbitrary<CopiedValue>>> = {
  payload_type: fc.constantFrom('ALERT', 'JOB'),
  concurrency_max: fc.option(fc.nat()),
  failures: fc.nat(),
  rejections: fc.nat(),
  webhook_id: fc.constant(1),
  role: fc.constantFrom('viewer', 'operator', 'admin'),
  name_key: fc.uuid(),
  oidc_subject: fc.uuid(),
}

const NULLABLE = new Set(
  'timeout_ms retry_schedule_ms rate_limit answer_bytes_max tls response_rule fallback_webhook_id end_request max_age_ms fallback_after_ms disabled_reason failing_since paused_until asked_until pause_reason token_id user_id address object_id object_name note expires_at revoked_at last_used_at password_hash oidc_issuer oidc_subject disabled_at last_sign_in_at'.split(
    ' ',
  ),
)

function rowOf(table: CopiedTable): fc.Arbitrary<Row> {
  return fc.tuple(
    ...Object.entries(table.columns).map(([name, type]) => {
      const value = FIXED[name] ?? VALUES[type]
      return NULLABLE.has(name) ? fc.option(value) : value
    }),
  )
}

/** With ids from 1 on. */
function rowsOf(table: CopiedTable): fc.Arbitrary<readonly Row[]> {
  const limits =
    table.name === 'webhook_flow' ? { minLength: 1, maxLength: 1 } : { minLength: 500, maxLength: 500 }
  return fc.array(rowOf(table), limits).map((rows) => rows.map((row, index) => [index + 1, ...row.slice(1)]))
}

const NOTHING_YET = {
  installationId: 'a',
  from: 'b',
  totals: {},
  counters: {},
  tables: {},
} as unknown as CopyRecord

describe('rows on their way', () => {
  for (const engine of ['SQLite', 'PostgreSQL']) {
    it(`${engine}: whatever is in them, they come out as they went in, but for U+0000`, async () => {
      const address = engine === 'SQLite' ? workshop.newFile() : await workshop.newDatabase()
      await withEnd(address, 'target', async (target) => {
        await target.begin(NOTHING_YET)
        for (const name of ['webhooks', 'webhook_flow', 'tokens', 'users', 'audit'] as const) {
          const table = tableNamed(name)
          const [rows = []] = fc.sample(rowsOf(table), { numRuns: 1, seed: 20_260_914 })
          const given = engine === 'SQLite' ? rows : replaceNul(rows).rows
          await target.write(table, given, { from: NOTHING_YET, to: NOTHING_YET })

          const found: Row[] = []
          for await (const batch of target.read(table, null)) found.push(...batch)

          assert.deepEqual(found.map(canonicalText), given.map(canonicalText), name)
        }
      })
    })
  }

  it('different rows have different texts and checksums', () => {
    const value = fc.oneof(VALUES.text, VALUES.whole, VALUES.real, fc.constant(null))
    const row = fc.array(value, { maxLength: 5 })
    fc.assert(
      fc.property(row, row, (one, other) => {
        const isSame =
          one.length === other.length && one.every((each, index) => Object.is(each, other[index]))
        assert.equal(canonicalText(one) === canonicalText(other), isSame)
        const [first, second] = [one, other].map((each) => addToChecksum(EMPTY_CHECKSUM, canonicalText(each)))
        assert.equal(first === second, isSame)
      }),
    )
  })

  it('the checksum depends on the order', () => {
    const [a, b] = ['a', 'b']
    assert.notEqual(
      addToChecksum(addToChecksum(EMPTY_CHECKSUM, a), b),
      addToChecksum(addToChecksum(EMPTY_CHECKSUM, b), a),
    )
  })

  it('rows are named and ordered by their keys', () => {
    const attempts = tableNamed('attempts')
    const row = (deliveryId: number, number: number): Row => [
      0,
      deliveryId,
      number,
      0,
      '',
      '',
      null,
      null,
      null,
    ]

    assert.equal(describeKey(attempts, row(17, 2)), 'delivery_id 17, number 2')
    assert.ok(compareKeys(keyOf(attempts, row(9, 3)), keyOf(attempts, row(17, 2))) < 0)
    assert.ok(compareKeys(keyOf(attempts, row(17, 3)), keyOf(attempts, row(17, 2))) > 0)
    assert.equal(compareKeys(keyOf(attempts, row(17, 2)), keyOf(attempts, row(17, 2))), 0)
  })

  it('counts the rows that had U+0000, not the characters', () => {
    const { rows, count } = replaceNul([
      ['a\0\0', 'b\0'],
      ['c', null],
      [1, '\0'],
    ])

    assert.deepEqual(rows, [
      ['a\ufffd\ufffd', 'b\ufffd'],
      ['c', null],
      [1, '\ufffd'],
    ])
    assert.equal(count, 2)
  })
})
