import type { StoreVerbs } from './store.ts'

/** Runs beside the others, in pieces, and each engine has its own way. */
export type VerbName = Exclude<keyof StoreVerbs, 'backup'>

/**
 * Every verb, and whether it writes. From this follow the calls to the thread of SQLite, which of them need no commit
 * there, and which of the records PostgreSQL reads without a transaction that could write.
 */
export const VERBS = {
  createWebhook: 'write',
  listWebhooks: 'read',
  findWebhook: 'read',
  changeWebhook: 'write',
  deleteWebhook: 'write',
  rotateSigningSecret: 'write',
  removeSigningSecrets: 'write',
  catchUpDeliveries: 'write',

  describeEncryption: 'read',
  rotateEncryption: 'write',

  createToken: 'write',
  listTokens: 'read',
  revokeToken: 'write',
  touchTokens: 'write',

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
  touchSessions: 'write',
  createInvitation: 'write',
  findInvitation: 'read',
  acceptInvitation: 'write',
  pruneSessions: 'write',

  acceptObservations: 'write',
  acceptJobRuns: 'write',
  expireAlerts: 'write',
  pruneClearMarks: 'write',

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
  findTold: 'read',
  pruneHistory: 'write',

  recordAudit: 'write',
  listAudit: 'read',
  findAudit: 'read',
  pruneAudit: 'write',

  recordActivity: 'write',
  listActivity: 'read',
  survey: 'read',
  searchWebhooks: 'read',
  listRevisions: 'read',
  nameWebhooks: 'read',
  countBacklog: 'read',
  findHealth: 'read',
  checkHealth: 'write',

  findSourceCursor: 'read',
  writeSourceCursors: 'write',
  noteSourceFailure: 'write',
  holdSource: 'write',
  findClockMark: 'read',
  writeClockMark: 'write',
} as const satisfies Record<VerbName, 'read' | 'write'>
