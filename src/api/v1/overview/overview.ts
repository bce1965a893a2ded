import type { ApiDeps } from '../../deps/api-deps.ts'
import { defineRoute, type Route } from '../../routes/route.ts'
import { shareOverview } from './overview-reader.ts'
import { overviewResource } from './overview-wire.ts'
import { principalKey } from '../../../domain/people/principal.ts'
import { principalOf } from '../../auth/actor.ts'
import type { Authorize } from '../../auth/authenticate.ts'
import { CHANGED_KINDS, liveEventSchema } from './live-update.ts'
import { LISTENERS_MAX, LISTENERS_PER_PRINCIPAL_MAX, LiveStream, type LiveStreamDeps } from './live-stream.ts'

const STREAM = { path: '/v1/stream', scope: 'deliveries:read' } as const

const DESCRIPTION = `Server-sent events, of all nodes together: \`overview\` with the body of \`/v1/overview\`, at the beginning and after each change, once a second at most; \`activity\` with a point of \`/v1/activity\`, the present minute or the one before, every two seconds while they change; \`changed\` with \`{"kinds": […]}\`, any of ${CHANGED_KINDS.map((kind) => `\`${kind}\``).join(', ')}: lists that may have changed and should be read again; \`problem\` with \`{"message": "…"}\` when the overview cannot be read. Events are not repeated, and not kept for a listener that reconnects. After two seconds without another event comes \`heartbeat\` with \`{}\`. The stream ends when its token is no longer valid (checked every minute; listening does not keep a session open), when the service stops, and when the reader is more than 256 KiB behind. At most ${LISTENERS_MAX} listeners per node, and ${LISTENERS_PER_PRINCIPAL_MAX} of them per user or token.`

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Prevents buffering by nginx and other proxies.
  'x-accel-buffering': 'no',
  // Closes the connection, so that a stop of the service does not wait for its reader.
  connection: 'close',
}

/** Returns the routes of the overview, which share one reading. */
export function overviewRoutes(deps: ApiDeps): readonly Route[] {
  const overview = shareOverview(deps)
  const getOverview = defineRoute({
    route: 'GET /v1/overview',
    scope: 'deliveries:read',
    id: 'getOverview',
    summary: 'Read the state of the service at a glance',
    description:
      'Covers all nodes. Callers within a second share one response; a response that took long to compute is reused for up to 10 seconds.',
    responses: { 200: ['The overview.', overviewResource.schema] },
    handler: async () => ({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: overviewResource.toWire(await overview.get()),
    }),
  })
  return [getOverview, ...streamRoutes({ ...deps, readOverview: () => overview.get() })]
}

interface StreamRoutesDeps extends LiveStreamDeps {
  readonly authorize: Authorize
}

function streamRoutes(deps: StreamRoutesDeps): readonly Route[] {
  const live = new LiveStream(deps)
  const getStream = defineRoute({
    route: `GET ${STREAM.path}`,
    scope: STREAM.scope,
    id: 'getStream',
    summary: 'Listen to changes',
    description: DESCRIPTION,
    isUnattended: true,
    responses: {
      200: {
        description: 'The stream; the schema is that of each event.',
        contentType: 'text/event-stream',
        schema: liveEventSchema,
      },
      429: 'You have too many listeners.',
    },
    handler: async (input) => ({
      status: 200,
      headers: HEADERS,
      stream: live.listen({
        principal: principalKey(principalOf(input.principal)),
        authorize: () => deps.authorize(STREAM, input),
      }),
    }),
  })
  return [getStream]
}
