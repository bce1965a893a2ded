import { defineRoute, type Route } from '../../routes/route.ts'
import { shareOverview, type OverviewReaderDeps } from './overview-reader.ts'
import { overviewResource } from './overview-wire.ts'
import { NO_QUERY } from '../query.ts'
import { streamRoutes, type StreamRoutesDeps } from './stream.ts'

type OverviewRoutesDeps = OverviewReaderDeps & Pick<StreamRoutesDeps, 'authorize' | 'stopping'>

/** Routes for the overview; of all readings there is one. */
export function overviewRoutes(deps: OverviewRoutesDeps): readonly Route[] {
  const overview = shareOverview(deps)
  const getOverview = defineRoute({
    method: 'GET',
    path: '/v1/overview',
    scope: 'deliveries:read',
    id: 'getOverview',
    summary: 'Read the state of the service at a glance',
    description:
      'Covers all nodes. Callers within a second share one response; a response that took long to compute is reused for up to 10 seconds.',
    tag: 'operations',
    query: NO_QUERY,
    responses: { 200: { description: 'The overview.', schema: overviewResource.schema } },
    handler: async () => ({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: overviewResource.toWire(await overview.get()),
    }),
  })
  return [getOverview, ...streamRoutes({ ...deps, readOverview: () => overview.get() })]
}
