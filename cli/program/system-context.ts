import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { CliContext, Terminal } from './command.ts'
import type { Environment } from './machine.ts'

/**
 * A wrapper may repeat a signal that the terminal has sent to all; within this time they count as one, on a
 * busy machine too.
 */
const SAME_SIGNAL_MS = 2_000
/** The shell's exit code for a program that SIGINT ended. */
const INTERRUPTED_EXIT_CODE = 130

export function systemContext(
  given: Pick<CliContext, 'environment' | 'clock' | 'machine'>,
): Omit<CliContext, 'noteRefusal' | 'exitWith'> {
  const interruption = new AbortController()
  // A closed reader (`| head`) is no fault: output stops, and endless commands end.
  const isOpen = { out: true, err: true }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isOpen.out && !GONE.has(error.code ?? '')) failOutput(error, isOpen.err)
    isOpen.out = false
    interruption.abort()
  })
  process.stderr.on('error', () => {
    isOpen.err = false
  })
  return {
    ...given,
    terminal: systemTerminal(given.environment, isOpen),
    workingDirectory: process.cwd(),
    untilInterrupted: () => {
      catchSignals(interruption)
      return interruption.signal
    },
  }
}

function systemTerminal(
  environment: Environment,
  isOpen: { readonly out: boolean; readonly err: boolean },
): Terminal {
  const { stdin, stdout, stderr } = process
  const wantsNoColour = (environment['NO_COLOR'] ?? '') !== '' || environment['TERM'] === 'dumb'
  return {
    out: (text) => {
      if (isOpen.out) stdout.write(text)
    },
    err: (text) => {
      if (isOpen.err) stderr.write(text)
    },
    columns: stdout.isTTY ? widthOf(stdout.columns, environment['COLUMNS']) : undefined,
    hasColours: stdout.isTTY && !wantsNoColour,
    isInteractive: stdin.isTTY && stderr.isTTY,
    showsProgress: stderr.isTTY,
    ask: async (question, { isHidden = false } = {}) => {
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
      // `terminal` keeps it from echoing what is typed.
      const output = isHidden ? { output: nowhere, terminal: true } : { output: stderr }
      const dialogue = createInterface({ input: stdin, ...output })
      try {
        if (isHidden) stderr.write(question)
        return await dialogue.question(isHidden ? '' : question)
      } finally {
        dialogue.close()
        if (isHidden) stderr.write('\n')
      }
    },
    readInput: async (bytesMax) => {
      const chunks: Buffer[] = []
      let byteCount = 0
      for await (const chunk of stdin) {
        const bytes = Buffer.from(chunk)
        byteCount += bytes.length
        if (byteCount > bytesMax) return undefined
        chunks.push(bytes)
      }
      return Buffer.concat(chunks)
    },
  }
}

/** The reader is gone, or the terminal closed. */
const GONE: ReadonlySet<string> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'EIO'])

/** Reports incomplete output, as on a full disk, and replaces exit code 0 by 1. */
function failOutput(error: NodeJS.ErrnoException, canSay: boolean): void {
  const reason = error.code === 'ENOSPC' ? 'the disk is full' : error.message
  if (canSay) process.stderr.write(`tocsin: the output could not be written (${reason}).\n`)
  process.once('exit', (code) => {
    if (code === 0) process.exitCode = 1
  })
}

function catchSignals(interruption: AbortController): void {
  let next: 'first' | 'same' | 'another' = 'first'
  const onSignal = () => {
    if (next === 'another') process.exit(INTERRUPTED_EXIT_CODE)
    if (next === 'same') return
    next = 'same'
    // Ends the process when nothing is left to do. One Ctrl-C arrives as several signals (npm and scripts/find-node.mjs
    // pass it on); a late one, while Node cleans up, would make a good exit one by signal.
    process.once('beforeExit', () => process.exit())
    // An immediate runs after signals that queued while the process was busy.
    setTimeout(() => setImmediate(() => (next = 'another')), SAME_SIGNAL_MS).unref()
    interruption.abort()
  }
  // SIGHUP is left out: listening to it would undo `nohup`.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    if (process.listenerCount(signal) === 0) process.on(signal, onSignal)
  }
}

/**
 * Returns the width of a screen. `COLUMNS` counts where the terminal has 0 columns (containers, serial
 * consoles, CI). Undefined: unknown, and nothing is cut.
 */
export function widthOf(columns: number | undefined, variable: string | undefined): number | undefined {
  if (columns !== undefined && columns > 0) return columns
  return /^[1-9]\d{0,4}$/.test(variable ?? '') ? Number(variable) : undefined
}
