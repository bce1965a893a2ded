import type { Observation } from '../domain/alert/alert.ts'
import { badnessOf } from '../domain/alert/severity.ts'
import type { ObservationAccepted } from '../storage/store.ts'
import type { Intake } from './intake.ts'

/**
 * Alerts in a dialect of others that are taken in together: what is known of each is read and written with it, however
 * little is said of it. Behind a part others have their turn at the database.
 */
export const PART_MAX = 300

/**
 * Takes in a report, part by part: should one fail, those before it stay, and their sender tells all of it again.
 *
 * Of several alerts that are one here (`Observation.variant`), one often ends as another begins: a warning becomes
 * critical. Their sender lists them in any order, and to take the end first would tell of a clear and a raise. So the
 * worst come first. What it answers is in the order given.
 */
export function acceptInParts(
  intake: Pick<Intake, 'acceptObservations'>,
  observations: readonly Observation[],
): Promise<readonly ObservationAccepted[]> {
  return observations.length === 1
    ? intake.acceptObservations(observations)
    : acceptSeveral(intake, observations)
}

async function acceptSeveral(
  intake: Pick<Intake, 'acceptObservations'>,
  observations: readonly Observation[],
): Promise<readonly ObservationAccepted[]> {
  const order = observations.map((observation, place) => ({ observation, place }))
  if (observations[0]?.variant !== undefined) {
    order.sort((a, b) => badnessOf(b.observation.state) - badnessOf(a.observation.state))
  }
  const accepted: ObservationAccepted[] = []
  for (let start = 0; start < order.length; start += PART_MAX) {
    const part = order.slice(start, start + PART_MAX)
    const results = await intake.acceptObservations(part.map(({ observation }) => observation))
    for (const [index, { place }] of part.entries()) {
      const result = results[index]
      if (result) accepted[place] = result
    }
  }
  return accepted
}
