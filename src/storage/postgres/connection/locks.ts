// Every advisory lock of Tocsin, named by two numbers: its class, and what it locks.

/** The first numbers; the second is mostly an id, for `cluster` one of `CLUSTER_LOCKS`. */
export const LOCK_CLASS = {
  /** Locks that exist once in the cluster. */
  cluster: 7_467_001,
  /** Claiming deliveries of one webhook. */
  claim: 7_467_002,
  /** Taking in runs of one job: they get their events one after the other. */
  job: 7_467_003,
  /** Adding deliveries to one event. */
  fallback: 7_467_004,
  /** Adding and renaming people: names are compared, and their number is limited. */
  people: 7_467_005,
} as const

/** The second numbers of `LOCK_CLASS.cluster`. A number never changes: nodes of other releases use it too. */
export const CLUSTER_LOCKS = {
  /**
   * All webhooks: shared by transactions that notify them or move their deliveries, exclusive for changes of
   * webhooks.
   */
  webhooks: 0,
  migration: 1,
  /** Making and dropping the partitions of history. */
  partitions: 2,
  /** A starting node, which looks for running ones. */
  start: 3,
  // Tasks of housekeeping, each done by one node at a time.
  expireAlerts: 10,
  reclaimLeases: 11,
  endOverdue: 12,
  advanceOperations: 13,
  pruneHistory: 14,
  pruneAudit: 15,
  clampDueTimes: 16,
  pruneEarlyClears: 17,
  /** Noting that reports can come in, which reads and writes. */
  noteOpenTime: 18,
  createMissingDeliveries: 19,
  escalateToFallbacks: 21,
  /** Beginning operations, so that they are counted one after the other. */
  startOperation: 20,
} as const
