import { resolve } from 'node:path'
import { ConfigError, type Config } from '../config/config.ts'
import { describeDatabase, type DatabaseAddress } from '../config/database-address.ts'
import { explainAccess } from '../runtime/file-access.ts'
import { SYSTEM_FLOOR } from '../runtime/version.ts'
import type { Log } from '../telemetry/log.ts'
import { messageOf, CliError, failure } from '../../cli/program/cli-error.ts'
import { withCommands } from '../../cli/program/command-line.ts'

/** Explains a start that the machine refuses (folder not writable, port in use): no defect of the program. */
export function explainStart(error: unknown, config: Config): CliError {
  if (error instanceof ConfigError) return failure(error.message, [SETTINGS_HINT], error)
  const { syscall = '' } = error as NodeJS.ErrnoException
  const [sentence, hints] = ['listen', 'bind', 'getaddrinfo'].includes(syscall)
    ? explainListening(error, config)
    : [explainFile(error) ?? withCommands(messageOf(error)), [databaseHint(config.database)]]
  return failure(`The service could not start: ${sentence}`, hints, error)
}

export const SETTINGS_HINT = 'All settings: tocsin serve --help'

/** Logs a failed start, for those who watch the log instead of exit codes. */
export function logFailedStart(log: Log, { message, hints, cause }: CliError): void {
  log.error({ because: message, hints, error: cause }, 'service.start_failed')
}

export function databaseHint(database: DatabaseAddress): string {
  const name =
    database.engine === 'sqlite' ? `file is ${resolve(database.file)}` : `is ${describeDatabase(database)}`
  return `The database ${name} (--database, TOCSIN_DATABASE).`
}

/** Returns undefined if no file is at fault, or owners and modes do not explain it. */
function explainFile(error: unknown): string | undefined {
  const { code = '', path } = error as NodeJS.ErrnoException
  // The loader's message names the missing library or version.
  if (code === 'ERR_DLOPEN_FAILED')
    return `the part of the program that reads SQLite cannot be loaded: ${messageOf(error)}. ${floorOfThisSystem()}Install the package for this system and processor; a database of PostgreSQL (TOCSIN_DATABASE) does without that part.`
  const isRefused = /^E(?:ACCES|PERM|ROFS|ISDIR|NOTDIR|EXIST)$/.test(code)
  return isRefused && path !== undefined ? explainAccess(path) : undefined
}

/** Other C libraries than glibc have no such floor. */
function floorOfThisSystem(): string {
  const { header } = process.report.getReport() as {
    readonly header: { readonly glibcVersionRuntime?: string }
  }
  if (header.glibcVersionRuntime === undefined) return ''
  return `On Linux it needs glibc ${SYSTEM_FLOOR.glibc} and libstdc++ ${SYSTEM_FLOOR.libstdcxx} or newer; this system has glibc ${header.glibcVersionRuntime}. `
}

function explainListening(error: unknown, { listen }: Config): readonly [string, readonly string[]] {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const address = `${listen.host.includes(':') ? `[${listen.host}]` : listen.host}:${listen.port}`
  const [sentence, hint] = LISTEN_REFUSALS[code] ?? []
  return [sentence?.(address) ?? messageOf(error), hint === undefined ? [] : [hint]]
}

const LISTEN_REFUSALS: Readonly<
  Record<string, readonly [sentence: (address: string) => string, hint: string]>
> = {
  EADDRINUSE: [
    (address) => `another program listens on ${address} already.`,
    'Stop that one, or take another port with --listen (TOCSIN_LISTEN).',
  ],
  EACCES: [
    (address) => `this user may not listen on ${address}.`,
    'Ports below 1024 need a privilege; take another one with --listen (TOCSIN_LISTEN).',
  ],
  ENOTFOUND: [
    (address) => `the name in ${address} cannot be resolved.`,
    'Give an address of this machine with --listen (TOCSIN_LISTEN).',
  ],
  EADDRNOTAVAIL: [
    (address) => `${address} is no address of this machine.`,
    'Give one that is with --listen (TOCSIN_LISTEN), or 0.0.0.0 for all of them.',
  ],
}
