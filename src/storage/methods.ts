import type { StoreMethods } from './store.ts'

/** `backup` is left out: it runs in pieces beside the others. */
export type MethodName = Exclude<keyof StoreMethods, 'backup'>

/**
 * Every method, and whether it writes; after `work` something may be due. Decides which calls need a commit
 * on SQLite and a writing transaction on PostgreSQL, when to look for due work, and whether a node is idle.
 */
export const METHODS = {
  createWebhook: 'work',
  listWebhooks: 'read',
  findWebhook: 'read',
  changeWebhook: 'work',
  deleteWebhook: 'work',
  applyWebhooks: 'work',
  rotateSigningSecret: 'work',
  removeSigningSecrets: 'work',
  resumeWebhook: 'work',
  catchUpDeliveries: 'work',
  resyncWebhook: 'work',
  previewModeChange: 'read',
  createMissingDeliveries: 'work',
  createReminders: 'work',
  escalateToFallbacks: 'work',
  listReceiverStates: 'read',
  listReceiverStatesOf: 'read',
  countReceiverStates: 'read',
  countOpenNotifications: 'read',

  createSilence: 'work',
  changeSilence: 'work',
  endSilence: 'work',
  findSilence: 'read',
  listSilences: 'read',
  listSilencesAt: 'read',
  holdClaims: 'work',
  stepSilences: 'work',
  releaseSilenced: 'work',

  createWindow: 'work',
  changeWindow: 'work',
  skipOccurrence: 'work',
  restoreOccurrence: 'work',
  deleteWindow: 'work',
  findWindow: 'read',
  listWindows: 'read',
  createWindowSilences: 'work',
  listAnnouncements: 'read',
  noteAnnounced: 'write',

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

  acceptObservations: 'work',
  acceptJobRuns: 'work',
  expireAlerts: 'work',
  clearAlert: 'work',
  acknowledgeAlert: 'work',
  withdrawAcknowledgement: 'work',
  pruneEarlyClears: 'write',
  noteOpenTime: 'write',
  nextHousekeepingAt: 'read',

  claimDue: 'write',
  finishAttempts: 'work',
  releaseClaims: 'work',
  reclaimLeases: 'work',
  clampDueTimes: 'work',
  endOverdue: 'work',
  retryDelivery: 'work',
  cancelDelivery: 'work',

  startOperation: 'work',
  stopOperation: 'work',
  advanceOperations: 'work',
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
  listRoutedWebhooks: 'read',
  countNotified: 'read',
  findUnnotified: 'read',
  countNotifiedNobody: 'read',
  reviewDelivery: 'read',
  findReceiverState: 'read',
  pruneHistory: 'write',

  recordAudit: 'write',
  listAudit: 'read',
  findAudit: 'read',
  pruneAudit: 'write',

  addCalls: 'write',
  listCalls: 'read',
  recordActivity: 'write',
  listActivity: 'read',
  snapshot: 'read',
  searchWebhooks: 'read',
  listRevisions: 'read',
  nameWebhooks: 'read',
  countBacklog: 'read',
  summariseQueues: 'read',
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
} as const satisfies Record<MethodName, 'read' | 'write' | 'work'>

/** Calls `onWork` after each method that may have made something due; `passed` stay as they are. */
export function notingWork<Methods extends StoreMethods>(
  methods: Methods,
  onWork: () => void,
  passed: readonly MethodName[] = [],
): Methods {
  const names = (Object.keys(METHODS) as readonly MethodName[]).filter(
    (name) => METHODS[name] === 'work' && !passed.includes(name),
  )
  const noting = names.map((name) => {
    const method = methods[name] as (...args: unknown[]) => Promise<unknown>
    const call = async (...args: unknown[]) => {
      const result = await method(...args)
      // It looked for work, and found nothing.
      if (result !== 0 && result !== null) onWork()
      return result
    }
    return [name, call]
  })
  return { ...methods, ...Object.fromEntries(noting) }
}

/** Methods that change what an installation cannot do without; SQLite checkpoints after them (checkpoints.ts). */
export const CONFIGURING: ReadonlySet<MethodName> = new Set([
  'createWebhook',
  'changeWebhook',
  'deleteWebhook',
  'rotateSigningSecret',
  'removeSigningSecrets',
  'createSilence',
  'changeSilence',
  'endSilence',
  'createWindow',
  'changeWindow',
  'skipOccurrence',
  'restoreOccurrence',
  'deleteWindow',
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
