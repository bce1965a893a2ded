import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { EngineName } from '../engine-names.ts'
import type { Ledger } from './promises/ledger.ts'

export const WHATS = ['kills', 'powercuts'] as const
export type What = (typeof WHATS)[number]

/** A promise that is proved over and over on one engine. */
export interface Proof {
  readonly what: What
  readonly engine: EngineName
}

/** The finding of a kill or a power cut. */
export interface Finding {
  readonly seed: number
  readonly at: string
  /** The moment and the way, for people. */
  readonly kind: string
  readonly acknowledged: number
  readonly received: number
  /** Accepted before, and made again because of it. */
  readonly repeated: number
  /** The promises that it broke, a sentence each. */
  readonly broken: readonly string[]
  /** The folder that shows it again, if anything broke. */
  readonly kept?: string
}

/** More of them say nothing new. */
const BROKEN_SHOWN_MAX = 20

/** Findings, a line of JSON for each, in a file that only grows: a run that was ended goes on after the last. */
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

/**
 * Copies what a broken promise can be looked into with: what the world knew, and the folder of the service. Returns
 * where that is.
 */
export function keepBroken(folder: string, { what, engine }: Proof) {
  return (seed: number, ledger: Ledger, serviceFolder: string): string => {
    const kept = resolve(join(folder, `broken-${what}-${engine}-${seed}`))
    mkdirSync(kept, { recursive: true })
    writeFileSync(join(kept, 'ledger.json'), JSON.stringify(ledger))
    cpSync(serviceFolder, kept, { recursive: true })
    return kept
  }
}
