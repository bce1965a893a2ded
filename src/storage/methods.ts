import type { StoreMethods } from './store.ts'

/** Runs beside the others, in pieces, and each engine has its own way. */
export type MethodName = Exclude<keyof StoreMethods, 'backup'>

/**
 * Every verb, and whether it writes. From this follow the calls to the engine of SQLite, which of them need no commit
 * there, and which of the records PostgreSQL reads without a transaction that could write.
 */
export const METHODS = {
  createWebhook: 'write',
  listWebhooks: 'read',
  findWebhook: 'read',
  changeWebhook: 'write',
  deleteWebhook: 'write',
  applyWebhooks: 'write',
  rotateSigningSecret: 'write',
  removeSigningSecrets: 'write',
  catchUpDeliveries: 'write',
  resyncWebhook: 'write',
  previewModeChange: 'read',
  createMissingDeliveries: 'write',
  escalateToFallbacks: 'write',
  listReceiverStates: 'read',
  listReceiverStatesOf: 'read',
  countReceiverStates: 'read',
  countOpenNotifications: 'read',

  describeEncryption: 'read',
  rotateEncryption: 'write',

  createToken: 'write',
  listTokens: 'read',
  revokeToken: 'write',
  noteTokensUsed: 'write',

  createUser: 'write',
  listUsers: 'read',
  findUser: 'read',
  changeUser: 'write',
  deleteUser: 'write',
  setPassword: 'write',
  rehashPassword: 'write',
  openSession: 'write',
  findSession: 'read',
  listSessions: 'read',
  endSessions: 'write',
  noteSessionsUsed: 'write',
  createInvitation: 'write',
  findInvitation: 'read',
  acceptInvitation: 'write',
  pruneSessions: 'write',

  acceptObservations: 'write',
  acceptJobRuns: 'write',
  expireAlerts: 'write',
  clearAlert: 'write',
  pruneEarlyClears: 'write',
  noteOpenTime: 'write',

  claimDue: 'write',
  finishAttempts: 'write',
  releaseClaims: 'write',
  reclaimLeases: 'write',
  clampDueTimes: 'write',
  endOverdue: 'write',
  retryDelivery: 'write',
  cancelDelivery: 'write',

  startOperation: 'write',
  stopOperation: 'write',
  advanceOperations: 'write',
  findOperation: 'read',
  listOperations: 'read',
  countDeliveries: 'read',

  listAlerts: 'read',
  findAlert: 'read',
  listRaised: 'read',
  listJobRuns: 'read',
  findJobRun: 'read',
  listEvents: 'read',
  findEvent: 'read',
  findEvents: 'read',
  findEventsOfJobRuns: 'read',
  listDeliveries: 'read',
  findDelivery: 'read',
  findDeliveryAhead: 'read',
  listAttempts: 'read',
  reviewRouting: 'read',
  reviewDelivery: 'read',
  findReceiverState: 'read',
  pruneHistory: 'write',

  recordAudit: 'write',
  listAudit: 'read',
  findAudit: 'read',
  pruneAudit: 'write',

  recordActivity: 'write',
  listActivity: 'read',
  snapshot: 'read',
  searchWebhooks: 'read',
  listRevisions: 'read',
  nameWebhooks: 'read',
  countBacklog: 'read',
  findDueTime: 'read',
  findHealth: 'read',
  checkHealth: 'write',

  findSourceCursor: 'read',
  listSourceCursors: 'read',
  writeSourceCursors: 'write',
  deleteSourceCursors: 'write',
  noteSourceFailure: 'write',
  lockSource: 'write',
  findClockWatermark: 'read',
  writeClockWatermark: 'write',
} as const satisfies Record<MethodName, 'read' | 'write'>

/**
 * Verbs that change what an installation cannot do without. SQLite moves it out of its log at once (checkpoints.ts).
 */
export const CONFIGURING: ReadonlySet<MethodName> = new Set([
  'createWebhook',
  'changeWebhook',
  'deleteWebhook',
  'rotateSigningSecret',
  'removeSigningSecrets',
  'rotateEncryption',
  'createToken',
  'revokeToken',
  'createUser',
  'changeUser',
  'deleteUser',
  'setPassword',
  'createInvitation',
  'acceptInvitation',
])
