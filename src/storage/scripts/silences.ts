import type { Author } from '../../domain/audit/audit.ts'
import { silenceEntry } from '../../domain/audit/audit-entries.ts'
import type { SilenceId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { PageRequest } from '../../domain/page.ts'
import {
  editSilence,
  endSilence,
  refuseMoreSilences,
  refuseUnknownWebhooks,
  requireSilence,
  validateSilence,
  beginNoEarlier,
} from '../../domain/silence/silence-rules.ts'
import { Silences } from '../../domain/silence/silences.ts'
import type { NewSilence, Silence, SilenceSeen, SilenceState } from '../../domain/silence/silence.ts'
import { RESYNC_NUMBER } from '../rows/receiver-state-row.ts'
import { SILENCES, toSilence, toSilenceRow, type SilenceRow } from '../rows/silence-row.ts'
import type { SilenceMethods } from '../silence-methods.ts'
import { COUNTED_MAX } from '../store.ts'
import type { NoValues, Scripts, TransactionScript } from '../transactions/transaction-script.ts'
import { change, many, one, statement, together } from '../transactions/transaction-script.ts'
import { recordAudit, type AuditSeals } from './audit.ts'
import { matchOwnerOf } from '../../domain/people/principal.ts'
import { requireSilenceBudget } from './matching/match-budget.ts'
import { bringBack, IS_TO_RESTART, NEXT_BEGIN_AT, noteBegun, stepSilences } from './silence-clock.ts'

/**
 * How long after its end a silence may hold something, in milliseconds: nodes decide by their own clocks, in
 * transactions of seconds.
 */
export const RELEASE_GRACE_MS = 60_000

/** The least time between two notes that a silence held something, in milliseconds. */
const NOTE_EVERY_MS = 60_000

export interface SilenceDeps extends AuditSeals {
  /** Invalidates every cache of silences, in the transaction of the change. */
  readonly noteChange: () => TransactionScript<unknown>
}

/** The methods of silences: no event is decided while a silence changes. */
export function silenceScripts(deps: SilenceDeps): Scripts<Exclude<keyof SilenceMethods, 'holdClaims'>> {
  return {
    createSilence: (silence, now, by) => createSilence(deps, silence, { now, by }),

    *changeSilence(id, edit, { now, by }) {
      const before = requireSilence(yield* findOne(id), id)
      const edited = editSilence(before, edit, now)
      if (edited === before) return before
      const isMatchChanged = edited.match !== before.match
      const after = isMatchChanged ? { ...edited, matchOwner: matchOwnerOf(by) } : edited
      if (isMatchChanged) yield* requireSilenceBudget({ ...after, noun: 'silence' }, now)
      if (edit.webhookIds !== undefined) yield* requireWebhooks(after)
      yield* write(deps, after)
      yield* recordAudit(deps, silenceEntry('silence.changed', { before, after }, { at: now, by }))
      return after
    },

    *endSilence(id, { now, by }) {
      const before = requireSilence(yield* findOne(id), id)
      const after = endSilence(before, now)
      yield* write(deps, after)
      yield* recordAudit(deps, silenceEntry('silence.ended', { before, after }, { at: now, by }))
      return after
    },

    *findSilence(id) {
      const row = yield* one(SELECT_SEEN, { id })
      return row && toSeen(row)
    },

    listSilences,
    listSilencesAt: silencesAt,

    stepSilences: (clockStep) => stepSilences(deps, clockStep),

    *releaseSilenced({ now, limit }) {
      const settled = (yield* noteBegun(now)) + (yield* bringBack(now))
      const released = yield* change(RELEASE, { now, limit })
      const ended = released < limit ? yield* change(END_RELEASED, { before: now - RELEASE_GRACE_MS }) : 0
      if (settled + ended > 0) yield* deps.noteChange()
      return settled + released + ended
    },
  }
}

function* createSilence(
  deps: SilenceDeps,
  given: NewSilence,
  { now, by }: { readonly now: Instant; readonly by: Author | undefined },
): TransactionScript<Silence> {
  const silence = beginNoEarlier(given, now)
  validateSilence(silence, now)
  refuseMoreSilences((yield* one(COUNT_LIVE, { now }))?.count ?? 0)
  yield* requireWebhooks(silence)
  const matchOwner = matchOwnerOf(by)
  yield* requireSilenceBudget({ noun: 'silence', id: undefined, match: silence.match, matchOwner }, now)
  const usual = {
    createdThrough: null,
    hasLength: false,
    jobs: 'hold',
    windowId: null,
    lastHeldAt: null,
  } as const
  const hasBegun = silence.startsAt <= now
  const made = { ...usual, ...silence, matchOwner, hasBegun, createdAt: now, updatedAt: now }
  const [row] = yield* together([one(INSERT, toSilenceRow(made)), deps.noteChange()])
  const created = toSilence(row!)
  yield* recordAudit(deps, silenceEntry('silence.created', { after: created }, { at: now, by }))
  return created
}

function* listSilences(
  { states, now }: Parameters<SilenceMethods['listSilences']>[0],
  { before = Number.MAX_SAFE_INTEGER, limit }: PageRequest,
): TransactionScript<readonly SilenceSeen[]> {
  const wanted = (state: SilenceState) => Number(states === undefined || states.includes(state))
  const asked = { pending: wanted('pending'), active: wanted('active'), expired: wanted('expired') }
  return (yield* many(LIST, { now, before, limit, ...asked })).map(toSeen)
}

/** Returns the silences active at that moment. Sorted here, because SQLite would read every silence. */
export function* silencesAt(at: Instant): TransactionScript<readonly Silence[]> {
  return (yield* many(SELECT_AT, { at })).map(toSilence).toSorted((one, other) => one.id - other.id)
}

/** Returns the silences that may hold something now or later. */
export function* liveSilences(): TransactionScript<Silences> {
  return new Silences((yield* many(SELECT_LIVE, {})).map(toSilence))
}

export function noteHeld(id: SilenceId, now: Instant): TransactionScript<number> {
  return change(NOTE_HELD, { id, now, before: now - NOTE_EVERY_MS })
}

function* findOne(id: SilenceId): TransactionScript<Silence | undefined> {
  const row = yield* one(SELECT_FOR_CHANGE, { id })
  return row && toSilence(row)
}

function* write(deps: SilenceDeps, after: Silence): TransactionScript<void> {
  yield* together([change(UPDATE, { ...toSilenceRow(after), id: after.id }), deps.noteChange()])
}

/** Refuses unknown webhooks. */
export function* requireWebhooks({ webhookIds }: Pick<Silence, 'webhookIds'>): TransactionScript<void> {
  if (webhookIds === null) return
  const rows = yield* together(webhookIds.map((id) => one(SELECT_WEBHOOK, { id })))
  refuseUnknownWebhooks(webhookIds, new Set(rows.flatMap((row) => row?.id ?? [])))
}

function toSeen({ held_count: heldCount, ...row }: SeenRow) {
  return { ...toSilence(row), heldCount }
}

interface SeenRow extends SilenceRow {
  held_count: number
}

const SEEN = `${SILENCES.list}, (SELECT count(*) FROM (
     SELECT 1 FROM receiver_states WHERE held_by = silences.id AND held_by IS NOT NULL LIMIT ${COUNTED_MAX}) AS held) AS held_count`

const INSERT = statement<Omit<SilenceRow, 'id'>, SilenceRow>(
  `INSERT INTO silences ${SILENCES.values} RETURNING ${SILENCES.list}`,
)
/** An ended silence that is changed may hold something again. */
const UPDATE = statement<SilenceRow>(`UPDATE silences SET ${SILENCES.changes}, released = 0 WHERE id = @id`)
const COUNT_LIVE = statement<{ now: Instant }, { count: number }>(
  'SELECT count(*) AS count FROM silences WHERE released = 0 AND ends_at > @now AND window_id IS NULL',
)
const SELECT_WEBHOOK = statement<{ id: WebhookId }, { id: WebhookId }>(
  'SELECT id FROM webhooks WHERE id = @id',
)
const SELECT_FOR_CHANGE = statement<{ id: SilenceId }, SilenceRow>(
  ({ forUpdate }) => `SELECT ${SILENCES.list} FROM silences WHERE id = @id ${forUpdate}`,
)
const SELECT_SEEN = statement<{ id: SilenceId }, SeenRow>(`SELECT ${SEEN} FROM silences WHERE id = @id`)
const LIST = statement<
  {
    before: SilenceId
    limit: number
    now: Instant
    pending: number
    active: number
    expired: number
  },
  SeenRow
>(
  `SELECT ${SEEN} FROM silences WHERE id < @before AND (
     (@expired = 1 AND ends_at <= @now)
     OR (@active = 1 AND ends_at > @now AND starts_at <= @now)
     OR (@pending = 1 AND ends_at > @now AND starts_at > @now))
   ORDER BY id DESC LIMIT @limit`,
)
const SELECT_AT = statement<{ at: Instant }, SilenceRow>(
  `SELECT ${SILENCES.list} FROM silences WHERE ends_at > @at AND starts_at <= @at`,
)
const SELECT_LIVE = statement<NoValues, SilenceRow>(
  `SELECT ${SILENCES.list} FROM silences WHERE released = 0`,
)
const NOTE_HELD = statement<{ id: SilenceId; now: Instant; before: Instant }>(
  'UPDATE silences SET last_held_at = @now, begun = 1 WHERE id = @id AND coalesce(last_held_at, 0) < @before',
)
const HOLDS_NOTHING = '(silences.ends_at <= @now OR (silences.begun = 0 AND silences.starts_at > @now))'
/** The time for the fallback counts from here: the receiver has done nothing wrong. */
const RELEASE = statement<{ now: Instant; limit: number }>(
  `UPDATE receiver_states SET resync = ${RESYNC_NUMBER.due}, held_by = NULL, out_of_sync_since = @now
   WHERE (alert_id, webhook_id) IN (
     SELECT receiver_states.alert_id, receiver_states.webhook_id
     FROM silences JOIN receiver_states ON receiver_states.held_by = silences.id AND receiver_states.held_by IS NOT NULL
     WHERE silences.released = 0 AND ${HOLDS_NOTHING} LIMIT @limit)`,
)
const END_RELEASED = statement<{ before: Instant }>(
  `UPDATE silences SET released = 1 WHERE released = 0 AND ends_at <= @before AND NOT EXISTS (
     SELECT 1 FROM receiver_states WHERE held_by = silences.id AND held_by IS NOT NULL)`,
)
export const PRUNE_SILENCES = statement<{ before: Instant; limit: number }>(
  `DELETE FROM silences WHERE id IN (
     SELECT id FROM silences WHERE released = 1 AND ends_at < @before ORDER BY ends_at LIMIT @limit)`,
)
/** SQL that tells whether a silence is to begin again, or has ended and still holds something. */
export const IS_SILENCE_DUE = `${IS_TO_RESTART}
     OR EXISTS (SELECT 1 FROM silences WHERE released = 0 AND ends_at <= @now AND EXISTS (
       SELECT 1 FROM receiver_states WHERE held_by = silences.id AND held_by IS NOT NULL))`
/** Selects when the next silence begins, ends, or is to be noted as released. */
export const NEXT_SILENCE_AT = `${NEXT_BEGIN_AT}
     UNION ALL SELECT MIN(ends_at) FROM silences WHERE released = 0 AND ends_at > @now
     UNION ALL SELECT MIN(ends_at) + ${RELEASE_GRACE_MS} FROM silences WHERE released = 0 AND ends_at <= @now`
