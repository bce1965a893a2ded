// Every advisory lock of Tocsin, named by two numbers: its class, and what it locks.

/** The first numbers; the second is mostly an id. */
export const LOCK_CLASS = {
  /** Locks that exist once in the cluster. */
  cluster: 7_467_001,
  claim: 7_467_002,
  /** Runs of one job, which get their events one after the other. */
  job: 7_467_003,
  /** Adding deliveries to one event. */
  fallback: 7_467_004,
  /** Adding and renaming people: names are compared, and their number is limited. */
  people: 7_467_005,
} as const

/** The second numbers of `LOCK_CLASS.cluster`. A number never changes: nodes of other releases use it too. */
export const CLUSTER_LOCKS = {
  /** All webhooks: shared by transactions that use them, exclusive for changes of them. */
  webhooks: 0,
  migration: 1,
  partitions: 2,
  /** A starting node, which looks for running ones. */
  start: 3,
  expireAlerts: 10,
  reclaimLeases: 11,
  endOverdue: 12,
  advanceOperations: 13,
  pruneHistory: 14,
  pruneAudit: 15,
  clampDueTimes: 16,
  pruneEarlyClears: 17,
  noteOpenTime: 18,
  createMissingDeliveries: 19,
  escalateToFallbacks: 21,
  createReminders: 22,
  /** Beginning operations, which are counted. */
  startOperation: 20,
} as const
