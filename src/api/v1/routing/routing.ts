import type { ApiDeps } from '../../deps/api-deps.ts'
import { type Route, defineRoute } from '../../routes/route.ts'
import { previewMatch } from './match-preview.ts'
import { testRouting } from './routing-test.ts'
import { MATCH_FIELDS, type NamedField } from '../../../domain/matching/match.ts'
import { collectValues, frequentValues } from '../../../domain/matching/match-findings.ts'
import { PAYLOAD_TYPES } from '../../../domain/webhook/webhook.ts'
import { Type } from '../../routes/schema-builder.ts'
import { defineQuery, oneOf } from '../query.ts'
import { PREVIEWED_MAX, readRecentEvents } from './recent-events.ts'

/** Fields that are listed, the most frequent ones. */
const FIELDS_MAX = 200
const VALUES_MAX = 50

const query = defineQuery({
  payloadType: oneOf('payload_type', PAYLOAD_TYPES, 'Fields of alerts (default) or of job runs.'),
})

const seenSchema = Type.Object(
  {
    fields: Type.Array(
      Type.Object({
        field: Type.String({ description: 'As matchers name it, e.g. `label.team`.' }),
        values: Type.Array(Type.String(), {
          maxItems: VALUES_MAX,
          description: `The ${VALUES_MAX} values that most events have, the most frequent first.`,
        }),
      }),
      { maxItems: FIELDS_MAX },
    ),
  },
  { title: 'SeenValues' },
)

/** Returns the routes that say who would be notified. */
export function routingRoutes(deps: ApiDeps): readonly Route[] {
  return [previewMatch(deps), testRouting(deps), listSeenValues(deps)]
}

/** Lists the fields and values of recent events, for writing matchers. */
function listSeenValues({ store, clock }: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/routing/values',
    scope: 'deliveries:read',
    id: 'listSeenValues',
    summary: 'List the fields and values that events had lately',
    description: `Reads the last ${PREVIEWED_MAX} changes of alerts, or job runs.`,
    query: query.schema,
    responses: { 200: { description: 'Fields with their values.', schema: seenSchema } },
    handler: async (input) => {
      const { payloadType = 'ALERT' } = query.parse(input.query)
      const { read } = await readRecentEvents(store, clock, payloadType === 'ALERT' ? 'alert' : 'job_run')
      const seen = collectValues(read)
      const named = Object.keys(MATCH_FIELDS).filter((field) =>
        (MATCH_FIELDS[field as NamedField] as readonly string[]).includes(payloadType),
      )
      const others = [...seen.keys()].filter((field) => field.includes('.')).toSorted()
      const fields = [...named, ...others].slice(0, FIELDS_MAX)
      return {
        status: 200,
        body: { fields: fields.map((field) => ({ field, values: frequentValues(seen, field, VALUES_MAX) })) },
      }
    },
  })
}
