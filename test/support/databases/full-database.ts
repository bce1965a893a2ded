import Database from 'better-sqlite3'
import type { Claim } from '../../../src/domain/delivery/delivery.ts'
import { formatToken, hashToken, tokenPrefix } from '../../../src/domain/people/token.ts'
import type { Store } from '../../../src/storage/store.ts'
import { claimDue, finished } from '../../storage/suite/finish.ts'
import { alertDetails, AUTHOR, jobRunReport, newWebhook, NOW, observation } from '../build.ts'

const DAY_MS = 86_400_000
/** A service has been at work since then. */
const LONG_AGO = Date.parse('2001-02-03T04:05:06.789Z')

/** What breaks a statement, a line of text, a JSON string, a terminal or an index, if anything does. */
export const HOSTILE_TEXTS: readonly string[] = [
  `'; DROP TABLE webhooks; --`,
  '\\N',
  '\\',
  '\t\n\r\v\f\b',
  '"{},[]:null"',
  'NUL \0 inside',
  '\0',
  '\u0001\u001b[2J\u007f\u0085\u2028\u2029\ufeff',
  '\ufffd',
  'combining e\u0301, not \u00e9',
  '🔔🇦🇶👩‍👩‍👧‍👦 \u{10ffff}',
  '\u202eright to left',
  ' blanks around ',
  '%AlertName% %s $1 ?1 :name @name',
  '{NULL,"a"}',
  'enc1:not sealed',
  'ab'.repeat(200),
]

/**
 * Everything that a service can have in its database, written by the store methods alone: each table, each state,
 * hostile texts.
 */
export async function fillDatabase(store: Store): Promise<void> {
  await addWebhooks(store)
  await addTokens(store)
  await addPeople(store)
  await addHistory(store, LONG_AGO)
  await addOperations(store)
  await addSourceCursors(store)
  await addHistory(store, NOW - 3 * DAY_MS)
  await addHostileReports(store)
  await leaveUnfinished(store)
  await addSilences(store)
  await addWindows(store)
  await addCalls(store)
  await makeGaps(store)
}

const first = (given: Parameters<typeof newWebhook>[0], at: number, store: Store) =>
  store.createWebhook(newWebhook(given), at, AUTHOR)

async function addWebhooks(store: Store): Promise<void> {
  const fallback = await first({ name: 'fallback' }, LONG_AGO, store)
  await first(
    {
      name: `everything ${HOSTILE_TEXTS[0]}`,
      url: 'https://user:password@hooks.example.com/%AlertID%?key=1',
      headers: [
        { key: 'authorization', value: 'Bearer s3cr3t' },
        { key: 'x-text', value: 'ünïcödé "quoted"' },
      ],
      payloadTemplate: HOSTILE_TEXTS.filter((text) => !text.includes('\0')).join('\n'),
      description: HOSTILE_TEXTS[12] ?? '',
      tags: { env: 'prod', team: 'ünïcödé' },
      timeoutMs: 2_500,
      retryScheduleMs: [0, 5_000],
      concurrencyMax: 3,
      rateLimit: { count: 7, intervalMs: 1_000 },
      responseBytesMax: 1_024,
      tls: { ca: null, certificate: null, key: null, insecure: true },
      responseRule: [{ kind: 'json', member: 'ok', equals: true }],
      fallbackWebhookId: fallback.id,
      mode: 'current_state',
      missedAlerts: 'notify',
      clearRequest: {
        method: 'PUT',
        url: 'https://user:password@hooks.example.com/end',
        payloadTemplate: '"é"',
      },
      fallbackAfterMs: 60_000,
      remindMs: [3_600_000, 86_400_000],
    },
    LONG_AGO,
    store,
  )
  const jobs = await first(
    { name: 'jobs', payloadType: 'JOB', method: 'PUT', maxAgeMs: 86_400_000 },
    LONG_AGO,
    store,
  )
  await store.rotateSigningSecret(jobs.id, { secret: 'whsec_1', overlapUntil: NOW, now: LONG_AGO })
  await store.rotateSigningSecret(jobs.id, { secret: 'whsec_2', overlapUntil: NOW, now: NOW, by: AUTHOR })
  await first(
    { name: 'only high', alertFlags: { low: false, medium: false, high: true, cleared: false } },
    NOW,
    store,
  )
}

async function addTokens(store: Store): Promise<void> {
  for (const [index, scopes] of [['admin'], ['webhooks:read', 'events:write']].entries()) {
    const secret = formatToken(Buffer.alloc(32, index))
    const { id } = await store.createToken(
      {
        name: HOSTILE_TEXTS[index * 10] ?? '',
        scopes: scopes as ['admin'],
        prefix: tokenPrefix(secret),
        hash: hashToken(secret),
        expiresAt: index === 0 ? null : NOW + DAY_MS,
      },
      NOW,
      AUTHOR,
    )
    if (index === 1) await store.revokeToken(id, NOW + 1)
    else await store.noteTokensUsed([{ id, at: NOW + 2 }])
  }
}

