import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { VERSION } from '../../../src/runtime/version.ts'
import { compareReleases, type Migration } from '../../../src/storage/migration.ts'
import { MIGRATIONS as POSTGRES } from '../../../src/storage/postgres/migrate.ts'
import { MIGRATIONS as SQLITE } from '../../../src/storage/sqlite/migrate.ts'

type Digests = readonly (readonly [name: string, digest: string])[]

/** A line for each migration. Databases of 0.3.0 have applied these: none of them is ever edited. */
const SQLITE_DIGESTS: Digests = [
  ['first schema', '1ff1aba7750a3aad514bde722f4cbd46'],
  ['matchers', 'bad4679e03cd5b59333baf51d93f15ac'],
  ['routing history', '5379a8bc43856f883ea40e855d3d80f7'],
  ['silences', '05e5172314ca62081157ab8ca37ef356'],
  ['acknowledgements', '2bc49eb2ea282eabbe4729ceace2de35'],
  ['windows', 'ece418138834eeed95a97437c581a8ed'],
  ['webhook calls', '8c635e6541957e878ae062b36c4bfa24'],
  ['webhook labels', 'acbe0d365a013b75d04c1e69c7fbfb2a'],
  ['match owners', 'f181df90ac5a431442597b412b108afe'],
  ['window exceptions', 'd482c1d94b80490a481b16d0f7c05df1'],
  ['silences begun', 'f555719fc881ad9843f4bd4ad3f2a0a4'],
  ['alert ends', 'd57197af46e0fb92f0233671332ffca5'],
  ['last rejections', 'e99ce4f34cdadec03e6231e24adce83a'],
]

const POSTGRES_DIGESTS: Digests = [
  ['first schema', '95b7c1a87d2f8ddf303657a6339a650e'],
  ['matchers', 'bad4679e03cd5b59333baf51d93f15ac'],
  ['routing history', '852c2f4b46fa2bd4aa086b58e749f52a'],
  ['silences', '89949e95e84917443b9b1dde05756571'],
  ['acknowledgements', '71ed11b6c8166bb47a7faef59f685d4f'],
  ['windows', '3bc09e067891cf004a0e20c515d0f71b'],
  ['webhook calls', '18ea1f772cc80097334cc00d67128f18'],
  ['webhook labels', 'c1fabd19ad18c5f72fa724f873c643e2'],
  ['match owners', 'ccfa540ad0a2423b301bc7331453d281'],
  ['window exceptions', 'f5618d96ba1f7ef4b1383966652d0501'],
  ['silences begun', '0ccdf24d063a4b9df19172277b0ee608'],
  ['alert ends', '988ceda11d39ab2c79d88fcf7c448b4d'],
  ['last rejections', '6c6af2c338cadaace2b84bdfbb7d4072'],
]

/** The migrations of both engines that follow; `reminders`: they name a type of their own. */
const commonDigests = (reminders: string): Digests => [
  ['webhook tags', '21621c756c452ad00b3bc1b71f927fa7'],
  ['reminders', reminders],
]

/** Comments may be mended: they change no database. */
function digestsOf(migrations: readonly Migration[]): Digests {
  return migrations.map(({ name, sql }) => [
    name,
    createHash('sha256').update(withoutComments(sql)).digest('hex').slice(0, 32),
  ])
}

function withoutComments(sql: string): string {
  return sql.replaceAll(/^ *--.*\n/gm, '')
}

/** Those by which this release would stop its own nodes. */
function stoppingThemselves(migrations: readonly Migration[]): readonly string[] {
  return migrations
    .filter(({ stops }) => stops !== undefined && compareReleases(stops, VERSION) >= 0)
    .map(({ name }) => name)
}

describe('migrations', () => {
  it('stop only nodes of older releases: the version of the package is raised before', () => {
    const planted = [
      { name: 'older', sql: '', stops: '0.0.9' },
      { name: 'this', sql: '', stops: VERSION },
      { name: 'none', sql: '' },
    ]

    assert.deepEqual(stoppingThemselves(planted), ['this'])
    assert.deepEqual(stoppingThemselves(POSTGRES), [])
  })

  it('of SQLite are what databases have applied, to the letter and in this order', () => {
    assert.deepEqual(digestsOf(SQLITE), [
      ...SQLITE_DIGESTS,
      ...commonDigests('db0d4dcbe3f6d79114d5de86bb564cf1'),
    ])
  })

  it('of PostgreSQL are what databases have applied, to the letter and in this order', () => {
    assert.deepEqual(digestsOf(POSTGRES), [
      ...POSTGRES_DIGESTS,
      ...commonDigests('10bb01ea08b6ce575b2b9b63c25b1d82'),
    ])
  })
})
