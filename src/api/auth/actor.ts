import type { Author } from '../../domain/audit/audit.ts'
import type { Principal } from '../../domain/people/principal.ts'
import { AppError } from '../../domain/errors.ts'
import type { RouteInput } from '../routes/route.ts'

/** Returns who makes the change of a request. `note`: further facts for the audit log, e.g. `through v6`. */
export function actorOf(
  { principal, address }: Pick<RouteInput<unknown, unknown, unknown>, 'principal' | 'address'>,
  note?: string,
): Author {
  return {
    tokenId: principal?.tokenId ?? null,
    userId: principal?.userId ?? null,
    // Only routes that are open to anybody have no principal.
    name: principal?.name ?? 'somebody',
    address,
    ...(note !== undefined && { note }),
  }
}

/** Returns the principal of a route that is not open to everybody. */
export function principalOf({
  principal,
}: Pick<RouteInput<unknown, unknown, unknown>, 'principal'>): Principal {
  if (!principal) throw new AppError('internal', 'This route was called by nobody.')
  return principal
}
