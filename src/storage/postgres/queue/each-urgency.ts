import { URGENCIES } from '../../../domain/delivery/urgency.ts'

/**
 * A row for each urgency: what is pending is found by that, in the order of its due times, and so for one after the
 * other.
 */
export const EACH_URGENCY = `unnest('{${URGENCIES.join(',')}}'::smallint[]) AS each (urgency)`
