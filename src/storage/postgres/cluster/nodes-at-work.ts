import { NODE_GONE_AFTER_MS } from '../../../domain/overview/node.ts'

export interface NodeAtWork {
  readonly host: string
  readonly version: string
  /** Since it last said that it is alive. */
  readonly age_s: number
}

/** Selects the nodes that count as alive by the server's time, the one seen last first. */
export const NODES_AT_WORK = `SELECT host, version, greatest(0, age_ms / 1000)::integer AS age_s FROM (
    SELECT host, version, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - seen_at AS age_ms FROM nodes) AS seen
  WHERE age_ms < ${NODE_GONE_AFTER_MS} ORDER BY age_ms`

/** A node that was killed cannot say that it is gone; after a while it counts as that. */
export const KILLED_COUNTS_AS_GONE = `One that was killed counts as gone after ${NODE_GONE_AFTER_MS / 1000} seconds.`
