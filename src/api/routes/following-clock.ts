import type { Route } from './route.ts'

interface Deps {
  readonly openIntake: { readonly followClock: () => Promise<void> }
}

/**
 * Lets the database follow a step of the clock before a silence is written: a step moves what was written by the
 * clock as it was before it, and nothing else.
 */
export function followingClock(routes: readonly Route[], deps: Deps): readonly Route[] {
  return routes.map((route) => {
    if (route.scope !== 'silences:write') return route
    const handler: Route['handler'] = async (input) => {
      await deps.openIntake.followClock()
      return route.handler(input)
    }
    return { ...route, handler }
  })
}
