import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { AppError } from '../../../domain/errors.ts'
import type { Instant } from '../../../domain/instant.ts'

/**
 * The share of the disk that reports leave free under an SQLite database: the setting may be most of a small
 * disk.
 */
export const FREE_SHARE = 0.05
const CHECK_MS = 2_000
const RETRY_AFTER_MS = 30_000

export interface DiskSpace {
  readonly freeBytes: number
  readonly totalBytes: number
}

export interface FreeSpaceOptions {
  readonly freeMin: number
  readonly readSpace: () => DiskSpace
}

/**
 * Refuses reports before the disk is full, so that everything else goes on. Only reports grow without limit,
 * and any sender could fill the disk.
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

/** Counts what users without privileges may use. */
export function spaceAround(file: string): () => DiskSpace {
  const folder = dirname(file)
  return () => {
    try {
      const { bavail, blocks, bsize } = statfsSync(folder)
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
    } catch {
      // Reports go on if a file system does not say.
      return { freeBytes: Infinity, totalBytes: Infinity }
    }
  }
}
