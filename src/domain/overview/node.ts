import type { NodeId } from '../ids.ts'
import type { Instant } from '../instant.ts'

/**
 * Processes that share a database: `api` accepts reports and serves the API, `worker` delivers and does the
 * housekeeping.
 */
export const NODE_ROLES = ['all', 'api', 'worker'] as const

export type NodeRole = (typeof NODE_ROLES)[number]

export interface ServiceNode {
  /** Random, made when the process starts. */
  readonly id: NodeId
  readonly host: string
  readonly role: NodeRole
  readonly version: string
  readonly startedAt: Instant
  /** The last heartbeat. */
  readonly seenAt: Instant
}

/** The interval of heartbeats of a node. */
export const NODE_SEEN_EVERY_MS = 5_000

/** A node without a heartbeat for so long is gone: killed or cut off. */
export const NODE_GONE_AFTER_MS = 60_000

export function delivers(role: NodeRole): boolean {
  return role !== 'api'
}

export function servesApi(role: NodeRole): boolean {
  return role !== 'worker'
}
