import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { AppError } from '../../../domain/errors.ts'
import type { Instant } from '../../../domain/instant.ts'

/**
 * The share of the disk that reports leave free under an SQLite database, whatever the setting says: of a small disk a
 * gigabyte may be most.
 */
export const FREE_SHARE = 0.05
/** Delay between two readings of the file system. */
const CHECK_MS = 2_000
const RETRY_AFTER_MS = 30_000

export interface DiskSpace {
  readonly freeBytes: number
  readonly totalBytes: number
}

export interface FreeSpaceOptions {
  /** So much is left to others, in bytes; 0: nothing is. */
  readonly freeMin: number
  readonly readSpace: () => DiskSpace
}

/**
 * Tells whether there is space for more reports. Only reports grow without limit, and whoever may send them could fill
 * the disk; so they are refused before it is full, and deliveries and everything else on that disk go on.
 */
export class FreeSpace {
  readonly #db: Database
  readonly #options: FreeSpaceOptions
  #checkedAt: Instant | undefined
  #isLow = false

  constructor(db: Database, options: FreeSpaceOptions) {
    this.#db = db
    this.#options = options
  }

  /** Throws `unavailable` while there is too little. */
  require(now: Instant): void {
    const { freeMin } = this.#options
    if (freeMin === 0) return
    if (this.#checkedAt === undefined || Math.abs(now - this.#checkedAt) >= CHECK_MS) {
      this.#isLow = this.#check()
      this.#checkedAt = now
    }
    if (!this.#isLow) return
    throw new AppError(
      'unavailable',
      'The disk under the database is nearly full (TOCSIN_DATABASE_FREE_MIN): no reports are taken in until there is room; nothing was changed.',
      { retryAfterMs: RETRY_AFTER_MS },
    )
  }

  #check(): boolean {
    const { freeMin, readSpace } = this.#options
    const { freeBytes, totalBytes } = readSpace()
    const read = (name: string) => Number(this.#db.pragma(name, { simple: true }))
    // Pruning leaves free pages in the file, which does not shrink.
    const reusableBytes = read('freelist_count') * read('page_size')
    return freeBytes + reusableBytes < Math.min(freeMin, totalBytes * FREE_SHARE)
  }
}

/** Reads the free space of the file system that holds the file, for a user without privileges. */
export function spaceAround(file: string): () => DiskSpace {
  const folder = dirname(file)
  return () => {
    try {
      const { bavail, blocks, bsize } = statfsSync(folder)
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
    } catch {
      // Reports are not refused for a file system that does not say.
      return { freeBytes: Infinity, totalBytes: Infinity }
    }
  }
}
