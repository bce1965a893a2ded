import type { EngineName } from '../engine-names.ts'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const WHATS = ['kills', 'powercuts'] as const
export type What = (typeof WHATS)[number]

/** What is proved, over and over: one thing on one engine. */
export interface Proof {
  readonly what: What
  readonly engine: EngineName
}

/** One kill, or one power cut. */
export interface Finding {
  readonly seed: number
  readonly at: string
  /** What it was, for people: the moment, the way. */
  readonly kind: string
  readonly acknowledged: number
  readonly received: number
  /** Accepted before, and made again because of it. */
  readonly repeated: number
  /** The promises that it broke, a sentence each. */
  readonly broken: readonly string[]
  /** What it can be seen again with, if anything broke. */
  readonly kept?: string
}

/** More of them say nothing new. */
const BROKEN_SHOWN_MAX = 20

/** One line of JSON for each, in a file that only grows: whoever is ended in the middle goes on after the last. */
export class Findings {
  readonly #file: string

  constructor(folder: string, { what, engine }: Proof) {
    mkdirSync(folder, { recursive: true })
    this.#file = join(folder, `${what}-${engine}.jsonl`)
  }

  read(): readonly Finding[] {
    if (!existsSync(this.#file)) return []
    return readFileSync(this.#file, 'utf8').split('\n').flatMap(parseLine)
  }

  append(finding: Finding): void {
    const shown = { ...finding, broken: finding.broken.slice(0, BROKEN_SHOWN_MAX) }
    // The line before may be half of one.
    const isWhole = !existsSync(this.#file) || readFileSync(this.#file, 'utf8').endsWith('\n')
    appendFileSync(this.#file, `${isWhole ? '' : '\n'}${JSON.stringify(shown)}\n`)
  }
}

function parseLine(line: string): readonly Finding[] {
  try {
    return [JSON.parse(line) as Finding]
  } catch {
    return []
  }
}
