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
  ['first schema', '883fc97edfe123f919ea4edb3794ef04'],
  ['matchers', 'bad4679e03cd5b59333baf51d93f15ac'],
  ['routing history', '10d75c1d430324b1b11b75f8f3e16c0e'],
  ['silences', '56df03db64abf1f9b191a4c848384756'],
  ['acknowledgements', '2330707c9b76ea3dd96ab9a301357524'],
  ['windows', '8e6bb719e51fa077d0b3d71f67158ac9'],
  ['webhook calls', '3ec8d692b9d48996775ae6b4422c3da4'],
  ['webhook labels', 'acbe0d365a013b75d04c1e69c7fbfb2a'],
  ['match owners', 'f181df90ac5a431442597b412b108afe'],
  ['window exceptions', 'd482c1d94b80490a481b16d0f7c05df1'],
  ['silences begun', '0c63e7b4f69cbc7d40913b40a483d797'],
  ['alert ends', 'd57197af46e0fb92f0233671332ffca5'],
  ['last rejections', 'e99ce4f34cdadec03e6231e24adce83a'],
]

const POSTGRES_DIGESTS: Digests = [
  ['first schema', 'c050ee01cd75d16d199d26c73cdec4b3'],
  ['matchers', 'bad4679e03cd5b59333baf51d93f15ac'],
  ['routing history', '7325b997b65f74e410ee97a1d44d7546'],
  ['silences', '8120cebf68e342a4a548048b7884559c'],
  ['acknowledgements', 'e997361c76003c300c3876a76145d652'],
  ['windows', '45c9b50be07251d9bb03018bea836005'],
  ['webhook calls', 'd18e1885b57ba0ea44edeb002f6dac1e'],
  ['webhook labels', 'c1fabd19ad18c5f72fa724f873c643e2'],
  ['match owners', 'ccfa540ad0a2423b301bc7331453d281'],
  ['window exceptions', 'f5618d96ba1f7ef4b1383966652d0501'],
  ['silences begun', 'bef4235763959294afa59824b1ba53f8'],
  ['alert ends', '988ceda11d39ab2c79d88fcf7c448b4d'],
  ['last rejections', '6c6af2c338cadaace2b84bdfbb7d4072'],
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
    assert.deepEqual(digestsOf(SQLITE), SQLITE_DIGESTS)
  })

  it('of PostgreSQL are what databases have applied, to the letter and in this order', () => {
    assert.deepEqual(digestsOf(POSTGRES), POSTGRES_DIGESTS)
  })
})
