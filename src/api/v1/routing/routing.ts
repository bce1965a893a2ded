import type { Route } from '../../routes/route.ts'
import { previewMatch, type MatchPreviewDeps } from './match-preview.ts'
import { testRouting, type RoutingTestDeps } from './routing-test.ts'
import { listSeenValues } from './seen-values.ts'

/** Routes that say who would be notified, before anything is stored. */
export function routingRoutes(deps: MatchPreviewDeps & RoutingTestDeps): readonly Route[] {
  return [previewMatch(deps), testRouting(deps), listSeenValues(deps)]
}
