import { createReadStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Ledger } from '../promises/ledger.ts'
import type { DiskStep, Files } from './disk.ts'
import { readStraceLine } from './read-strace.ts'

/** A service under load, as the disk and the world saw it. */
export interface Trace {
  /** The files of the database when it began. */
  readonly before: Files
  readonly steps: readonly DiskStep[]
  readonly ledger: Ledger
  /** When the load began; what was before is a start, and the moments of cuts are looked for after it. */
  readonly loadAtMs: number
  /** The port of the receiver of the webhooks. */
  readonly port: number
}

/** Reads the calls of all threads of a process; `prefix` is what `strace -ff -o` was given. */
export async function readStrace(
  folder: string,
  prefix: string,
  database: string,
): Promise<readonly DiskStep[]> {
  const steps: DiskStep[] = []
  for (const name of readdirSync(folder).filter((file) => file.startsWith(`${prefix}.`))) {
    const lines = createInterface({
      input: createReadStream(join(folder, name), 'latin1'),
      crlfDelay: Infinity,
    })
    for await (const line of lines) {
      const step = readStraceLine(line, database)
      if (step) steps.push(step)
    }
  }
  return steps.toSorted((one, other) => one.beganAtMs - other.beganAtMs)
}

/** A step without its bytes, which lie in a file of their own, one after the other. */
type StepLine = Omit<DiskStep, 'data'> & { readonly length?: number }

const BYTES_FILE = 'bytes.bin'
const FACTS_FILE = 'trace.json'

/** For cuts that come later, and to look into what broke. */
export function saveTrace(folder: string, { before, steps, ...facts }: Trace): void {
  mkdirSync(folder, { recursive: true })
  const bytes = steps.flatMap((step) => (step.kind === 'write' ? [step.data] : []))
  const lines = steps.map((step): StepLine => {
    if (step.kind !== 'write') return step
    const { data, ...rest } = step
    return { ...rest, length: data.length }
  })
  for (const [name, content] of before) writeFileSync(join(folder, `before-${name}`), content)
  writeFileSync(join(folder, BYTES_FILE), Buffer.concat(bytes))
  // Infinity, of a step that did not end, is null in JSON.
  writeFileSync(join(folder, FACTS_FILE), JSON.stringify({ ...facts, names: [...before.keys()], lines }))
}

export function loadTrace(folder: string): Trace {
  const { names, lines, ...facts } = JSON.parse(readFileSync(join(folder, FACTS_FILE), 'utf8')) as Omit<
    Trace,
    'before' | 'steps'
  > & { readonly names: readonly string[]; readonly lines: readonly StepLine[] }
  const bytes = readFileSync(join(folder, BYTES_FILE))
  let offset = 0
  const steps = lines.map(({ length, ...rest }) => {
    const times = { ...rest, endedAtMs: rest.endedAtMs ?? Infinity }
    if (length === undefined) return times as DiskStep
    offset += length
    return { ...times, data: bytes.subarray(offset - length, offset) } as DiskStep
  })
  const before = new Map(names.map((name) => [name, readFileSync(join(folder, `before-${name}`))]))
  return { ...facts, before, steps }
}