async function addPeople(store: Store): Promise<void> {
  const when = { now: NOW, by: AUTHOR }
  const roles = ['admin', 'operator', 'viewer'] as const
  for (const [index, role] of roles.entries()) {
    const oidc =
      index === 1 ? null : { issuer: 'https://id.example.com', subject: HOSTILE_TEXTS[index] ?? '' }
    const passwordHash = index === 2 ? null : `$scrypt$${index}`
    const name = `${index} ${HOSTILE_TEXTS[index * 4] ?? ''}`
    const { id } = await store.createUser({ name, role, passwordHash, oidc }, when)
    const session = { hash: `session ${index}`, userId: id, tokenId: null, kind: 'console' as const }
    await store.openSession(
      { ...session, createdAt: NOW, expiresAt: NOW + DAY_MS, address: '192.0.2.7', userAgent: 'curl/8' },
      { passwordHash, by: { ...AUTHOR, tokenId: null, userId: id } },
    )
  }
  await store.changeUser(2, { disabled: true }, when)
}

/** Two days of alerts and job runs, delivered, retried, given up and cancelled. */
async function addHistory(store: Store, from: number): Promise<void> {
  for (const day of [0, 1]) {
    const at = from + day * DAY_MS
    for (const state of ['low', 'high', 'cleared'] as const) {
      await store.acceptObservations(
        ['disk', 'lag', 'locks'].map((key) =>
          observation({ key: `${key} ${from}`, state, at, expiresAt: at + DAY_MS, warnings: ['guessed'] }),
        ),
        at,
      )
      await settle(store, at)
    }
    await store.acceptJobRuns([jobRunReport({ runId: `run ${at}`, finishedAt: at })], at)
    const [open] = await store.listDeliveries({ states: ['pending'] }, { limit: 1 })
    if (open) await store.cancelDelivery(open.id, at, AUTHOR)
    await settle(store, at)
  }
}

/** Every claim comes to one of the ends there are. */
async function settle(store: Store, at: number): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    const claims = await claimDue(store, { now: at + round })
    await store.finishAttempts(
      claims.map((claim) => finished(claim, endOf(claim, at + round), { startedAt: at + round })),
      at + round + 1,
    )
  }
}

function endOf(claim: Claim, at: number): Parameters<typeof finished>[1] {
  if (claim.deliveryId % 5 === 0) return { state: 'failed' }
  return claim.deliveryId % 3 === 0 && claim.scheduleAttempt < 3
    ? { state: 'pending', dueAt: at + 1 }
    : { state: 'delivered' }
}

async function addHostileReports(store: Store): Promise<void> {
  await store.acceptObservations(
    HOSTILE_TEXTS.map((text, index) =>
      observation({
        source: `api ${index} ${text}`.slice(0, 100),
        key: `${index} ${text}`,
        name: text,
        details: alertDetails({ info: text, currentValue: text, labels: { [text]: text } }),
        warnings: [text],
      }),
    ),
    NOW,
  )
  await store.acceptJobRuns(
    HOSTILE_TEXTS.map((text, index) => jobRunReport({ jobId: text, runId: `${index} ${text}`, name: text })),
    NOW,
  )
  const claims = await claimDue(store, { now: NOW, limit: 30 })
  await store.finishAttempts(
    claims.map((claim, index) => {
      const text = HOSTILE_TEXTS[index % HOSTILE_TEXTS.length] ?? ''
      const request = { method: 'POST', url: 'http://127.0.0.1:9/', headers: [], body: text }
      return finished(claim, { state: 'pending', dueAt: NOW + 500 }, { reason: text, request })
    }),
    NOW,
  )
}

async function addSourceCursors(store: Store): Promise<void> {
  await store.writeSourceCursors([{ source: 'nightly', name: '', position: NOW }], NOW)
  await store.noteSourceFailure({ source: 'nightly', name: 'nul \0 here', failure: 'a\nb' }, NOW)
}

async function addOperations(store: Store): Promise<void> {
  const states = ['failed'] as const
  await store.startOperation(
    { kind: 'retry', filter: { states: [...states] }, targetWebhookId: null },
    NOW,
    AUTHOR,
  )
  for (let step = 0; step < 50; step += 1) {
    if ((await store.advanceOperations({ now: NOW, limit: 100 }))?.state !== 'running') break
  }
}

/** Adds how often a webhook was called. */
async function addCalls(store: Store): Promise<void> {
  const hour = { at: NOW - (NOW % 3_600_000), attempts: 3, accepted: 2, acceptedMs: 81.5 }
  await store.addCalls([{ webhookId: 1, lastCalledAt: NOW, lastAcceptedAt: NOW - 1, hours: [hour] }])
}

