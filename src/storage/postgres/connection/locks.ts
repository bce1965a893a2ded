// Every advisory lock of Tocsin. Two numbers name one: its class, and what of it is locked.

/** The first numbers. The second one says what is locked, an id mostly; of `cluster` it is one of `CLUSTER_LOCKS`. */
export const LOCK_CLASS = {
  /** The lock that exists once for the whole cluster. */
  cluster: 7_467_001,
  /** Claiming deliveries of one webhook. */
  claim: 7_467_002,
  /** Taking in runs of one job: they get their events one after the other. */
  job: 7_467_003,
  /** Adding deliveries of one event to those that it has. */
  fallback: 7_467_004,
  /** Adding and renaming people: their names are compared, and their number has a limit. */
  people: 7_467_005,
} as const

/** The second numbers of `LOCK_CLASS.cluster`. A number stays with its lock: nodes of other releases hold it too. */
export const CLUSTER_LOCKS = {
  /**
   * The set of webhooks: shared by transactions that notify them and move their deliveries, held alone by what
   * changes them.
   */
  webhooks: 0,
  migration: 1,
  /** Making and dropping the days of history. */
  partitions: 2,
  /** A node that begins, and looks for others that are at work. */
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
  /** Noting that reports can come in: what is known is read and written. */
  noteOpenTime: 18,
  createMissingDeliveries: 19,
  escalateToFallbacks: 21,
  /** Beginning an operation: two that begin at once are counted one after the other. */
  startOperation: 20,
} as const
