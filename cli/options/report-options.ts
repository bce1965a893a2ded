import type { Command, OptionValues } from '@commander-js/extra-typings'
import { isObject } from '../../src/domain/json-object.ts'
import { withoutUndefined, type Defined } from '../../src/domain/without-undefined.ts'
import { asObject } from '../view/response.ts'
import { parseLabels } from './option-values.ts'
import { failure, usageError } from '../program/cli-error.ts'
import type { AnyCommand, CliContext, OptionsOf } from '../program/command.ts'
import { readTextFile } from './files.ts'

/** The API's limit for one request. */
const REPORTS_MAX = 1000
/** The service's limit is a setting of at most 64 MB. */
const FILE_BYTES_MAX = 64 * 1024 ** 2

export function addLocationOptions<Args extends unknown[], Given extends OptionValues>(
  command: Command<Args, Given>,
) {
  return command
    .option('--server <name>', 'database server')
    .option('--server-id <id>', 'its id in the monitor')
    .option('--server-address <host>', 'its address')
    .option('--server-port <port>', 'its port')
    .option('--database <name>', 'database')
    .option('--agent <name>', 'agent that watches it')
    .option('--agent-id <id>', "the agent's id")
    .option('--label <key=value>', 'a label; may stand several times', parseLabels)
    .option('--source <name>', 'who says so (default: api); keys are unique within a source')
}

export function toLocationMembers(options: OptionsOf<typeof addLocationOptions<[], {}>>) {
  const { source, database, label } = options
  return withoutUndefined({
    source,
    agent: objectOf({ id: options.agentId, name: options.agent }),
    server: objectOf({
      id: options.serverId,
      name: options.server,
      address: options.serverAddress,
      port: options.serverPort,
    }),
    database,
    labels: label,
  })
}

/** Returns the members with a value; undefined: none. */
export function objectOf<Members extends object>(members: Members): Defined<Members> | undefined {
  const present = withoutUndefined(members)
  return Object.keys(present).length === 0 ? undefined : present
}

/** Reads one report or an array from a JSON file or stdin. Throws a CliError. */
export async function readReports<Report extends object>(
  path: string,
  { terminal }: CliContext,
): Promise<readonly Report[]> {
  const text = await readTextFile(path, { option: '--file', terminal, bytesMax: FILE_BYTES_MAX })
  const input = path === '-' ? 'What came on stdin' : path
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw failure(`${input} is not valid JSON: ${error instanceof Error ? error.message : ''}`, [], error)
  }
  const reports: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (reports.length === 0) throw failure(`${input} holds an empty array: there is nothing to send.`)
  if (reports.length > REPORTS_MAX) {
    throw failure(
      `${input} holds ${reports.length} entries; one request takes ${REPORTS_MAX}. Split the file.`,
    )
  }
  const wrong = reports.findIndex((report) => !isObject(report))
  if (wrong >= 0) throw failure(`${input} must hold JSON objects, but entry ${wrong} is none.`)
  return reports.map((report) => asObject(report) as Report)
}

/** Checks that --file stands alone, or the required options are given. Throws a usage error. */
export function checkReportOptions(command: AnyCommand, required: readonly string[]): void {
  const given = command.options
    .filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli')
    .filter(({ helpGroupHeading }) => helpGroupHeading === undefined)
    .map(({ long }) => long ?? '')
  if (given.includes('--file')) {
    const other = given.find((flag) => flag !== '--file')
    if (other !== undefined)
      throw usageError(`With --file everything stands in the file; ${other} cannot be given too.`)
    return
  }
  const missing = required.filter((flag) => !given.includes(flag))
  if (missing.length > 0) {
    throw usageError(
      `${missing.join(', ')} must be given${missing.length > 1 ? ' (all of them)' : ''}, or --file.`,
    )
  }
}
