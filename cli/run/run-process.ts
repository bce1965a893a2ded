import { spawn, type ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import type { Clock } from '../../src/domain/clock.ts'
import type { Environment } from '../program/machine.ts'

/** A closing terminal sends SIGHUP even during the report, so we listen until we end. */
const KEPT = ['SIGHUP', 'SIGQUIT'] as const
/** After the command has ended, Ctrl-C ends the wait for the report. */
const UNTIL_ITS_END = ['SIGINT', 'SIGTERM'] as const
/** A terminal sends these to the command as well. */
const OF_TERMINAL: ReadonlySet<string> = new Set(['SIGINT', 'SIGQUIT'])
/** Shells (`&`), `nohup` and `trap ''` start programs with these ignored. */
const IGNORABLE = ['SIGHUP', 'SIGINT', 'SIGQUIT'] as const

/**
 * bin/tocsin.js leaves `SigIgn` of /proc/self/status here: Node.js resets ignored signals before the first
 * line runs.
 */
export const IGNORED_AT_START = '_TOCSIN_SIGIGN'

const BYTES_MAX = 65_536

export interface ProcessRun {
  /** A shell's exit code: 128 plus the signal, 127 not found, 126 not executable, 124 timed out. */
  readonly exitCode: number
  readonly signal: string | null
  /** Why it did not start, or was ended by us; else empty. */
  readonly note: string
  /** The end of stdout and stderr, in the order of arrival. */
  readonly output: string
}

export interface ProcessOptions {
  /** Undefined: no limit. */
  readonly timeLimitMs?: number | undefined
  readonly clock: Pick<Clock, 'after' | 'wait'>
  readonly environment: Environment
}

const KILL_AFTER_MS = 10_000
/** A background process may hold the output open. */
const OUTPUT_ENDS_MS_MAX = 2_000

/**
 * Runs a command with our stdin, and passes on its output unchanged, no faster than it is read. Signals are
 * passed on, or stay ignored as at our start. Never rejects.
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
    const own = signal === null ? (code ?? 1) : 128 + (constants.signals[signal] ?? 0)
    return { exitCode: watch.hasRunOut() ? 124 : own, signal, note, output: tail.text() }
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

function notStarted(file: string, error: unknown): ProcessRun {
  const { code = '' } = error as NodeJS.ErrnoException
  const isMissing = code === 'ENOENT'
  const note = isMissing
    ? `${file}: there is no such command`
    : `${file}: cannot be run (${code || String(error)})`
  return { exitCode: isMissing ? 127 : 126, signal: null, note, output: '' }
}

/** Resolves after all output. If our reader goes away, the command notices it as it would without us. */
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

class OutputTail {
  #chunks: Buffer[] = []
  #length = 0

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    // Rarely, so that many small chunks are cheap and memory is limited.
    if (this.#length > 2 * BYTES_MAX || this.#chunks.length > 4_096) this.#shorten()
  }

  /** Replaces invalid UTF-8; the cut leaves no half character. */
  text(): string {
    this.#shorten()
    const [bytes = Buffer.alloc(0)] = this.#chunks
    if (bytes.length < BYTES_MAX) return bytes.toString('utf8')
    const firstOfCharacter = bytes.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80)
    return bytes.subarray(Math.max(0, firstOfCharacter)).toString('utf8')
  }

  #shorten(): void {
    const all = Buffer.concat(this.#chunks)
    // A copy frees the rest of a long chunk.
    const end = Buffer.from(all.subarray(-BYTES_MAX))
    this.#chunks = [end]
    this.#length = end.length
  }
}

type IgnorableSignal = (typeof IGNORABLE)[number]

/** Returns the signals that were ignored at our start, as under `nohup`; none if unknown. */
export function ignoredAtStart(environment: Environment): readonly IgnorableSignal[] {
  const mask = Number.parseInt((environment[IGNORED_AT_START] ?? '').slice(-1), 16) || 0
  return IGNORABLE.filter((signal) => (mask & (1 << (constants.signals[signal] - 1))) !== 0)
}

interface SignalPassing {
  readonly to: (child: ChildProcess) => void
  readonly stop: () => void
}

/**
 * Passes signals on to a command, except ignored ones, and survives them. Listens before the command begins,
 * which may run long before we learn of it.
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
 * Returns a command line with these signals ignored. Node.js starts children with defaults, so a shell sets
 * them.
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
