import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { makePrivateFile } from './connection.ts'
import type { NodeId } from '../../../domain/ids.ts'

/**
 * Processes that may share one data folder and are each known again; one more than that has no node slot, and no heir.
 */
export const NODE_SLOTS_MAX = 16

/** Earlier processes whose slots are kept, one for each start: more than can begin within the time of a lease. */
export const PREDECESSORS_MAX = 50

/** A process's own among those that share a data folder. */
export interface NodeSlot {
  /** Processes that had this node slot before, and are proven to be gone. */
  readonly goneNodes: readonly NodeId[]
  /** Leaves the slot to a successor. Calling it twice is harmless. */
  leave(): void
}

/**
 * Takes the first node slot of the folder that nobody has. Its file is locked by the operating system until this
 * process ends, however that ends, and names those that had the lock before. That they are gone is proven only if
 * they had this very file under this very kernel: one that was copied, or reached from two machines, has locks that
 * know nothing of each other. Throws if all are taken, or if the folder cannot be written.
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
    // Kept from the first write on, beyond each transaction (https://sqlite.org/pragma.html#pragma_locking_mode).
    db.pragma('locking_mode = EXCLUSIVE')
    const names = db.transaction(() => noteHolder(db, { nodeId, proof: proofOf(file) })).exclusive()
    return { goneNodes: names, leave: () => void db.close() }
  } catch (error) {
    db.close()
    if ((error as { readonly code?: string }).code === 'SQLITE_BUSY') return undefined
    throw error
  }
}

interface Holder {
  readonly nodeId: NodeId
  readonly proof: string | null
}

/** Returns those before it. */
function noteHolder(db: Database.Database, { nodeId, proof }: Holder): readonly NodeId[] {
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

/** Which file under which kernel; null where the system does not say. */
function proofOf(file: string): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const { dev, ino } = statSync(file, { bigint: true })
    return `${boot}:${dev}:${ino}`
  } catch {
    return null
  }
}
