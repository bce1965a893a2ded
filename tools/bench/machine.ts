import {
  closeSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { arch, cpus, platform, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { percentiles } from './statistics.ts'

/** The machine on which the figures were measured. */
export interface MachineFacts {
  readonly cpu: string
  readonly cores: number
  readonly memoryGb: number
  readonly system: string
  readonly node: string
  /** For 4 KB written and flushed in the folder of the databases: what one durable commit costs at least. */
  readonly flushMs: { readonly median: number; readonly p99: number }
  /** True: the folder is in memory, and flushing it is nothing. Figures from there are worth little. */
  readonly isInMemory: boolean
}

const FLUSHES = 200
/** See statfs(2). */
const TMPFS_MAGIC = 0x01021994

export function machineFacts(): MachineFacts {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-'))
  try {
    const { p50, p99 } = percentiles(flushTimes(join(folder, 'flushed')))
    return {
      cpu: cpuName(),
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      system: `${platform()} ${release()} ${arch()}`,
      node: process.version,
      flushMs: { median: p50, p99 },
      isInMemory: statfsSync(folder).type === TMPFS_MAGIC,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function flushTimes(file: string): readonly number[] {
  const descriptor = openSync(file, 'w')
  const page = Buffer.alloc(4096, 1)
  const times = Array.from({ length: FLUSHES }, () => {
    const startedAt = performance.now()
    writeSync(descriptor, page)
    fdatasyncSync(descriptor)
    return performance.now() - startedAt
  })
  closeSync(descriptor)
  return times
}

/** Some virtual machines have no name. */
function cpuName(): string {
  const name = cpus()[0]?.model.trim() ?? ''
  if (name !== '' && name !== 'unknown') return name
  try {
    const part = /^CPU part\s*:\s*(\S+)/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1]
    return part === undefined ? arch() : `${arch()}, part ${part}`
  } catch {
    return arch()
  }
}
