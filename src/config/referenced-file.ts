import { readFileSync, statSync } from 'node:fs'

/** Larger than any value may be. */
const FILE_BYTES_MAX = 1024 ** 2

/**
 * Reads the file of a reference (domain/file/references.ts). Undefined: no text file, or too large; devices
 * and pipes may have no end or block.
 */
export function readReferencedFile(path: string): string | undefined {
  try {
    const found = statSync(path)
    if (found.size > FILE_BYTES_MAX || !found.isFile()) return undefined
    const bytes = readFileSync(path)
    return bytes.length > FILE_BYTES_MAX ? undefined : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
