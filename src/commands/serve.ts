import { once } from 'node:events'
import { Option } from 'commander'
import { ConfigError, readConfig, readLogSettings, SETTINGS, type Config } from '../config/config.ts'
import { describeOpenSecret, findOpenSecrets } from '../config/open-secrets.ts'
import { fileNamesOf, type GivenOptions } from '../config/given-value.ts'
import { invitationPath } from '../domain/people/invitation.ts'
import type { ClosableLog, LogOptions } from '../telemetry/log.ts'
import { CliError, failure, usageError } from '../../cli/program/cli-error.ts'
import { wantsJson } from '../../cli/client/session.ts'
import { type AnyCommand, type CliContext, TaughtCommand } from '../../cli/program/command.ts'
import { escapeForTerminal } from '../../cli/view/terminal-text.ts'
import type { StartedApp } from '../app/start-when-possible.ts'
import { leaveAddress } from './leave-address.ts'
import { findServiceManager } from './service-manager.ts'
import { explainStart, logFailedStart, SETTINGS_HINT } from './start-failure.ts'
import { commandLine, withCommands } from '../../cli/program/command-line.ts'

type SettingName = keyof typeof SETTINGS

export function defineServe(context: CliContext) {
  const command = new TaughtCommand('serve', {
    summary: 'run the service',
    description:
      'Runs the service until Ctrl-C or SIGTERM: it then takes no more requests, lets attempts under way end, and closes the database. Each option can stand in an environment variable too (in brackets); options win. At the very first start an admin token is made, and kept beside the database. The log goes to stdout, a line for each unit of work: to read on a terminal, JSON elsewhere.',
    examples: {
      'tocsin serve': 'on this machine only, with the database in ./data',
      'tocsin serve --listen 127.0.0.1:0 --database sqlite:./try-out.db': 'on a free port, somewhere else',
      'tocsin serve --listen 0.0.0.0:8480 --allow-targets 10.0.0.0/8,*.internal':
        'for others, and allowed to call private addresses of your own',
    },
  })
  addSettingOptions(command, settingNames())
  command.option('--json', 'no sentences on stderr; the log on stdout has everything')
  return command.action(() => run(command, context))
}

export function settingNames(): readonly SettingName[] {
  return Object.keys(SETTINGS).filter((name): name is SettingName => Object.hasOwn(SETTINGS, name))
}

/** Adds options from the table of settings. Values are checked together later. */
export function addSettingOptions(command: AnyCommand, names: readonly SettingName[]): void {
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

/** Options win over the environment, and that over defaults. Throws a usage error with all mistakes. */
export function readSettings(command: AnyCommand, { environment }: CliContext): Config {
  try {
    return readConfig(givenOptions(command), environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw usageError(withCommands(error.message), [SETTINGS_HINT])
  }
}

/** Returns the given options by the name of their setting, or `<name>File`. */
export function givenOptions(command: AnyCommand): GivenOptions {
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

/** Runs the service to its end. A failed start is logged, also for wrong settings. */
async function run(command: AnyCommand, context: CliContext): Promise<void> {
  const isQuiet = wantsJson(command)
  const { createLog } = await import('../telemetry/log.ts')
  const given = readLogSettings(givenOptions(command), context.environment)
  const log = createLog(logOptions(given, context))
  try {
    const config = readServeSettings(command, context)
    for (const found of findOpenSecrets(givenOptions(command), context.environment))
      log.warn({ file: found.file, because: describeOpenSecret(found) }, 'service.secret_exposed')
    await serve(config, context, log, isQuiet)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    logFailedStart(log, error)
    if (!isQuiet || given.logLevel === 'silent') throw error
    context.exitWith(error.exitCode)
  } finally {
    await log.flush()
  }
}

/** Wrong settings end a start like a port in use, not as a usage mistake. */
function readServeSettings(command: AnyCommand, context: CliContext): Config {
  try {
    return readSettings(command, context)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    throw failure(error.message, error.hints, error.cause)
  }
}

async function serve(config: Config, context: CliContext, log: ClosableLog, isQuiet: boolean): Promise<void> {
  // Loaded here, so that commands that only talk to a service start fast.
  const { startWhenPossible } = await import('../app/start-when-possible.ts')
  const interrupted = context.untilInterrupted()
  const say = (sentence: string) => {
    if (!isQuiet) context.terminal.err(`${escapeForTerminal(sentence)}\n`)
  }
  const manager = findServiceManager(context.environment, context.clock, interrupted)
  let firstAdminToken: Entries['firstAdminToken']
  try {
    const started = await startWhenPossible({
      app: { config, log, runsLong: true },
      stopping: interrupted,
      onMade: (app) => {
        firstAdminToken ??= app.firstAdminToken
      },
      onWaiting: (because, address) => {
        say(`Waiting on ${address} until it can start: ${because}`)
        manager.ready(`Waiting until it can start: ${because}`)
      },
    }).catch((error: unknown) => {
      const failed = explainStart(error, config)
      manager.failed(failed.message)
      throw failed
    })
    if (!started) return
    const { app, address } = started
    const removeAddress = await leaveAddress(config.dataFolder, address)
    try {
      log.info({ address }, 'service.started')
      say(`Tocsin listens on ${address}; Ctrl-C ends it.`)
      manager.ready(`Listens on ${address}`)
      const entries = { firstAdminToken, firstAdminCode: app.firstAdminCode }
      for (const sentence of describeEntries(entries, config, address, context)) say(sentence)
      if (!interrupted.aborted) await once(interrupted, 'abort')
      manager.stopping()
      say('Stopping: no more requests, then what is under way …')
    } finally {
      await removeAddress()
      await app.stop()
    }
    log.info({}, 'service.stopped')
  } finally {
    manager.leave()
  }
}

type Entries = Pick<StartedApp['app'], 'firstAdminToken' | 'firstAdminCode'>

/**
 * Says how the first people sign in. Only a terminal gets token and link: other output is stored and read by
 * others.
 */
function* describeEntries(
  { firstAdminToken, firstAdminCode }: Entries,
  { publicUrl }: Config,
  address: string,
  { terminal }: CliContext,
): Generator<string> {
  if (firstAdminToken) {
    if (terminal.showsProgress) yield `The admin token, made at this first start: ${firstAdminToken.secret}`
    yield `The admin token is kept in ${firstAdminToken.file}, readable by you alone.`
  }
  if (firstAdminCode !== undefined) {
    const link = `${publicUrl || address}${invitationPath(firstAdminCode)}`
    yield terminal.showsProgress
      ? `There are no users yet. The first administrator chooses a password here, within a day: ${link}`
      : `There are no users yet. Make the first administrator with: ${commandLine('user add --name NAME --role admin')}`
  }
  if (firstAdminToken) yield `The first five minutes: ${commandLine('help')}`
}

export function logOptions(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  { terminal, clock }: CliContext,
): LogOptions {
  const isOnTerminal = terminal.columns !== undefined
  const format = logFormat === 'auto' ? (isOnTerminal ? 'text' : 'json') : logFormat
  return { level: logLevel, format, hasColours: terminal.hasColours, clock }
}
