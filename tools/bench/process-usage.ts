import { readdir, readFile } from 'node:fs/promises'

/** The kernel counts processor time in ticks of this length, on every Linux (USER_HZ). */
const TICKS_PER_SECOND = 100

export interface ProcessUsage {
  readonly cpuSeconds: number
  /** The share of the thread that runs JavaScript. */
  readonly mainThreadSeconds: number
  /** Handed to the disk. */
  readonly writtenBytes: number
}

/** Returns the usage of a process since its start; zeros if the system is no Linux. */
export async function processUsage(pid: number): Promise<ProcessUsage> {
  const [all, main, io] = await Promise.all([
    textOf(`/proc/${pid}/stat`),
    textOf(`/proc/${pid}/task/${pid}/stat`),
    textOf(`/proc/${pid}/io`),
  ])
  return {
    cpuSeconds: parseStat(all).ownSeconds,
    mainThreadSeconds: parseStat(main).ownSeconds,
    writtenBytes: Number(/^write_bytes: (\d+)/m.exec(io)?.[1] ?? 0),
  }
}

/** Returns the usage of a process and its children, those that have ended included. */
export async function groupUsage(
  pid: number,
): Promise<{ readonly cpuSeconds: number; readonly memoryMb: number }> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(
    pids.map(async (name) => ({ pid: Number(name), ...parseStat(await textOf(`/proc/${name}/stat`)) })),
  )
  const members = stats.filter((one) => one.pid === pid || one.parent === pid)
  const memory = await Promise.all(members.map((one) => textOf(`/proc/${one.pid}/smaps_rollup`)))
  const ended = stats.find((one) => one.pid === pid)?.endedChildrenSeconds ?? 0
  return {
    cpuSeconds: ended + sum(members.map(({ ownSeconds }) => ownSeconds)),
    memoryMb: Math.round(sum(memory.map((text) => Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0))) / 1024),
  }
}

/** Resident set, as the kernel counts it; 0 where it does not say. */
export async function residentMb(pid: number): Promise<number> {
  const status = await textOf(`/proc/${pid}/status`)
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

/** Counts how often the first thread of a process slept and was woken; 0 where the system does not say. */
export async function wakesOf(pid: number): Promise<number> {
  const status = await textOf(`/proc/${pid}/task/${pid}/status`)
  return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0)
}

interface Stat {
  readonly parent: number
  readonly ownSeconds: number
  readonly endedChildrenSeconds: number
}

/** See proc_pid_stat(5). The name stands in brackets and may hold anything. */
export function parseStat(text: string): Stat {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  // The first field here is the third of the manual page.
  const seconds = (...numbers: readonly number[]) =>
    sum(numbers.map((number) => Number(fields[number - 3] ?? 0))) / TICKS_PER_SECOND
  return {
    parent: Number(fields[1] ?? 0),
    ownSeconds: seconds(14, 15),
    endedChildrenSeconds: seconds(16, 17),
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '')
}
