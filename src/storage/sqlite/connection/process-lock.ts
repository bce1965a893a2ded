import { FOLDER_IN_PLACE } from '../../../domain/errors.ts'
import { lstatSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { NodeId } from '../../../domain/ids.ts'
import { makePrivateFile } from './connect.ts'

/**
 * Locks the database for one process, which may then take its predecessor's leases as lost. The lock is an
 * open transaction on a file beside the database, which the operating system ends with the process. Throws
 * with a clear sentence if another process holds it. `file` comes from `realFileOf`.
 */
export function lockDatabaseFile(file: string): () => void {
  makePrivateFile(`${file}.lock`)
  const lock = new Database(`${file}.lock`, { timeout: 500 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new Error(
      `Another Tocsin process is using ${file}. Stop it first, or give this one another TOCSIN_DATABASE.`,
      {
        cause: error,
      },
    )
  }
  return () => lock.close()
}

/**
 * Returns the one name of a database file, created if it is missing: lock and log lie beside it. Throws with
 * a clear sentence if the file has a second name elsewhere (a hard link, or a file mounted by itself): a
 * second process would see neither lock nor log there.
 */
export function realFileOf(name: string): string {
  makePrivateFile(name)
  const file = realpathSync.native(name)
  refuseMounted(file)
  const nameCount = lstatSync(file).nlink - keptNamesOf(file).length
  if (nameCount > 1) {
    throw new Error(
      `The database ${file} has ${nameCount} names (hard links), and what is written last lies beside only one of them. Remove the others, or make a copy with tocsin backup.`,
    )
  }
  return file
}

/** Throws with a clear sentence unless it is a file that can be replaced. */
export function refuseMounted(file: string): void {
  const found = lstatSync(file)
  if (found.isDirectory())
    throw new Error(`The database ${file} ${FOLDER_IN_PLACE}. Remove it, and name or mount a file.`)
  if (!found.isFile()) throw new Error(`The database ${file} is no file. Name one.`)
  if (mountPoints().includes(file)) {
    throw new Error(
      `The database ${file} is mounted as a single file, so what is written last, which lies beside it, would be lost with the container. Mount its folder instead.`,
    )
  }
}

/** Begins the names under which a restore keeps the replaced database. */
export function keptName(file: string): string {
  return `${file}.before-restore-`
}

/** Removes second names that a killed restore left. Call it with the lock. */
export function dropKeptNames(file: string): void {
  for (const name of keptNamesOf(file)) {
    for (const ending of ['', '-wal', '-flushed']) rmSync(name + ending, { force: true })
  }
}

function keptNamesOf(file: string): readonly string[] {
  const { ino = 0, nlink = 1 } = lstatSync(file, { throwIfNoEntry: false }) ?? {}
  if (nlink === 1) return []
  const start = basename(keptName(file))
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(start))
    .map((name) => join(dirname(file), name))
    .filter((name) => lstatSync(name).ino === ino)
}

/** Lists nothing on other systems than Linux. */
function mountPoints(): readonly string[] {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8').split('\n').map(mountPointOf)
  } catch {
    return []
  }
}

/**
 * https://www.kernel.org/doc/html/latest/filesystems/proc.html, section 3.5: the fifth field, blanks in
 * octal.
 */
function mountPointOf(alertQueue: string): string {
  const field = alertQueue.split(' ')[4] ?? ''
  return field.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  )
}

/** Nodes that can share one data folder. */
export const NODE_SLOTS_MAX = 16

/** Earlier processes kept per slot: more than can start within the time of a lease. */
export const PREDECESSORS_MAX = 50

export interface NodeSlot {
  /** Processes that had this node slot before, and are proven gone. */
  readonly goneNodes: readonly NodeId[]
  /** Leaves the slot to a successor. Repeats are harmless. */
  leave(): void
}

/**
 * Takes the first free node slot of the folder. The operating system locks its file until this process ends;
 * the file names former holders. They are proven gone only if they held this very file under this very
 * kernel: locks of a copy, or of another machine, are independent. Throws if no slot is free, or the folder
 * cannot be written.
 */
export function takeNodeSlot(folder: string, nodeId: NodeId): NodeSlot {
  for (let number = 1; number <= NODE_SLOTS_MAX; number += 1) {
    const slot = tryToTake(join(folder, `node-${number}.db`), nodeId)
    if (slot) return slot
  }
  throw new Error(`${NODE_SLOTS_MAX} processes use ${folder} already`)
}

function tryToTake(file: string, nodeId: NodeId): NodeSlot | undefined {
  makePrivateFile(file)
  const db = new Database(file, { timeout: 0 })
  try {
    // Kept beyond each transaction (https://sqlite.org/pragma.html#pragma_locking_mode).
    db.pragma('locking_mode = EXCLUSIVE')
    const names = db.transaction(() => noteHolder(db, nodeId, proofOf(file))).exclusive()
    return { goneNodes: names, leave: () => void db.close() }
  } catch (error) {
    db.close()
    if ((error as { readonly code?: string }).code === 'SQLITE_BUSY') return undefined
    throw error
  }
}

function noteHolder(db: Database.Database, nodeId: NodeId, proof: string | null): readonly NodeId[] {
  db.exec(
    'CREATE TABLE IF NOT EXISTS holders (number INTEGER PRIMARY KEY, node_id TEXT NOT NULL, proof TEXT)',
  )
  const before = db
    .prepare<[string | null], NodeId>('SELECT node_id FROM holders WHERE proof = ? ORDER BY number DESC')
    .pluck()
    .all(proof)
  db.prepare<[string, string | null]>('INSERT INTO holders (node_id, proof) VALUES (?, ?)').run(nodeId, proof)
  db.prepare<[number]>('DELETE FROM holders WHERE number <= (SELECT max(number) FROM holders) - ?').run(
    PREDECESSORS_MAX,
  )
  return before
}

/** Returns which file this is, under which kernel; null where the system does not say. */
function proofOf(file: string): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const { dev, ino } = statSync(file, { bigint: true })
    return `${boot}:${dev}:${ino}`
  } catch {
    return null
  }
}
