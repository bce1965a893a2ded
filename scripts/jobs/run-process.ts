import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Limits for what hangs: a machine may be many times slower than those on which the tests were written. */
export const LIMITS = { runMs: 40 * 60_000, closeMs: 60_000 }

interface ProcessOptions {
  /** The arguments of the Node.js that runs this. */
  readonly arguments: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** `closeMs`: how long its output may stay open after its end. */
  readonly limits?: { readonly runMs: number; readonly closeMs: number }
  /** Ends it, and all that it has started. */
  readonly signal?: AbortSignal
}

interface ProcessEnd {
  readonly isGood: boolean
  /** Standard output and errors together, and at the end why we ended it, if we did. */
  readonly output: string
  readonly seconds: number
}

/** Runs it to its end, or ends it; what it started ends with it. */
export async function runProcess(options: ProcessOptions): Promise<ProcessEnd> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, options.arguments, {
    // Within a test, the runner would take us for a file of its own.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which ends as a whole.
    detached: true,
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const exited = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  const closed = new Promise((resolve) => child.once('close', resolve).once('error', resolve))
  const endGroup = () => kill(child.pid)
  options.signal?.addEventListener('abort', endGroup)

  const { runMs, closeMs } = options.limits ?? LIMITS
  let isEnded = true
  const endUnless = async (isOver: Promise<unknown>, limitMs: number, fault: string) => {
    if (await isOverWithin(isOver, limitMs)) return
    isEnded = false
    output.push(
      Buffer.from(`${options.arguments.at(-1)} ${fault} within ${limitMs / 1000} s, and was ended.\n`),
    )
    endGroup()
    await isOver
  }
  await endUnless(exited, runMs, 'did not end')
  await endUnless(closed, closeMs, 'left a process behind that did not close its output')
  options.signal?.removeEventListener('abort', endGroup)
  endGroup()
  return {
    isGood: isEnded && child.exitCode === 0,
    output: Buffer.concat(output).toString('utf8'),
    seconds: (performance.now() - startedAt) / 1000,
  }
}

async function isOverWithin(isOver: Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs)
  })
  try {
    return await Promise.race([isOver.then(() => true), limit])
  } finally {
    clearTimeout(timer)
  }
}

function kill(group: number | undefined): void {
  if (group === undefined) return
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // Nobody is left in it.
  }
}

/** The rate of the clock in which Linux counts (man 5 proc_pid_stat). */
const TICKS_PER_SECOND = 100

/**
 * Measures the processor time of processes that we started, with all that they started and waited for. How long
 * one took says less: that depends on what ran beside it. Zero where there is no Linux.
 */
export class UsageMeter {
  #read = usedSeconds()

  /** Returns the processor time of those that have ended since the last call. */
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