/** Adds a window that is under way and has been announced, by a rule, and one by days that begins later. */
async function addWindows(store: Store): Promise<void> {
  const times = { zone: 'Europe/Berlin', begins: '00:00', lastsMs: DAY_MS, firstDay: '2026-01-01' }
  const given = {
    ...times,
    webhookIds: null,
    reason: 'patching',
    createdBy: 'dba on duty',
    jobs: 'hold',
  } as const
  const daily = { name: 'daily', match: 'name="nothing"', repeat: 'FREQ=DAILY', days: null }
  const { id } = await store.createWindow({ ...given, ...daily }, NOW, AUTHOR)
  const later = { name: 'later', match: 'server="db-2"', repeat: null, days: ['2099-12-31'], webhookIds: [1] }
  await store.createWindow({ ...given, ...later, jobs: 'notify_failures' }, NOW, AUTHOR)
  const window = await store.findWindow(id, NOW)
  await store.noteAnnounced(window?.silenceId ?? 0, 1)
}

/** Adds a silence that holds something, a silence for some webhooks, and a silence that has ended. */
async function addSilences(store: Store): Promise<void> {
  const silence = { webhookIds: null, startsAt: NOW, endsAt: NOW + DAY_MS, createdBy: 'dba on duty' }
  for (const reason of HOSTILE_TEXTS.filter((text) => text.trim() !== ''))
    await store.createSilence({ ...silence, match: 'name="held"', reason }, NOW, AUTHOR)
  const match = `name="${'é'.repeat(100)}"`
  await store.createSilence({ ...silence, match, webhookIds: [1, 2], reason: 'patching' }, NOW, AUTHOR)
  await store.endSilence(1, { now: NOW + 1, by: AUTHOR })
  await store.acceptObservations([observation({ key: 'held', name: 'held', at: NOW + 2 })], NOW + 2)
}

/** Alert queues with heads in every state, and a receiver that fails and is paused. */
async function leaveUnfinished(store: Store): Promise<void> {
  for (const [index, state] of (['low', 'medium', 'high'] as const).entries()) {
    await store.acceptObservations(
      Array.from({ length: 8 }, (_, key) => observation({ key: `open ${key}`, state, at: NOW + index })),
      NOW + index,
    )
  }
  const failing = await claimDue(store, { now: NOW + 10, limit: 12 })
  await store.finishAttempts(
    failing.map((claim) =>
      finished(claim, { state: 'pending', dueAt: NOW + DAY_MS }, { receiver: { kind: 'failing' } }),
    ),
    NOW + 11,
  )
  // These never end.
  await claimDue(store, { now: NOW + 12, limit: 9 })
  const all = { states: ['waiting', 'pending', 'sending'] as const, webhookId: 4 }
  await store.startOperation({ kind: 'reroute', filter: all, targetWebhookId: 1 }, NOW + 12, AUTHOR)
  await store.advanceOperations({ now: NOW + 12, limit: 1 })
  await store.changeWebhook(4, { enabled: false }, { now: NOW + 13, by: AUTHOR })
}

/** The counters are ahead of what is there. */
async function makeGaps(store: Store): Promise<void> {
  const gone = await store.createWebhook(
    newWebhook({ name: 'gone', headers: [{ key: 'a', value: 'b' }] }),
    NOW,
  )
  await store.deleteWebhook(gone.id, { now: NOW + 20, by: AUTHOR })
  for (let step = 0; step < 20; step += 1) {
    await store.pruneHistory({ endedBefore: LONG_AGO + DAY_MS + 5, now: NOW, limit: 100 })
  }
}

/**
 * Adds so many delivered deliveries with their events and attempts, over some days, without the store methods: they
 * would take long.
 */
export function addManyDeliveries(file: string, count: number): void {
  const db = new Database(file)
  const numbers = `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${count})`
  const at = `${NOW - 5 * DAY_MS} + n * ${Math.floor((4 * DAY_MS) / count)}`
  const before = (table: string) => Number(db.prepare(`SELECT max(id) FROM ${table}`).pluck().get() ?? 0)
  const [event, delivery] = [before('events'), before('deliveries')]
  db.exec(`BEGIN;
    INSERT INTO events (id, kind, source, name, at, accepted_at, alert_id, body)
      ${numbers} SELECT ${event} + n, 'alert', 'api', 'alert ' || n, ${at}, ${at}, 1, '{"newState":"high"}' FROM number;
    INSERT INTO deliveries (id, event_id, webhook_id, subject, state, attempts_made, begun_at, created_at, finished_at, last_reason)
      ${numbers} SELECT ${delivery} + n, ${event} + n, 1, 'alert 1', 'delivered', 1, ${at}, ${at}, ${at}, 'HTTP 200' FROM number;
    INSERT INTO attempts (delivery_id, number, started_at, outcome, reason, request)
      ${numbers} SELECT ${delivery} + n, 1, ${at}, 'accept', 'HTTP 200', '{"body":"' || hex(randomblob(200)) || '"}' FROM number;
    COMMIT`)
  db.close()
}
