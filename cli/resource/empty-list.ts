import { ask, type Session } from '../client/session.ts'
import { CliError } from '../program/cli-error.ts'
import { type ApiPath, asObject } from '../view/response.ts'
import { withCommands } from '../program/command-line.ts'
import type { AnyCommand } from '../program/command.ts'

export interface EmptyWords {
  readonly noun: readonly [one: string, many: string]
  readonly remedy?: string
  /** Says what the list leaves out by default. */
  readonly leftOut?: string
}

const NAMED = {
  webhook: { noun: 'webhook', path: '/v1/webhooks/{id}' },
  alert: { noun: 'alert', path: '/v1/alerts/{id}' },
  event: { noun: 'event', path: '/v1/events/{id}' },
  delivery: { noun: 'delivery', path: '/v1/deliveries/{id}' },
} as const satisfies Record<string, { readonly noun: string; readonly path: ApiPath }>

const ORDERING: ReadonlySet<string> = new Set(['order', 'longest'])

/**
 * Says why a list is empty: nothing is there, nothing fits, or an option names something missing. `filter`:
 * options that choose items.
 */
export async function describeEmpty(
  session: Session,
  path: string,
  words: EmptyWords,
  command: AnyCommand,
  filter: readonly string[],
): Promise<string> {
  const [one, many] = words.noun
  if (command.getOptionValue('cursor') !== undefined) return `No ${one} follows this cursor.`
  const given = filter.filter((name) => !ORDERING.has(name) && command.getOptionValueSource(name) === 'cli')
  const missing = await findMissing(
    session,
    Object.fromEntries(given.map((name) => [name, command.getOptionValue(name)])),
  )
  if (missing !== undefined) return missing
  const hasOthers = (given.length > 0 || words.leftOut !== undefined) && (await hasAny(session, path))
  if (!hasOthers) return `There are no ${many}. ${withCommands(words.remedy ?? '')}`.trimEnd()
  if (given.length === 0) return words.leftOut ?? ''
  return `No ${one} fits ${given.map((name) => spell(command, name)).join(' ')}; there are others.`
}

/** Names the ids that the service does not have. */
export async function findMissing(
  session: Session,
  ids: Readonly<Partial<Record<string, unknown>>>,
): Promise<string | undefined> {
  for (const [name, { noun, path }] of Object.entries(NAMED)) {
    const id = ids[name]
    if (id === undefined) continue
    try {
      await ask(session.client, 'GET', path, { id: String(id) })
    } catch (error) {
      // Without permission to read, it says nothing.
      if (error instanceof CliError && error.status === 404) return `There is no ${noun} ${id}.`
    }
  }
  return undefined
}

async function hasAny({ client }: Session, path: string): Promise<boolean> {
  const { json } = await client.send({ method: 'GET', path, query: { limit: '1' } })
  const { items } = asObject(json)
  return Array.isArray(items) && items.length > 0
}

function spell(command: AnyCommand, name: string): string {
  const long = command.options.find((option) => option.attributeName() === name)?.long ?? name
  const value: unknown = command.getOptionValue(name)
  return value === true ? long : `${long} ${String(value)}`
}
