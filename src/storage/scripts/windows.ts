import type { When } from '../../domain/audit/audit.ts'
import { windowEntry } from '../../domain/audit/audit-entries.ts'
import { AppError, invalidRequest, issuesBelow, issuesOf } from '../../domain/errors.ts'
import type { SilenceId, WebhookId, WindowId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { authorOfWindow } from '../../domain/silence/silence.ts'
import { WINDOWS_CHANGED, type WindowSetChange } from '../../domain/window/window-set.ts'
import {
  isSkipped,
  occurrenceOn,
  occurrencesAfter,
  withoutSkipped,
  withSkipped,
} from '../../domain/window/occurrences.ts'
import {
  changesOccurrence,
  editWindow,
  refuseMoreWindows,
  refuseSameName,
  requireWindow,
  validateWindow,
} from '../../domain/window/window-rules.ts'
import type { MaintenanceWindow, NewWindow, WindowEdit, WindowSeen } from '../../domain/window/window.ts'
import { WINDOW_MS_MAX } from '../../domain/window/window.ts'
import { toWindow, toWindowRow, WINDOWS, type WindowRow } from '../rows/silence-row.ts'
import type { NoValues, Scripts, TransactionScript } from '../transactions/transaction-script.ts'
import { change, many, one, statement, together } from '../transactions/transaction-script.ts'
import type { WindowMethods } from '../silence-methods.ts'
import { recordAudit } from './audit.ts'
import { matchOwnerOf } from '../../domain/people/principal.ts'
import { requireSilenceBudget } from './matching/match-budget.ts'
import { requireWebhooks, type SilenceDeps } from './silences.ts'

/** How long before an occurrence its silence is created, in milliseconds. */
const AHEAD_MS = 86_400_000
/** Limits the occurrences of a window that begin within a day; none has so many. */
const OCCURRENCES_MAX = 4

/** The methods of maintenance windows: no event is decided while a window changes. */
export function windowScripts(deps: SilenceDeps): Scripts<keyof WindowMethods> {
  return {
    *createWindow(window, now, by) {
      validateWindow(window, now)
      return yield* createWindow(deps, window, { now, by })
    },

    *changeWindow(id, edit, when) {
      const before = requireWindow(yield* findForChange(id), id)
      return yield* changeWindow(deps, before, { edit, ...when })
    },

    *skipOccurrence(id, day, when) {
      const before = requireWindow(yield* findForChange(id), id)
      occurrenceOn(before, day, when.now)
      const edit = { except: withSkipped(before, day, when.now) }
      return yield* changeWindow(deps, before, { edit, ...when })
    },

    *restoreOccurrence(id, day, when) {
      const before = requireWindow(yield* findForChange(id), id)
      const { beginsAt } = occurrenceOn(before, day, when.now)
      const forgotten = yield* change(FORGET_ENDED, { id, beginsAt, now: when.now })
      const edit = { except: withoutSkipped(before, day) }
      return yield* changeWindow(deps, before, { edit, ...when, isForced: forgotten > 0 })
    },

    *deleteWindow(id, when) {
      yield* deleteWindow(deps, requireWindow(yield* findForChange(id), id), when)
    },

    *findWindow(id, now) {
      return (yield* toSeen(yield* many(SELECT_SEEN, { id, now }), now))[0]
    },

    *listWindows(now, { before = Number.MAX_SAFE_INTEGER, limit }) {
      return yield* toSeen(yield* many(LIST, { before, limit, now }), now)
    },

    *createWindowSilences({ now, limit }) {
      const due = yield* many(SELECT_DUE, { now, limit })
      for (const row of due) yield* createSilences(toWindow(row), now)
      if (due.length > 0) yield* deps.noteChange()
      return due.length
    },
  }
}

/**
 * Takes all steps of a set, or none. Throws `precondition_failed` if the windows are not those of the plan.
 */
export function* applyWindowSet(
  deps: SilenceDeps,
  { steps, expected }: WindowSetChange,
  { idOf, ...when }: When & { readonly idOf: (id: WebhookId) => WebhookId },
): TransactionScript<void> {
  const keyOf = (window: WindowSetChange['expected'][number]) => `${window.id}.${window.updatedAt}`
  const stored = yield* many(SELECT_VERSIONS, {})
  if (String(stored.map(keyOf)) !== String(expected.map(keyOf)))
    throw new AppError('precondition_failed', WINDOWS_CHANGED)
  const withIds = <Window extends Pick<MaintenanceWindow, 'webhookIds'>>(window: Window): Window => ({
    ...window,
    webhookIds: window.webhookIds?.map(idOf) ?? null,
  })
  for (const step of steps) {
    try {
      if (step.kind === 'delete') yield* deleteWindow(deps, step.before, when)
      else if (step.kind === 'create') yield* createWindow(deps, withIds(step.after), when)
      else yield* saveWindow(deps, step.before, withIds(step.after), when)
    } catch (error) {
      throw invalidRequest(issuesBelow(step.path, issuesOf(error)))
    }
  }
}

function* deleteWindow(
  deps: SilenceDeps,
  before: MaintenanceWindow,
  { now, by }: When,
): TransactionScript<void> {
  const { id } = before
  yield* removePending(id, now)
  yield* endActive(id, now)
  yield* together([change(DELETE, { id }), deps.noteChange()])
  yield* recordAudit(deps, windowEntry('window.deleted', { before }, { at: now, by }))
}

/** Creates a validated window. */
function* createWindow(
  deps: SilenceDeps,
  window: NewWindow,
  { now, by }: When,
): TransactionScript<MaintenanceWindow> {
  refuseMoreWindows((yield* one(COUNT, {}))?.count ?? 0)
  yield* refuseTakenName(window.name)
  yield* requireWebhooks(window)
  const { createdBy, match } = window
  const matchOwner = matchOwnerOf(by)
  yield* requireSilenceBudget({ noun: 'maintenance window', id: undefined, match, matchOwner }, now)
  const made = { except: [], ...window, matchOwner, createdBy, createdAt: now, updatedAt: now }
  const row = yield* one(INSERT, toWindowRow(made))
  const created = toWindow(row!)
  yield* createSilences(created, now)
  yield* deps.noteChange()
  yield* recordAudit(deps, windowEntry('window.created', { after: created }, { at: now, by }))
  return created
}

interface WindowChange extends When {
  readonly edit: WindowEdit
  /** Creates its silences again, though the window stays as it is. */
  readonly isForced?: boolean
}

function* changeWindow(
  deps: SilenceDeps,
  before: MaintenanceWindow,
  { edit, isForced = false, ...when }: WindowChange,
): TransactionScript<MaintenanceWindow> {
  const edited = editWindow(before, edit, when.now)
  if (edited === before && !isForced) return before
  if (edit.webhookIds !== undefined) yield* requireWebhooks(edited)
  return yield* saveWindow(deps, before, edited, when)
}

/** Saves a validated change. */
function* saveWindow(
  deps: SilenceDeps,
  before: MaintenanceWindow,
  edited: MaintenanceWindow,
  { now, by }: When,
): TransactionScript<MaintenanceWindow> {
  const { id } = before
  const isMatchChanged = edited.match !== before.match
  const after = isMatchChanged ? { ...edited, matchOwner: matchOwnerOf(by) } : edited
  if (isMatchChanged) yield* requireSilenceBudget({ ...after, noun: 'maintenance window' }, now)
  if (after.name !== before.name) yield* refuseTakenName(after.name)
  yield* change(UPDATE, { ...toWindowRow({ ...after, updatedAt: now }), id })
  yield* removePending(id, now)
  if (changesOccurrence(before, after, now)) yield* endActive(id, now)
  yield* createSilences(after, now)
  yield* deps.noteChange()
  yield* recordAudit(deps, windowEntry('window.changed', { before, after }, { at: now, by }))
  return after
}

/** Creates missing silences for a day ahead, and notes when to check again: a day before the next occurrence. */
function* createSilences(window: MaintenanceWindow, now: Instant): TransactionScript<void> {
  const next = occurrencesAfter(window, { after: now, count: OCCURRENCES_MAX })
  const { id, match, matchOwner, jobs, reason, name } = window
  const { webhook_ids: webhookIds } = toWindowRow(window)
  const given = { id, match, matchOwner, webhookIds, jobs, reason, createdBy: authorOfWindow(name), now }
  const near = next.filter((one) => one.beginsAt <= now + AHEAD_MS && !isSkipped(one, window))
  for (const { beginsAt, endsAt } of near) {
    const startsAt = Math.max(beginsAt, now)
    const begun = Number(startsAt <= now)
    yield* change(INSERT_SILENCE, { ...given, startsAt, endsAt, occursAt: beginsAt, begun })
  }
  const later = next.find(({ beginsAt }) => beginsAt > now + AHEAD_MS)
  yield* change(NOTE_DUE, { id, dueAt: later === undefined ? null : later.beginsAt - AHEAD_MS })
}

/** Removes silences that have not begun: a clock set back would begin the past ones. */
function removePending(id: WindowId, now: Instant): TransactionScript<number> {
  return change(DELETE_PENDING, { id, now })
}

function endActive(id: WindowId, now: Instant): TransactionScript<number> {
  return change(END_ACTIVE, { id, now })
}

function* findForChange(id: WindowId): TransactionScript<MaintenanceWindow | undefined> {
  const row = yield* one(SELECT_FOR_CHANGE, { id })
  return row && toWindow(row)
}

function* refuseTakenName(name: string): TransactionScript<void> {
  refuseSameName(name, (yield* one(SELECT_BY_NAME, { name }))?.id)
}

function* toSeen(rows: readonly SeenRow[], now: Instant): TransactionScript<readonly WindowSeen[]> {
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const ended = yield* many(SELECT_ENDED, { ids, now, since: now - WINDOW_MS_MAX })
  return rows.map(({ silence_id: silenceId, ...row }) => ({
    ...toWindow(row),
    silenceId,
    ended: ended.filter(({ windowId }) => windowId === row.id).map(({ occursAt }) => occursAt),
  }))
}

interface SeenRow extends WindowRow {
  silence_id: SilenceId | null
}

const SEEN = `${WINDOWS.list}, (SELECT max(silences.id) FROM silences WHERE window_id = windows.id
     AND starts_at <= @now AND ends_at > @now) AS silence_id`

const INSERT = statement<Omit<WindowRow, 'id'>, WindowRow>(
  `INSERT INTO windows ${WINDOWS.values} RETURNING ${WINDOWS.list}`,
)
const UPDATE = statement<WindowRow>(`UPDATE windows SET ${WINDOWS.changes} WHERE id = @id`)
const NOTE_DUE = statement<{ id: WindowId; dueAt: Instant | null }>(
  'UPDATE windows SET due_at = @dueAt WHERE id = @id',
)
const DELETE = statement<{ id: WindowId }>('DELETE FROM windows WHERE id = @id')
const COUNT = statement<NoValues, { count: number }>('SELECT count(*) AS count FROM windows')
const SELECT_VERSIONS = statement<NoValues, Pick<MaintenanceWindow, 'id' | 'updatedAt'>>(
  'SELECT id, updated_at AS "updatedAt" FROM windows ORDER BY id DESC',
)
const SELECT_SEEN = statement<{ id: WindowId; now: Instant }, SeenRow>(
  `SELECT ${SEEN} FROM windows WHERE id = @id`,
)
const SELECT_FOR_CHANGE = statement<{ id: WindowId }, WindowRow>(
  ({ forUpdate }) => `SELECT ${WINDOWS.list} FROM windows WHERE id = @id ${forUpdate}`,
)
const SELECT_BY_NAME = statement<{ name: string }, { id: WindowId }>(
  'SELECT id FROM windows WHERE name = @name',
)
const LIST = statement<{ before: WindowId; limit: number; now: Instant }, SeenRow>(
  `SELECT ${SEEN} FROM windows WHERE id < @before ORDER BY id DESC LIMIT @limit`,
)
const SELECT_DUE = statement<{ now: Instant; limit: number }, WindowRow>(
  `SELECT ${WINDOWS.list} FROM windows WHERE due_at IS NOT NULL AND due_at <= @now ORDER BY due_at LIMIT @limit`,
)
const INSERT_SILENCE = statement<{
  id: WindowId
  match: string
  matchOwner: string | null
  webhookIds: string | null
  startsAt: Instant
  endsAt: Instant
  occursAt: Instant
  jobs: string
  reason: string
  createdBy: string
  begun: number
  now: Instant
}>(
  `INSERT INTO silences (match, match_owner, webhook_ids, starts_at, ends_at, jobs, reason, window_id, occurs_at, begun, created_by,
     created_at, updated_at)
   VALUES (@match, @matchOwner, @webhookIds, @startsAt, @endsAt, @jobs, @reason, @id, @occursAt, @begun, @createdBy, @now, @now)
   ON CONFLICT (window_id, occurs_at) WHERE window_id IS NOT NULL DO NOTHING`,
)
const DELETE_PENDING = statement<{ id: WindowId; now: Instant }>(
  'DELETE FROM silences WHERE window_id = @id AND begun = 0 AND (starts_at > @now OR ends_at <= @now)',
)
const END_ACTIVE = statement<{ id: WindowId; now: Instant }>(
  `UPDATE silences SET ends_at = @now, updated_at = @now, occurs_at = NULL, begun = 1
   WHERE window_id = @id AND (begun = 1 OR starts_at <= @now) AND ends_at > @now`,
)
const SELECT_ENDED = statement<
  { ids: string; now: Instant; since: Instant },
  { windowId: WindowId; occursAt: Instant }
>(
  ({ isAmong }) => `
  SELECT window_id AS "windowId", occurs_at AS "occursAt" FROM silences
  WHERE window_id IS NOT NULL AND ${isAmong('window_id', '@ids')} AND occurs_at > @since AND ends_at <= @now`,
)
const FORGET_ENDED = statement<{ id: WindowId; beginsAt: Instant; now: Instant }>(
  'UPDATE silences SET occurs_at = NULL WHERE window_id = @id AND occurs_at = @beginsAt AND ends_at <= @now',
)
export const NEXT_WINDOW_AT = 'SELECT MIN(due_at) FROM windows WHERE due_at IS NOT NULL'
