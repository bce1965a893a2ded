import { readFile, stat } from 'node:fs/promises'

interface CachedFile {
  readonly mtimeMs: number
  readonly size: number
  readonly content: Promise<Buffer>
}

/**
 * Files of a folder that only its owner fills, each held once, however many ask for it; read again when it has changed,
 * as after a new build.
 */
export class FileCache {
  readonly #files = new Map<string, CachedFile>()

  /** Undefined if there is no such file. */
  async read(path: string): Promise<Buffer | undefined> {
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) {
      this.#files.delete(path)
      return undefined
    }
    const { mtimeMs, size } = found
    const known = this.#files.get(path)
    if (known?.mtimeMs === mtimeMs && known.size === size) return known.content
    const file = { mtimeMs, size, content: readFile(path) }
    this.#files.set(path, file)
    try {
      return await file.content
    } catch {
      if (this.#files.get(path) === file) this.#files.delete(path)
      return undefined
    }
  }
}
