import { principalKey } from '../../domain/people/principal.ts'
import type { Sender } from '../../intake/reading/dialect.ts'
import type { RouteInput } from '../routes/route.ts'

/** Returns the sender of a request. */
export function senderOf({
  principal,
  address,
}: Pick<RouteInput<unknown, unknown, unknown>, 'principal' | 'address'>): Sender {
  if (!principal) return { caller: '', name: '', address }
  return { caller: principalKey(principal), name: principal.name, address }
}
