import type { Observation } from '../domain/alert.ts'
import { badnessOf } from '../domain/severity.ts'
import type { ObservationAccepted } from '../storage/store.ts'
import type { Intake } from './intake.ts'

/**
 * Takes in a report. Of several alerts that are one here (`Observation.variant`), one often ends as another begins: a
 * warning becomes critical. Their sender lists them in any order, and to take the end first would tell of a clear and a
 * raise. So the worst come first. What it answers is in the order given.
 */
export async function acceptWorstFirst(
  intake: Pick<Intake, 'acceptObservations'>,
  observations: readonly Observation[],
): Promise<readonly ObservationAccepted[]> {
  if (observations[0]?.variant === undefined) return intake.acceptObservations(observations)
  const order = observations
    .map((observation, place) => ({ observation, place }))
    .toSorted((a, b) => badnessOf(b.observation.state) - badnessOf(a.observation.state))
  const accepted = await intake.acceptObservations(order.map(({ observation }) => observation))
  return accepted
    .map((one, index) => ({ one, place: order[index]?.place ?? index }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one)
}
