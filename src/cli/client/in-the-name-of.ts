import type { Environment } from '../../config/setting.ts'
import { userName } from '../../config/this-user.ts'
import { CliError } from '../program/cli-error.ts'

/** The option of commands that people read the author of. */
export const AS_OPTION = ['--as <name>', 'who does it (default: your name on this machine)'] as const

/**
 * Makes a request in the name of a person: the one that is given, or who uses this machine. A name that nobody gave is
 * left out if the service refuses it, as one of an earlier release does.
 */
export async function inTheNameOf<Result>(
  given: string | undefined,
  environment: Environment,
  request: (as: string | undefined) => Promise<Result>,
): Promise<Result> {
  if (given !== undefined) return request(given)
  try {
    return await request(environment['SUDO_USER'] || userName())
  } catch (error) {
    if (error instanceof CliError && error.issues.some(({ path }) => path === 'as')) return request(undefined)
    throw error
  }
}
