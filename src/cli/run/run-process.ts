import { spawn, type ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import type { Environment } from '../../config/setting.ts'
import type { Clock } from '../../runtime/clock.ts'

/** A closed terminal sends SIGHUP, also while the end is being reported: they are listened to until we end. */
const KEPT = ['SIGHUP', 'SIGQUIT'] as const
/** Ctrl-C ends the wait for a report once the command has ended. */
const UNTIL_ITS_END = ['SIGINT', 'SIGTERM'] as const
/** A terminal sends these to the command as well. */
const OF_TERMINAL: ReadonlySet<string> = new Set(['SIGINT', 'SIGQUIT'])
/** Shells (`&`), `nohup` and `trap ''` start programs with these ignored. */
const IGNORABLE = ['SIGHUP', 'SIGINT', 'SIGQUIT'] as const

/**
 * Where the launcher leaves `SigIgn` of /proc/self/status (bin/tocsin.js): Node.js resets what was ignored before the
 * first line of a program runs.
 */
export const IGNORED_AT_START = '_TOCSIN_SIGIGN'

/** Bytes of an output that the service keeps. */
const BYTES_MAX = 65_536

export interface ProcessRun {
  /** The exit code as a shell has it: 128 and the signal, 127 not found, 126 not executable, 124 out of time. */
  readonly exitCode: number
  readonly signal: string | null
  /** Why it could not be started, or was ended by us; empty: neither. */
  readonly note: string
  /** The end of what it wrote to stdout and stderr, in the order in which it came. */
  readonly output: string
}

export interface ProcessOptions {
  /** Undefined: as long as it takes. */
  readonly timeLimitMs?: number | undefined
  readonly clock: Pick<Clock, 'after' | 'wait'>
  readonly environment: Environment
}

/** After SIGTERM for running out of time. */
const KILL_AFTER_MS = 10_000
/** The time to wait for the end of the output, which a process left in the background may hold open. */
const OUTPUT_ENDS_MS_MAX = 2_000

/**
 * Runs a command to its end with our stdin, and passes on what it writes, unchanged and no faster than it is read.
 * Signals are passed on to it, or ignored as they were when we were started: what it makes of them is its own matter.
 * Never rejects.
 */
export async function runProcess(argv: readonly string[], options: ProcessOptions): Promise<ProcessRun> {
  const [file = ''] = argv
  const ignored = ignoredAtStart(options.environment)
  const [started, ...args] = ignoring(ignored, argv)
  const env = { ...options.environment, [IGNORED_AT_START]: undefined }
  const tail = new OutputTail()
  const passing = passSignals(ignored)
  let child: ChildProcess
  try {
    child = spawn(started, args, { stdio: ['inherit', 'pipe', 'pipe'], env })
    passing.to(child)
  } catch (error) {
    passing.stop()
    return notStarted(file, error)
  }
  const flows = [pass(child.stdout, process.stdout, tail), pass(child.stderr, process.stderr, tail)]
  const watch = watchTime(child, options)
  try {
    const { code, signal } = await ended(child)
    const giveUp = new AbortController()
    await Promise.race([Promise.all(flows), options.clock.wait(OUTPUT_ENDS_MS_MAX, giveUp.signal)])
    giveUp.abort()
    for (const stream of [child.stdout, child.stderr]) stream?.destroy()
    const note = watch.hasRunOut() ? `It ran out of its time of ${(options.timeLimitMs ?? 0) / 1_000} s.` : ''
    return { exitCode: watch.hasRunOut() ? 124 : exitCodeOf(code, signal), signal, note, output: tail.text() }
  } catch (error) {
    return notStarted(file, error)
  } finally {
    watch.stop()
    passing.stop()
  }
}

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

function ended(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

function exitCodeOf(code: number | null, signal: NodeJS.Signals | null): number {
  return signal === null ? (code ?? 1) : 128 + (constants.signals[signal] ?? 0)
}

function notStarted(file: string, error: unknown): ProcessRun {
  const { code = '' } = error as NodeJS.ErrnoException
  const isMissing = code === 'ENOENT'
  const note = isMissing
    ? `${file}: there is no such command`
    : `${file}: cannot be run (${code || String(error)})`
  return { exitCode: isMissing ? 127 : 126, signal: null, note, output: '' }
}

/**
 * Resolves when all output has come. If our own reader goes away, the command notices that as it would without us.
 */
function pass(from: Readable | null, to: Writable, tail: OutputTail): Promise<void> {
  return new Promise((resolve) => {
    if (from === null) return resolve()
    const goOn = () => void from.resume()
    const gone = () => void from.destroy()
    to.on('drain', goOn)
    to.on('error', gone)
    from.on('data', (chunk: Buffer) => {
      tail.add(chunk)
      if (!to.write(chunk)) from.pause()
    })
    from.once('close', () => {
      to.off('drain', goOn)
      to.off('error', gone)
      resolve()
    })
    from.on('error', gone)
  })
}

function watchTime(child: ChildProcess, { timeLimitMs, clock }: ProcessOptions) {
  let hasRunOut = false
  let cancelKill: (() => void) | undefined
  const cancel =
    timeLimitMs === undefined
      ? undefined
      : clock.after(timeLimitMs, () => {
          hasRunOut = true
          child.kill('SIGTERM')
          cancelKill = clock.after(KILL_AFTER_MS, () => child.kill('SIGKILL'))
        })
  return {
    hasRunOut: () => hasRunOut,
    stop: () => {
      cancel?.()
      cancelKill?.()
    },
  }
}

/** The end of a stream of bytes, however long that is. */
class OutputTail {
  #chunks: Buffer[] = []
  #length = 0

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    // Now and then, so that many small chunks cost little and the memory has a limit.
    if (this.#length > 2 * BYTES_MAX || this.#chunks.length > 4_096) this.#shorten()
  }

  /** Returns the output as text; bytes that are no UTF-8 are replaced, and no half of a character stands at the cut. */
  text(): string {
    this.#shorten()
    const [bytes = Buffer.alloc(0)] = this.#chunks
    if (bytes.length < BYTES_MAX) return bytes.toString('utf8')
    const firstOfCharacter = bytes.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80)
    return bytes.subarray(Math.max(0, firstOfCharacter)).toString('utf8')
  }

  #shorten(): void {
    const all = Buffer.concat(this.#chunks)
    // A copy: the rest of a long chunk must not stay in the memory.
    const end = Buffer.from(all.subarray(-BYTES_MAX))
    this.#chunks = [end]
    this.#length = end.length
  }
}

type IgnorableSignal = (typeof IGNORABLE)[number]

/** Returns the signals that were ignored when this program was started, as `nohup` does it; none where nobody knows. */
export function ignoredAtStart(environment: Environment): readonly IgnorableSignal[] {
  const mask = Number.parseInt((environment[IGNORED_AT_START] ?? '').slice(-1), 16) || 0
  return IGNORABLE.filter((signal) => (mask & (1 << (constants.signals[signal] - 1))) !== 0)
}

interface SignalPassing {
  /** Names the command, once it has begun. */
  readonly to: (child: ChildProcess) => void
  readonly stop: () => void
}

/**
 * Passes signals on to a command, and survives them; what was ignored when we were started is ignored. It listens
 * before the command begins, which may be long under way before we learn of it.
 */
function passSignals(ignored: readonly IgnorableSignal[]): SignalPassing {
  let command: ChildProcess | undefined
  const isIgnored = new Set<string>(ignored)
  const listen = (signal: NodeJS.Signals) => {
    const handle = () => {
      if (isIgnored.has(signal) || (OF_TERMINAL.has(signal) && process.stdin.isTTY)) return
      command?.kill(signal)
    }
    process.on(signal, handle)
    return () => void process.off(signal, handle)
  }
  for (const signal of KEPT) listen(signal)
  const stops = UNTIL_ITS_END.map(listen)
  return {
    to: (child) => {
      command = child
    },
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}

/**
 * Returns the command line that starts a command with these signals ignored. Node.js starts each child with all of them
 * at their default, so a shell sets them in between.
 */
export function ignoring(
  signals: readonly IgnorableSignal[],
  argv: readonly string[],
): readonly [file: string, ...args: string[]] {
  const [file = '', ...args] = argv
  if (signals.length === 0) return [file, ...args]
  const names = signals.map((signal) => signal.slice('SIG'.length)).join(' ')
  return ['/bin/sh', '-c', `trap '' ${names}; exec "$@"`, 'sh', file, ...args]
}
