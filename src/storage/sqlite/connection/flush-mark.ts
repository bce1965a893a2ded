import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Records how far a log was flushed at least. It is written after a flush and not flushed itself, so it is never ahead.
 */
export interface FlushMark {
  readonly salts: readonly [number, number]
  readonly sequence: number
  readonly frames: number
}

function markFile(file: string): string {
  return `${file}-flushed`
}

/** Answers undefined if there is no mark, or none that can be read. */
export function readFlushMark(file: string): FlushMark | undefined {
  try {
    const [salt = NaN, other = NaN, sequence = NaN, frames = NaN] = readFileSync(markFile(file), 'utf8')
      .split(' ')
      .map(Number)
    if (![salt, other, sequence, frames].every(Number.isSafeInteger)) return undefined
    return { salts: [salt, other], sequence, frames }
  } catch {
    return undefined
  }
}

/** Writes the mark. Never throws: without a mark damage is only found less often. */
export function writeFlushMark(file: string, { salts, sequence, frames }: FlushMark): void {
  try {
    writeFileSync(markFile(file), `${salts.join(' ')} ${sequence} ${frames} `.padEnd(64), { mode: 0o600 })
  } catch {
    // A full disk must not stop the service here.
  }
}

export function removeFlushMark(file: string): void {
  rmSync(markFile(file), { force: true })
}
