import type { Observation } from '../domain/alert/alert.ts'
import { badnessOf } from '../domain/alert/severity.ts'
import type { ObservationAccepted } from '../storage/store.ts'
import type { Intake } from './intake.ts'

/**
 * Takes in a report, the worst variants first (`Observation.variant`). One variant often ends as another begins: a
 * warning becomes critical. The sender lists them in any order, and to take the end first would notify of a clear and a
 * raise. Returns in the order given.
 */
export async function acceptInOrder(
  intake: Pick<Intake, 'acceptObservations'>,
  observations: readonly Observation[],
): Promise<readonly ObservationAccepted[]> {
  if (observations.length === 1 || observations[0]?.variant === undefined) {
    return intake.acceptObservations(observations)
  }
  const order = observations
    .map((observation, index) => ({ observation, index }))
    .toSorted((a, b) => badnessOf(b.observation.state) - badnessOf(a.observation.state))
  const results = await intake.acceptObservations(order.map(({ observation }) => observation))
  const accepted: ObservationAccepted[] = []
  for (const [position, { index }] of order.entries()) {
    const result = results[position]
    if (result) accepted[index] = result
  }
  return accepted
}
