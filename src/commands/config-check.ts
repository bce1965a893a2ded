import { readLogSettings, SETTINGS, variableNames, type Config } from '../config/config.ts'
import { describeDatabase } from '../config/database-address.ts'
import { findGiven, findNearSettings } from '../config/given-value.ts'
import { describeOpenSecret, findOpenSecrets } from '../config/open-secrets.ts'
import { printJson, wantsJson } from '../../cli/client/session.ts'
import { messageOf, CliError, usageError } from '../../cli/program/cli-error.ts'
import { type AnyCommand, type CliContext, defineNoun, TaughtCommand } from '../../cli/program/command.ts'
import { withCommands } from '../../cli/program/command-line.ts'
import { Screen } from '../../cli/view/screen.ts'
import { addSettingOptions, givenOptions, logOptions, readSettings, settingNames } from './serve.ts'
import { findSettings, isServiceInstalled, type SettingsSource } from './service-settings.ts'
import { CREDENTIALS, writeCredentials, type Credential } from '../config/unit-credentials.ts'
import { logFailedStart } from './start-failure.ts'

export const defineConfig = defineNoun('config', {
  summary: 'check the settings of the service',
  description:
    'The settings of `tocsin serve` stand in options, in variables, and, for secrets, in files. `tocsin serve --help` lists them.',
  examples: { 'tocsin config check': 'what is set, and from where' },
  verbs: (context) => [defineCheck(context)],
})

function defineCheck(context: CliContext) {
  const bare = new TaughtCommand('check', {
    summary: 'say which settings are set from where, and what is wrong with them',
    description:
      'Reads the settings as `tocsin serve` does, with the same options, variables and files, and starts nothing. With --service it reads what the installed unit and its drop-ins give to the service: variables, environment files, options of ExecStart, credentials (LoadCredential, SetCredential) and the user; so it does for root if the unit is there and nothing else is set. Secrets are not shown. Exit codes: 0 the service would take these settings; 2 there are mistakes, which are listed.',
    examples: {
      'tocsin config check': 'what is not as by default',
      'tocsin config check --all': 'every setting',
      'tocsin config check --service': 'as root: what the installed service would read',
      'tocsin config check --admin-token-file /run/secrets/tocsin': 'with options of tocsin serve',
    },
  })
  addSettingOptions(bare, settingNames())
  const command = bare
    .option('--service', 'the settings of the installed service, tocsin.service')
    .option('--all', 'settings with their default too')
    .option('--quiet', 'print nothing if they are valid, and log mistakes as the service does')
    .option('--json', 'print JSON, for programs')
  return command.action(({ all, quiet }) => check(command, context, all, quiet))
}

async function check(command: AnyCommand, context: CliContext, all = false, quiet = false): Promise<void> {
  try {
    const { source, environment } = findSource(command, context)
    const settings = await readAll(command, { ...context, environment })
    if (quiet) return
    const shown = all ? settings : settings.filter(({ from }) => from !== DEFAULT)
    const warnings = [
      ...findNearSettings(environment, variableNames()),
      ...findOpenSecrets(givenOptions(command), environment).map(describeOpenSecret),
    ]
    if (wantsJson(command)) return printJson(context, JSON.stringify({ source, settings: shown, warnings }))
    const screen = new Screen(context.terminal)
    if (source !== null) screen.line(`As ${source} gives them to the service:`)
    if (shown.length > 0) screen.table(COLUMNS, shown)
    for (const warning of warnings) screen.line({ text: warning, tone: 'warn' })
    const rest = all ? '' : ' All others have their default: --all shows them.'
    screen.line(`The settings are valid.${rest}`)
    if (source === null && context.environment['INVOCATION_ID'] === undefined && isServiceInstalled())
      screen.line(withCommands(OTHER_SERVICE))
  } catch (error) {
    if (!quiet || !(error instanceof CliError)) throw error
    await logMistakes(error, command, context)
    context.exitWith(error.exitCode)
  }
}

const OTHER_SERVICE =
  'These are the settings of a service that you start yourself. What the installed one would read: sudo tocsin config check --service'

async function readAll(command: AnyCommand, context: CliContext): Promise<readonly DescribedSetting[]> {
  const config = readSettings(command, context)
  const { readCertificate } = await import('../housekeeping/watch-certificate.ts')
  await readCertificate(config).catch((error: unknown) => {
    throw usageError(messageOf(error))
  })
  return describeSettings(command, context, config)
}

/** Logs what the service would log, for a check before its start. */
async function logMistakes(error: CliError, command: AnyCommand, context: CliContext): Promise<void> {
  const { createLog } = await import('../telemetry/log.ts')
  const given = readLogSettings(givenOptions(command), context.environment)
  const log = createLog(logOptions(given, context))
  logFailedStart(log, error)
  await log.flush()
}

/** Finds the settings and becomes the service's user, to test which files it can read. */
function findSource(command: AnyCommand, context: CliContext): SettingsSource {
  const found = findSettings(command, context)
  const { user, group = user } = found
  const credentials = readSecrets(found)
  if (user !== undefined) becomeUser(user, group ?? user)
  if (credentials.length === 0) return found
  const folder = writeCredentials(credentials)
  const inFolder = (text: string | undefined) => text?.replaceAll(CREDENTIALS, folder)
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName())
    if (typeof value === 'string') command.setOptionValue(option.attributeName(), inFolder(value))
  }
  const environment = Object.entries(found.environment).map(([name, value]) => [name, inFolder(value)])
  return { ...found, environment: Object.fromEntries(environment) }
}

function readSecrets({ credentials }: SettingsSource): readonly Credential[] {
  try {
    return credentials?.() ?? []
  } catch (error) {
    throw usageError(`The unit cannot be started: ${messageOf(error)}`)
  }
}

/** Root reads all files, and would see no mistake. */
function becomeUser(name: string, group: string): void {
  if (process.getuid?.() !== 0) return
  try {
    WITH_GROUPS.initgroups?.(name, group)
    process.setegid?.(group)
    process.seteuid?.(name)
  } catch {
    throw usageError(`The unit runs the service as the user "${name}", which is not there.`)
  }
}

const WITH_GROUPS = process as NodeJS.Process & {
  readonly initgroups?: (user: string, group: string) => void
}

const DEFAULT = 'default'

interface DescribedSetting {
  readonly name: string
  readonly value: string
  readonly from: string
}

const COLUMNS = [
  { title: 'SETTING', cell: ({ name }: DescribedSetting) => name },
  { title: 'VALUE', cell: ({ value }: DescribedSetting) => value, shrinks: true },
  { title: 'FROM', cell: ({ from }: DescribedSetting) => from, shrinks: true },
]

function describeSettings(
  command: AnyCommand,
  { environment }: CliContext,
  config: Config,
): readonly DescribedSetting[] {
  const options = givenOptions(command)
  return settingNames().map((name) => {
    const { text, by, file } = findGiven(name, SETTINGS[name], { options, environment })
    const from = by === null ? DEFAULT : file === undefined ? by : `${file} (${by})`
    return { name: SETTINGS[name].env, value: shownValue(name, text, config), from }
  })
}

function shownValue(name: keyof typeof SETTINGS, text: string, { database, dataFolder }: Config): string {
  if (name === 'database') return describeDatabase(database)
  if (name === 'dataFolder') return dataFolder
  return 'secret' in SETTINGS[name] && text !== '' ? '(secret)' : text
}
