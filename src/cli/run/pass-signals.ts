import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import type { Environment } from '../../config/setting.ts'

/** A closed terminal sends SIGHUP, also while the end is being reported: they are listened to until we end. */
const KEPT = ['SIGHUP', 'SIGQUIT'] as const
/** Ctrl-C ends the wait for a report once the command has ended. */
const UNTIL_ITS_END = ['SIGINT', 'SIGTERM'] as const
/** A terminal sends these to the command as well. */
const OF_TERMINAL: ReadonlySet<string> = new Set(['SIGINT', 'SIGQUIT'])
/** Shells (`&`), `nohup` and `trap ''` start programs with these ignored. */
const IGNORABLE = ['SIGHUP', 'SIGINT', 'SIGQUIT'] as const

export type IgnorableSignal = (typeof IGNORABLE)[number]

/**
 * Where the launcher leaves `SigIgn` of /proc/self/status (bin/tocsin.js): Node.js resets what was ignored before the
 * first line of a program runs.
 */
export const IGNORED_AT_START = '_TOCSIN_SIGIGN'

/** Returns the signals that were ignored when this program was started, as `nohup` does it; none where nobody knows. */
export function ignoredAtStart(environment: Environment): readonly IgnorableSignal[] {
  const mask = Number.parseInt((environment[IGNORED_AT_START] ?? '').slice(-1), 16) || 0
  return IGNORABLE.filter((signal) => (mask & (1 << (constants.signals[signal] - 1))) !== 0)
}

export interface SignalPassing {
  /** Names the command, once it has begun. */
  readonly to: (child: ChildProcess) => void
  readonly stop: () => void
}

/**
 * Passes signals on to a command, and survives them; what was ignored when we were started is ignored. It listens
 * before the command begins, which may be long under way before we hear of it.
 */
export function passSignals(ignored: readonly IgnorableSignal[]): SignalPassing {
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
