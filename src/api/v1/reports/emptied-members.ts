import type { AlertDetails, Emptied } from '../../../domain/alert/alert.ts'

/** Members of the details by members of the body, and by members of the objects in it. */
const MEMBERS = {
  object: { type: 'objectType', name: 'objectName' },
  agent: { id: 'agentId', name: 'agentName' },
  server: { id: 'serverId', name: 'serverName', address: 'serverAddress', port: 'serverPort' },
  database: 'database',
  schema: 'schema',
  package: 'package',
  database_object: 'databaseObject',
  threshold_value: 'thresholdValue',
  parameters: 'parameters',
  info: 'info',
  source_link: 'sourceLink',
  labels: 'labels',
  annotations: 'annotations',
} as const satisfies Readonly<
  Record<string, keyof AlertDetails | Readonly<Record<string, keyof AlertDetails>>>
>

type GivenDetails = Readonly<Partial<Record<keyof typeof MEMBERS, unknown>>>

/** Returns what a clear empties: each member that it gives as null, wholly or in part. */
export function emptiedBy(body: GivenDetails): readonly Emptied[] {
  const names = Object.keys(MEMBERS) as (keyof typeof MEMBERS)[]
  return names.flatMap((name): readonly Emptied[] => {
    const members: string | Readonly<Record<string, keyof AlertDetails>> = MEMBERS[name]
    const given = body[name]
    if (typeof members === 'string')
      return given === null ? [members as keyof AlertDetails] : nullsIn(name, given)
    return Object.entries(members).flatMap(([part, member]) =>
      given === null || partOf(given, part) === null ? [member] : [],
    )
  })
}

/** Returns the labels or annotations that are null; a text has no parts. */
function nullsIn(name: string, given: unknown): readonly Emptied[] {
  if (name !== 'labels' && name !== 'annotations') return []
  return Object.entries(given ?? {}).flatMap(([part, value]): readonly Emptied[] =>
    value === null ? [`${name}.${part}`] : [],
  )
}

function partOf(given: unknown, part: string): unknown {
  return typeof given === 'object' && given !== null ? Reflect.get(given, part) : undefined
}
