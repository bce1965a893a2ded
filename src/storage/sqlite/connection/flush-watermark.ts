import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Records how far a log was flushed at least. It is written after a flush and not flushed itself, so it is never ahead.
 */
export interface FlushWatermark {
  readonly salts: readonly [number, number]
  readonly sequence: number
  readonly frames: number
}

function watermarkFile(file: string): string {
  return `${file}-flushed`
}

/** Returns undefined if there is no watermark, or none that can be read. */
export function readFlushWatermark(file: string): FlushWatermark | undefined {
  try {
    const [salt = NaN, other = NaN, sequence = NaN, frames = NaN] = readFileSync(watermarkFile(file), 'utf8')
      .split(' ')
      .map(Number)
    if (![salt, other, sequence, frames].every(Number.isSafeInteger)) return undefined
    return { salts: [salt, other], sequence, frames }
  } catch {
    return undefined
  }
}

/** Writes the watermark. Never throws: without one damage is only found less often. */
export function writeFlushWatermark(file: string, { salts, sequence, frames }: FlushWatermark): void {
  try {
    writeFileSync(watermarkFile(file), `${salts.join(' ')} ${sequence} ${frames} `.padEnd(64), {
      mode: 0o600,
    })
  } catch {
    // A full disk must not stop the service here.
  }
}

export function removeFlushWatermark(file: string): void {
  rmSync(watermarkFile(file), { force: true })
}
