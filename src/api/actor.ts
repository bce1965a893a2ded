import type { Author } from '../domain/audit.ts'
import type { RouteInput } from './route.ts'

/** Who makes the change that a request asks for. `note`: what else should be known of it, e.g. `through v6`. */
export function actorOf(
  { token, address }: Pick<RouteInput<unknown, unknown, unknown>, 'token' | 'address'>,
  note?: string,
): Author {
  return {
    tokenId: token?.id ?? null,
    // Only routes that are open to anybody have callers without a token.
    name: token?.name ?? 'anybody',
    address,
    ...(note !== undefined && { note }),
  }
}
