import { Option, type Command } from 'commander'
import { ConfigError, readConfig, SETTINGS, type Config } from '../config.ts'
import { failure, usageError } from './cli-error.ts'
import { wantsJson } from './client-command.ts'
import type { CliContext } from './context.ts'
import { TaughtCommand } from './taught-command.ts'
import { escapeForTerminal } from './terminal-text.ts'

type SettingName = keyof typeof SETTINGS

export function defineServe(context: CliContext): Command {
  const command = new TaughtCommand('serve', {
    summary: 'run the service',
    description:
      'Runs the service until Ctrl-C or SIGTERM: it then takes no more requests, lets attempts under way end, and closes the database. Each option can stand in an environment variable too (in brackets); options win. At the very first start an admin token is made, and kept beside the database. The log goes to stdout, a line of JSON for each unit of work.',
    examples: [
      ['tocsin serve', 'on this machine only, with the database in ./data'],
      [
        'tocsin serve --listen 127.0.0.1:0 --database sqlite:/tmp/try-out.db',
        'on a free port, somewhere else',
      ],
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
    const { flag, env, help, fallback } = SETTINGS[name]
    const standard = fallback === '' ? '' : `, default \`${fallback}\``
    command.addOption(new Option(`${flag} <value>`, `${help} (\`${env}\`${standard})`))
  }
}

/** Options over environment over defaults. Throws a usage error that lists all mistakes. */
export function readSettings(command: Command, { environment }: CliContext): Config {
  const flags = settingNames().map((name) => {
    const option = command.options.find(({ long }) => long === SETTINGS[name].flag)
    const value: unknown = option && command.getOptionValue(option.attributeName())
    return [name, typeof value === 'string' ? value : undefined] as const
  })
  try {
    return readConfig(Object.fromEntries(flags), environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw usageError(error.message, ['All settings: tocsin serve --help, or docs/configuration.md'])
  }
}

interface ServeOptions {
  readonly context: CliContext
  readonly isQuiet: boolean
}

async function serve(config: Config, { context, isQuiet }: ServeOptions): Promise<void> {
  // Loaded here, so that commands that only talk to a service start fast.
  const [{ createApp }, { createLog }, { releaseStartupMemory }] = await Promise.all([
    import('../app.ts'),
    import('../log.ts'),
    import('../release-startup-memory.ts'),
  ])
  const interrupted = context.untilInterrupted()
  const say = (sentence: string) => {
    if (!isQuiet) context.terminal.err(`${escapeForTerminal(sentence)}\n`)
  }
  const log = createLog(config.logLevel)
  try {
    const app = await createApp({ config, log }).catch((error: unknown) => explainStart(error))
    try {
      const address = await app.start().catch((error: unknown) => explainStart(error))
      releaseStartupMemory()
      log.info({ address }, 'service.started')
      say(`Tocsin listens on ${address}; Ctrl-C ends it.`)
      if (app.firstAdminToken) {
        say(`The admin token, made at this first start: ${app.firstAdminToken.secret}`)
        say(`It is kept in ${app.firstAdminToken.file}, readable by you alone.`)
        say('The first five minutes: tocsin help')
      }
      if (!interrupted.aborted) await new Promise((resolve) => interrupted.addEventListener('abort', resolve))
      say('Stopping: no more requests, then what is under way …')
    } finally {
      await app.stop()
    }
    log.info({}, 'service.stopped')
  } finally {
    log.flush()
  }
}

/** What the machine refuses (a port in use, a folder that cannot be written) is no fault of the program. */
function explainStart(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const hints =
    code === 'EADDRINUSE' ? ['Another program listens there; take another port with --listen.'] : []
  throw failure(`The service could not start: ${message}`, hints, error)
}
