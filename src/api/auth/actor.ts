import type { Author } from '../../domain/audit/audit.ts'
import type { Caller } from '../../domain/people/caller.ts'
import { AppError } from '../../domain/errors.ts'
import type { RouteInput } from '../routes/route.ts'

/** Who makes the change that a request asks for. `note`: what else should be known of it, e.g. `through v6`. */
export function actorOf(
  { caller, address }: Pick<RouteInput<unknown, unknown, unknown>, 'caller' | 'address'>,
  note?: string,
): Author {
  return {
    tokenId: caller?.tokenId ?? null,
    userId: caller?.userId ?? null,
    // Only routes that are open to anybody have callers that nobody knows.
    name: caller?.name ?? 'anybody',
    address,
    ...(note !== undefined && { note }),
  }
}

/** Who calls a route that is not open to anybody. */
export function callerOf({ caller }: Pick<RouteInput<unknown, unknown, unknown>, 'caller'>): Caller {
  if (!caller) throw new AppError('internal', 'This route was called by nobody.')
  return caller
}
