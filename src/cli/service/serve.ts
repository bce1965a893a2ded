import { once } from 'node:events'
import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { ConfigError, readConfig, SETTINGS, type Config } from '../../config/config.ts'
import { describeDatabase, type DatabaseAddress } from '../../config/database-address.ts'
import { fileNamesOf, type GivenOptions } from '../../config/given-value.ts'
import { invitationPath } from '../../domain/people/invitation.ts'
import type { LogOptions } from '../../telemetry/log.ts'
import { failure, usageError } from '../program/cli-error.ts'
import { wantsJson } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { escapeForTerminal } from '../view/terminal-text.ts'
import { leaveAddress } from '../client/address-file.ts'
import { findServiceManager } from './service-manager.ts'

type SettingName = keyof typeof SETTINGS

export function defineServe(context: CliContext): Command {
  const command = new TaughtCommand('serve', {
    summary: 'run the service',
    description:
      'Runs the service until Ctrl-C or SIGTERM: it then takes no more requests, lets attempts under way end, and closes the database. Each option can stand in an environment variable too (in brackets); options win. At the very first start an admin token is made, and kept beside the database. The log goes to stdout, a line for each unit of work: to read on a terminal, JSON elsewhere.',
    examples: [
      ['tocsin serve', 'on this machine only, with the database in ./data'],
      ['tocsin serve --listen 127.0.0.1:0 --database sqlite:./try-out.db', 'on a free port, somewhere else'],
      [
        'tocsin serve --listen 0.0.0.0:8480 --allow-targets 10.0.0.0/8,*.internal',
        'for others, and allowed to call private addresses of your own',
      ],
    ],
  })
  addSettingOptions(command, settingNames())
  command.option('--json', 'no sentences on stderr; the log on stdout has everything')
  return command.action(() => serve(readSettings(command, context), { context, isQuiet: wantsJson(command) }))
}

export function settingNames(): readonly SettingName[] {
  return Object.keys(SETTINGS).filter((name): name is SettingName => Object.hasOwn(SETTINGS, name))
}

/** Options out of the table of settings, so that there is no second list of them. Values are checked all together. */
export function addSettingOptions(command: Command, names: readonly SettingName[]): void {
  for (const name of names) {
    const setting = SETTINGS[name]
    const { flag, env, help, fallback } = setting
    const standard = fallback === '' ? '' : `, default \`${fallback}\``
    command.addOption(new Option(`${flag} <value>`, `${help} (\`${env}\`${standard})`))
    const file = fileNamesOf(setting)
    if (file)
      command.addOption(
        new Option(`${file.flag} <path>`, `File with the value of \`${flag}\`. (\`${file.env}\`)`),
      )
  }
}

/** Options over environment over defaults. Throws a usage error that lists all mistakes. */
export function readSettings(command: Command, { environment }: CliContext): Config {
  try {
    return readConfig(givenOptions(command), environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw usageError(error.message, ['All settings: tocsin serve --help, or docs/configuration.md'])
  }
}

/** Returns the options that were given, by the name of their setting, or `<name>File`. */
export function givenOptions(command: Command): GivenOptions {
  const valueOf = (flag: string | undefined) => {
    const option = command.options.find(({ long }) => long === flag)
    const value: unknown = option && command.getOptionValue(option.attributeName())
    return typeof value === 'string' ? value : undefined
  }
  return Object.fromEntries(
    settingNames().flatMap((name) => [
      [name, valueOf(SETTINGS[name].flag)],
      [`${name}File`, valueOf(fileNamesOf(SETTINGS[name])?.flag)],
    ]),
  )
}

interface ServeOptions {
  readonly context: CliContext
  readonly isQuiet: boolean
}

async function serve(config: Config, { context, isQuiet }: ServeOptions): Promise<void> {
  // Loaded here, so that commands that only talk to a service start fast.
  const [{ startWhenPossible }, { createLog }] = await Promise.all([
    import('../../start-when-possible.ts'),
    import('../../telemetry/log.ts'),
  ])
  const interrupted = context.untilInterrupted()
  const say = (sentence: string) => {
    if (!isQuiet) context.terminal.err(`${escapeForTerminal(sentence)}\n`)
  }
  const log = createLog(logOptions(config, context))
  const manager = findServiceManager(context.environment, { clock: context.clock, stopping: interrupted })
  try {
    const started = await startWhenPossible({
      app: { config, log, runsLong: true },
      stopping: interrupted,
      onMade: ({ firstAdminToken }) => {
        if (!firstAdminToken) return
        say(`The admin token, made at this first start: ${firstAdminToken.secret}`)
        say(`It is kept in ${firstAdminToken.file}, readable by you alone.`)
      },
      onWaiting: (because, address) => {
        say(`Waiting on ${address} until it can start: ${because}`)
        manager.ready(`Waiting until it can start: ${because}`)
      },
    }).catch((error: unknown) => explainStart(error, config))
    if (!started) return
    const { app, address } = started
    const removeAddress = await leaveAddress(config.dataFolder, address)
    try {
      log.info({ address }, 'service.started')
      say(`Tocsin listens on ${address}; Ctrl-C ends it.`)
      manager.ready(`Listens on ${address}`)
      if (app.firstAdminCode !== undefined) {
        const link = `${config.publicUrl || address}${invitationPath(app.firstAdminCode)}`
        say(`There are no users yet. The first administrator chooses a password here, within a day: ${link}`)
      }
      if (app.firstAdminToken) say('The first five minutes: tocsin help')
      if (!interrupted.aborted) await once(interrupted, 'abort')
      manager.stopping()
      say('Stopping: no more requests, then what is under way …')
    } finally {
      await removeAddress()
      await app.stop()
    }
    log.info({}, 'service.stopped')
  } finally {
    await log.flush()
  }
}

function logOptions({ logLevel, logFormat }: Config, { terminal, clock }: CliContext): LogOptions {
  const isOnTerminal = terminal.columns !== undefined
  const format = logFormat === 'auto' ? (isOnTerminal ? 'text' : 'json') : logFormat
  return { level: logLevel, format, hasColours: terminal.hasColours, clock }
}

/**
 * Explains why the machine refuses to start it (a folder that cannot be written, a port in use): no defect of the
 * program.
 */
function explainStart(error: unknown, config: Config): never {
  if (error instanceof ConfigError) throw usageError(error.message)
  if (isOfListening(error)) return explainListening(error, config)
  const { database } = config
  throw failure(`The service could not start: ${messageOf(error)}`, [databaseHint(database)], error)
}

/** Where a path leads depends on the folder in which the command was given. */
export function databaseHint(database: DatabaseAddress): string {
  const name =
    database.engine === 'sqlite' ? `file is ${resolve(database.file)}` : `is ${describeDatabase(database)}`
  return `The database ${name} (--database, TOCSIN_DATABASE).`
}

function isOfListening(error: unknown): boolean {
  const { syscall = '' } = error as NodeJS.ErrnoException
  return ['listen', 'bind', 'getaddrinfo'].includes(syscall)
}

function explainListening(error: unknown, { listen }: Config): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const address = `${listen.host.includes(':') ? `[${listen.host}]` : listen.host}:${listen.port}`
  const [sentence, hint] = LISTEN_REFUSALS[code] ?? []
  throw failure(
    `The service could not start: ${sentence?.(address) ?? messageOf(error)}`,
    hint === undefined ? [] : [hint],
    error,
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
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
