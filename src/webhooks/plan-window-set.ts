import { isDeepStrictEqual } from 'node:util'
import type { FieldChange } from '../domain/audit/audit.ts'
import { windowChanges } from '../domain/audit/audit-entries.ts'
import { type Issue, issuesBelow, issuesOf } from '../domain/errors.ts'
import type { WebhookId, WindowId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Steps } from '../domain/steps.ts'
import { editWindow, validateWindow } from '../domain/window/window-rules.ts'
import type { WindowSetChange, WindowSetStep } from '../domain/window/window-set.ts'
import type { MaintenanceWindow, NewWindow, WindowEdit } from '../domain/window/window.ts'
import type { SetNames } from './set-fallbacks.ts'

/** A maintenance window of a set, identified by its name. */
export interface WantedWindow {
  readonly name: string
  /** The names of its webhooks; null: all. */
  readonly webhooks: readonly string[] | null
  /** Throws `invalid_request` with every mistake of its form. */
  readonly read: (now: Instant) => { readonly created: NewWindow; readonly edit: WindowEdit }
}

export interface PlannedWindow {
  readonly kind: 'create' | 'change' | 'keep' | 'delete'
  /** Null: it does not exist yet. */
  readonly id: WindowId | null
  readonly name: string
  readonly changes: readonly FieldChange[]
}

export interface WindowSetPlan {
  readonly planned: readonly PlannedWindow[]
  readonly change: WindowSetChange
  /** Every mistake; paths begin with `windows[0]`. */
  readonly issues: readonly Issue[]
}

interface Planning {
  readonly names: SetNames
  readonly now: Instant
}

interface Entry extends PlannedWindow {
  readonly issues: readonly Issue[]
  readonly step: WindowSetStep | undefined
}

/** Plans how stored windows become a set, one by one: following a rule takes milliseconds. */
export function* planWindowSet(
  { windows, prune }: { readonly windows: readonly WantedWindow[]; readonly prune: boolean },
  stored: readonly MaintenanceWindow[],
  planning: Planning,
): Steps<WindowSetPlan> {
  const byName = new Map(stored.map((window) => [window.name, window]))
  const indexes = new Map(windows.map(({ name }, index) => [name, index] as const).toReversed())
  const planned = stored.filter(({ name }) => prune && !indexes.has(name)).map(planDeletion)
  for (const [index, wanted] of windows.entries()) {
    const path = `windows[${index}]`
    const isTaken = wanted.name !== '' && indexes.get(wanted.name) !== index
    const taken = { path: `${path}.name`, message: `is "${wanted.name}" a second time` }
    const { step, issues, ...entry } = planEntry(wanted, byName.get(wanted.name), planning)
    planned.push({
      ...entry,
      step: step && { ...step, path },
      issues: isTaken ? [taken] : issuesBelow(path, issues),
    })
    yield
  }
  return {
    planned,
    change: { steps: planned.flatMap(({ step }) => step ?? []), expected: stored },
    issues: planned.flatMap(({ issues }) => issues),
  }
}

function planDeletion(before: MaintenanceWindow): Entry {
  const { id, name } = before
  return { kind: 'delete', id, name, changes: [], issues: [], step: { kind: 'delete', path: '', before } }
}

function planEntry(
  { name, webhooks, read }: WantedWindow,
  before: MaintenanceWindow | undefined,
  { names, now }: Planning,
): Entry {
  const issues = (webhooks ?? []).flatMap((webhook, index) => {
    const message = names.whyUnknown(webhook)
    return message === undefined ? [] : [{ path: `webhooks[${index}]`, message }]
  })
  const kept = { kind: 'keep', id: before?.id ?? null, name, changes: [], step: undefined } as const
  try {
    const { created, edit } = read(now)
    const webhookIds = webhooks?.flatMap((webhook) => names.idOf(webhook) ?? []) ?? null
    if (before === undefined) {
      const after = { ...created, webhookIds }
      validateWindow(after, now)
      const changes = changesOf(undefined, { except: [], ...after }, names)
      return { ...kept, kind: 'create', changes, issues, step: { kind: 'create', path: '', after } }
    }
    const after = editWindow(before, { ...edit, webhookIds: keepDeleted(webhookIds, before, names) }, now)
    if (after === before) return { ...kept, issues }
    const changes = changesOf(before, after, names)
    return { ...kept, kind: 'change', changes, issues, step: { kind: 'change', path: '', before, after } }
  } catch (error) {
    return { ...kept, issues: [...issues, ...issuesOf(error)] }
  }
}

/** A stored window may name webhooks that are deleted; a set cannot. */
function keepDeleted(
  wanted: readonly WebhookId[] | null,
  { webhookIds }: MaintenanceWindow,
  names: SetNames,
): readonly WebhookId[] | null {
  const known = webhookIds?.filter((id) => names.nameOf(id) !== null) ?? null
  return isDeepStrictEqual(known, wanted) ? webhookIds : wanted
}

/** Describes differences, with webhooks by name. */
function changesOf(
  before: MaintenanceWindow | undefined,
  after: Parameters<typeof windowChanges>[1],
  names: SetNames,
): readonly FieldChange[] {
  const namesOf = (ids: readonly WebhookId[] | null | undefined) =>
    ids?.map((id) => names.nameOf(id) ?? id).join(', ') ?? null
  return windowChanges(before, after).map((change) =>
    change.field === 'webhook_ids'
      ? { field: 'webhooks', from: namesOf(before?.webhookIds), to: namesOf(after?.webhookIds) }
      : change,
  )
}
