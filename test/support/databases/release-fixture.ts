import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { CopyWorkshop, copy, dump, fileOf, type Dump } from './copy-support.ts'
import { dumpPostgres, restorePostgres, type PostgresDump } from './postgres-dump.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/releases')

/** The releases whose databases are kept, oldest first. */
export function releasesWithFixtures(): readonly string[] {
  return globSync('*/', { cwd: FOLDER })
    .map((folder) => basename(folder))
    .toSorted()
}

/**
 * Writes a database of each engine with everything in it, as the code of this release leaves it. A release that is
 * out keeps its databases: they are never written again.
 */
export async function writeReleaseFixture(version: string): Promise<void> {
  const folder = join(FOLDER, version)
  assert.ok(!existsSync(folder), `${folder} is there already; a release keeps its databases`)
  await mkdir(folder, { recursive: true })
  const workshop = await CopyWorkshop.open()
  try {
    const url = await workshop.emptyDatabase()
    await copy(workshop.full, url)
    await writePacked(join(folder, 'sqlite.db.gz'), await readFile(fileOf(workshop.full)))
    await writePacked(join(folder, 'postgres.json.gz'), JSON.stringify(await dumpPostgres(url)))
    await writePacked(join(folder, 'rows.json.gz'), JSON.stringify(await dump(workshop.full)))
  } finally {
    await workshop.close()
  }
}

/** Writes the SQLite file of a release. */
export async function restoreSqliteFixture(version: string, file: string): Promise<void> {
  await writeFile(file, await readPacked(join(FOLDER, version, 'sqlite.db.gz')), { mode: 0o600 })
}

/** Makes an empty database of PostgreSQL that of a release. */
export async function restorePostgresFixture(version: string, url: string): Promise<void> {
  const text = await readPacked(join(FOLDER, version, 'postgres.json.gz'))
  await restorePostgres(url, JSON.parse(text.toString()) as PostgresDump)
}

/** Returns the rows of a release's database as its own code read them. */
export async function rowsOfFixture(version: string): Promise<Dump> {
  return JSON.parse((await readPacked(join(FOLDER, version, 'rows.json.gz'))).toString()) as Dump
}

async function writePacked(file: string, content: Buffer | string): Promise<void> {
  await writeFile(file, await promisify(gzip)(content))
}

async function readPacked(file: string): Promise<Buffer> {
  return promisify(gunzip)(await readFile(file))
}
