import { spawn, type ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import type { Environment } from '../../config/setting.ts'
import type { Clock } from '../../runtime/clock.ts'
import { OutputTail } from './output-tail.ts'
import { IGNORED_AT_START, ignoredAtStart, ignoring, passSignals } from './pass-signals.ts'

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
 * Resolves when all of it has come. A reader of ours that goes away is felt by the command as it would be without us.
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
