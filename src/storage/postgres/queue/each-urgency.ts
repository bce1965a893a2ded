import { URGENCIES } from '../../../domain/delivery/urgency.ts'

/** A row per urgency, by which pending deliveries are found in the order of due times. */
export const EACH_URGENCY = `unnest('{${URGENCIES.join(',')}}'::smallint[]) AS each (urgency)`
