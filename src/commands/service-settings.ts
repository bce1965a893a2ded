import { ConfigError, SETTINGS, variableNames } from '../config/config.ts'
import { fileNamesOf } from '../config/given-value.ts'
import type { Environment } from '../config/setting.ts'
import { messageOf, usageError } from '../../cli/program/cli-error.ts'
import type { AnyCommand, CliContext } from '../../cli/program/command.ts'
import { fullName } from '../../cli/program/root-command.ts'
import { givenOptions, settingNames } from './serve.ts'
import { readServiceEnvironment, type ServiceEnvironment } from '../config/service-environment.ts'
import type { Credential } from '../config/unit-credentials.ts'

export interface SettingsSource {
  /** The unit and its files; null: the variables of this process. */
  readonly source: string | null
  readonly environment: Environment
  readonly user?: string | undefined
  readonly group?: string | undefined
  /** Files that the service gets in the folder `CREDENTIALS`. */
  readonly credentials?: (() => readonly Credential[]) | undefined
}

/**
 * Takes the installed service's settings with `--service`, or for root if nothing else is set; else this
 * process's. Throws a usage error if `--service` finds none to read.
 */
export function findSettings(command: AnyCommand, { environment }: CliContext): SettingsSource {
  const isAsked = command.getOptionValue('service') === true
  if (!isAsked && !(process.getuid?.() === 0 && isBare(command, environment)))
    return { source: null, environment }
  const found = readUnit(command)
  if (found === undefined) {
    if (isAsked) throw usageError('There is no unit tocsin.service on this machine.')
    return { source: null, environment }
  }
  giveOptions(command, found.options)
  if (found.mistakes.length > 0) throw usageError(new ConfigError(found.mistakes).message)
  const { HOME, PATH } = environment
  return {
    source: [found.unit, ...found.files].join(', '),
    environment: { HOME, PATH, ...found.environment },
    user: found.user,
    group: found.group ?? found.user,
    credentials: found.credentials,
  }
}

/** Takes the unit's options, except where the command has its own. */
function giveOptions(command: AnyCommand, words: readonly string[]): void {
  const rest = [...words]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [flag = '', ...value] = word.split('=')
    if (flag === '--json') continue
    if (!FLAGS.has(flag))
      throw usageError(`ExecStart of the unit has ${flag}, which tocsin serve does not know.`)
    const text = value.length > 0 ? value.join('=') : rest.shift()
    if (text === undefined) throw usageError(`ExecStart of the unit has ${flag} without a value.`)
    const name = command.options.find(({ long }) => long === flag)?.attributeName()
    if (name !== undefined && command.getOptionValue(name) === undefined) command.setOptionValue(name, text)
  }
}

const FLAGS: ReadonlySet<string> = new Set(
  settingNames().flatMap((name) => [SETTINGS[name].flag, fileNamesOf(SETTINGS[name])?.flag ?? []].flat()),
)

/** Tells whether nothing says which settings are meant. */
export function isBare(command: AnyCommand, environment: Environment): boolean {
  return (
    Object.values(givenOptions(command)).every((given) => given === undefined) &&
    [...variableNames()].every((name) => environment[name] === undefined)
  )
}

/** An ordinary user need not be able to read the installed service's files. */
export function isServiceInstalled(): boolean {
  try {
    return readServiceEnvironment() !== undefined
  } catch {
    return true
  }
}

function readUnit(command: AnyCommand): ServiceEnvironment | undefined {
  try {
    return readServiceEnvironment()
  } catch (error) {
    throw usageError(`The settings of the service cannot be read: ${messageOf(error)}`, [
      `Ask as root: sudo ${fullName(command)} --service`,
    ])
  }
}
