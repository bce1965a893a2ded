import { readFileSync } from 'node:fs'

/** Of the clock in which Linux counts (man 5 proc_pid_stat). */
const TICKS_PER_SECOND = 100

/**
 * What processes that we have started took of the processors, with all that they started and waited for. How long
 * one took says less: that depends on what ran beside it. Zero where there is no Linux.
 */
export class UsageMeter {
  #read = usedSeconds()

  /** Of those that have ended since the last time. */
  take(): number {
    const before = this.#read
    this.#read = usedSeconds()
    return this.#read - before
  }
}

function usedSeconds(): number {
  if (process.platform !== 'linux') return 0
  // After the name, which may hold anything.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const [user = 0, system = 0] = fields.slice(13, 15).map(Number)
  return (user + system) / TICKS_PER_SECOND
}
