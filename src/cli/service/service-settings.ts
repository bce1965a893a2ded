import type { Command } from 'commander'
import { ConfigError, variableNames } from '../../config/config.ts'
import type { Environment } from '../../config/setting.ts'
import { usageError } from '../program/cli-error.ts'
import type { CliContext } from '../program/context.ts'
import { fullName } from '../program/root-command.ts'
import { givenOptions } from './serve.ts'
import { readServiceEnvironment, type ServiceEnvironment } from '../../config/service-environment.ts'

/** Where the settings of a command come from. */
export interface SettingsSource {
  /** The unit and the files that it names; null: the variables of this process. */
  readonly source: string | null
  readonly environment: Environment
  /** The user and the group of the installed service. */
  readonly user?: string | undefined
  readonly group?: string | undefined
}

/**
 * Takes the settings of the installed service if `--service` asks for them, or for root if nothing else is set.
 * Otherwise they are those of this process. Throws a usage error if they are asked for and cannot be read.
 */
export function findSettings(command: Command, { environment }: CliContext): SettingsSource {
  const isAsked = command.opts<{ readonly service?: boolean }>().service === true
  if (!isAsked && !(process.getuid?.() === 0 && isBare(command, environment)))
    return { source: null, environment }
  const found = readUnit(command)
  if (found === undefined) {
    if (isAsked) throw usageError('There is no unit tocsin.service on this machine.')
    return { source: null, environment }
  }
  if (found.mistakes.length > 0) throw usageError(new ConfigError(found.mistakes).message)
  const { HOME, PATH } = environment
  return {
    source: [found.unit, ...found.files].join(', '),
    environment: { HOME, PATH, ...found.environment },
    user: found.user,
    group: found.group ?? found.user,
  }
}

/** Tells whether nothing says which settings are meant. */
export function isBare(command: Command, environment: Environment): boolean {
  return (
    Object.values(givenOptions(command)).every((given) => given === undefined) &&
    [...variableNames()].every((name) => environment[name] === undefined)
  )
}

/** Tells whether there is an installed service, which an ordinary user need not be able to read. */
export function isServiceInstalled(): boolean {
  try {
    return readServiceEnvironment() !== undefined
  } catch {
    return true
  }
}

function readUnit(command: Command): ServiceEnvironment | undefined {
  try {
    return readServiceEnvironment()
  } catch (error) {
    throw usageError(
      `The settings of the service cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      [`Ask as root: sudo ${fullName(command)} --service`],
    )
  }
}
