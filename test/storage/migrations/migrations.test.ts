import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { VERSION } from '../../../src/runtime/version.ts'
import { compareReleases, type Migration } from '../../../src/storage/migration.ts'
import { MIGRATIONS as POSTGRES } from '../../../src/storage/postgres/migrate.ts'
import { MIGRATIONS as SQLITE } from '../../../src/storage/sqlite/migrate.ts'

type Digests = readonly (readonly [name: string, digest: string])[]

/** A line for each new one, once it is on the main branch: what is here is never edited. */
const SQLITE_DIGESTS: Digests = [
  ['first schema', '7cc7545e304a2f985cfe7eceaf558139'],
  ['indexes for lists', '750c68cccbacfa44025dadf7710f9ec7'],
  ['delivery control', 'd63d5a9bba0cdbd6480fced51d0a402b'],
  ['audit log', 'fb88333d4b0dd383b670b738408bc58f'],
  ['replay and control', '4ffc917ccef3761880e8f3329c89ec54'],
  ['activity', '79510d5187348a112ad44d1923c4c91f'],
  ['people', '52c73a3996820879aabdbb34d8680f3f'],
  ['marks of sources', 'db49e8fc3fedf6c6456f87ead980ebb1'],
  ['unsettled webhooks', 'd7cc28fadbb8ece7375c37f2cd8f8bdb'],
  ['indexes for lists by state', '86a6acf7548f8432a57bfba9246b0cf5'],
  ['counts of operations', '6a83be6c98c3c44f4fdb0cccaf9f26ac'],
  ['first by hand', '99ed6826d73050524f4a1255d2c153ce'],
  ['activity of paused receivers', '119649751aa738a403ed92dd3f8d6ef0'],
  ['holders of leases', '9692e7959e62d31b1af810afedb0a882'],
  ['epochs', '5cb5b821ccb90dacfdc1aa417bfb4cf3'],
  ['newest words', '9a0fdae97561772c208c8c131d09a42c'],
  ['urgency', '6da6742fc9d0146e4c94450562ac325d'],
  ['modes', '12151632ee059b47fbc2885082f09fb0'],
  ['told', '08ae079654a8ed81ce55de2ef3f0ecd3'],
  ['history of receivers', '0384eb486108083c8126ee625f128846'],
  ['digests', '38230652b55a0a4700e4b60a71303401'],
]

const POSTGRES_DIGESTS: Digests = [
  ['first schema', '08cc7729a492732c6b291dc23fb79b5a'],
  ['activity', '06946a7ac094abef724882c2decb2bc1'],
  ['people', '60afd0303e31b2aadf68365e3b15571a'],
  ['marks of sources', '4221f13c58d417ad1d16b6c7bc3391c3'],
  ['webhooks by fallback', 'f8eb8416807d239465d493e5bf33e3e1'],
  ['counts of operations', 'c5aa28cb9529d1540a0cb2cfa5e6d625'],
  ['first by hand', 'da4fed078901890a9f20d8d2877a3f04'],
  ['activity of paused receivers', '43068e7ed2564a7edd3c8d34dff21bf2'],
  ['holders of leases', '1b4ed8db16fd37adfb21b2585708199c'],
  ['epochs', '54f4ede4b857a9d463ab037cc514e1a0'],
  ['newest words', '5551e2b9e2dc32138fa6c8f18570ea4b'],
  ['urgency', '423369fabe4ded7f984d786b54619d16'],
  ['modes', 'd7f1331156519bbef74cabf6cc74bfd1'],
  ['told', '7e8f8902a574baa3f6115daa17bc3941'],
  ['history of receivers', 'e70f464295ce1029a63ed430810dd736'],
  ['digests', 'f681cc68591af992d74c2d12a7fb19bc'],
]

function digestsOf(migrations: readonly Migration[]): Digests {
  return migrations.map(({ name, sql }) => [
    name,
    createHash('sha256').update(sql).digest('hex').slice(0, 32),
  ])
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
