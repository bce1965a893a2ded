import type { TSchema } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import { activityPoint } from './activity-wire.ts'
import { CHANGED_KINDS } from './live-update.ts'
import { overviewResource } from './overview-wire.ts'

/** The data of each event of the stream, as JSON. */
const LIVE_EVENTS = {
  overview: overviewResource.schema,
  activity: activityPoint.schema,
  changed: Type.Object(
    { kinds: Type.Array(Type.Enum([...CHANGED_KINDS]), { minItems: 1, uniqueItems: true }) },
    { title: 'ListsChanged', description: 'Lists that may have changed.' },
  ),
  heartbeat: Type.Object({}, { title: 'Heartbeat', description: 'The connection lives.' }),
  problem: Type.Object(
    { message: Type.String({ description: 'Why, in a sentence.' }) },
    { title: 'LiveProblem', description: 'The overview cannot be read.' },
  ),
}

export type LiveEventName = keyof typeof LIVE_EVENTS

/** An event of the stream as its readers get it: its name, and its data as text. */
export const liveEventSchema = Type.Union(
  Object.entries(LIVE_EVENTS).map(([name, data]) => eventSchema(name, data)),
  { title: 'LiveEvent', description: 'One event of the stream.' },
)

function eventSchema(name: string, contentSchema: TSchema): TSchema {
  return Type.Object({
    event: Type.Literal(name),
    data: Type.Unsafe<string>({ type: 'string', contentMediaType: 'application/json', contentSchema }),
  })
}
