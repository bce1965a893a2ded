import { redactText } from '../../domain/redaction/redact-text.ts'
import { HIDDEN, redactUrl } from '../../domain/redaction/redact.ts'
import type { Done } from './carry-out.ts'
import { formatCount } from '../../domain/format-count.ts'
import type { PlanWarning } from './definition-check.ts'
import type { FieldChange } from './definition-diff.ts'
import { isChange, type Step, type StepOf } from './definition-plan.ts'
import { asText } from '../view/json-value.ts'
import type { Screen } from '../view/screen.ts'
import type { Part } from '../view/table.ts'
import { describeAudience } from '../webhook/webhook-view.ts'

/** Webhooks that are named of those created or kept; the rest is counted. Deleted ones are always named. */
const SHOWN_MAX = 200
const VALUE_CHARACTERS_MAX = 120

export interface ShownPlan {
  readonly steps: readonly Step[]
  readonly warnings: readonly PlanWarning[]
  /** About the whole: what could not be seen, what the other server has besides. */
  readonly notes: readonly string[]
}

/** Shows the plan, a line for each webhook with its changes below. It contains no secret. */
export function showPlan(screen: Screen, { steps, warnings, notes }: ShownPlan): void {
  const creates = steps.filter((step) => step.kind === 'create')
  const changes = steps.filter((step) => step.kind === 'change')
  for (const { definition } of creates.slice(0, SHOWN_MAX)) {
    const { name, members } = definition
    const isOff = members['enabled'] === false ? ', disabled' : ''
    const about = `${redactUrl(asText(members['url']))}, ${describeAudience({ ...EVERY_STATE, ...members })}${isOff}`
    screen.line({ text: '+ create  ', tone: 'good' }, { text: name, tone: 'strong' }, `  ${about}`)
  }
  showRest(screen, creates.length)
  for (const step of changes.slice(0, SHOWN_MAX)) showChange(screen, step)
  showRest(screen, changes.length)
  for (const step of steps) {
    if (step.kind !== 'delete') continue
    const { name, id, members } = step.stored
    screen.line({ text: `- delete  ${name}`, tone: 'bad' }, `  (${id}) ${redactUrl(asText(members['url']))}`)
  }
  for (const step of steps) if (step.kind === 'refuse') showRefusal(screen, step)
  for (const { name, path, message } of warnings.slice(0, SHOWN_MAX)) {
    screen.line({ text: 'warning', tone: 'warn' }, `   ${name}: ${path === '' ? '' : `${path}: `}${message}`)
  }
  for (const note of notes) screen.line({ text: 'note', tone: 'dim' }, `      ${note}`)
  screen.line(`${describeCounts(steps)}.`)
}

const EVERY_STATE = { low_alert: true, med_alert: true, high_alert: true, cleared_alert: true }

function showRest(screen: Screen, count: number): void {
  if (count > SHOWN_MAX) screen.line(`  … and ${formatCount(count - SHOWN_MAX)} more`)
}

function showChange(screen: Screen, { stored, difference, signs }: StepOf<'change'>): void {
  screen.line({ text: '~ change  ', tone: 'warn' }, { text: stored.name, tone: 'strong' }, `  (${stored.id})`)
  for (const change of difference.changes) {
    const { before, after } = describeChange(change)
    const why =
      change.field === 'enabled' && stored.disabledReason !== ''
        ? `  (the service disabled it: ${stored.disabledReason})`
        : ''
    screen.line(`            ${change.field}: ${before} -> ${after}${why}`)
  }
  if (signs) screen.line(`            signing_secret: ${stored.isSigned ? 'another one' : 'begins to sign'}`)
}

function showRefusal(screen: Screen, { name, issues }: StepOf<'refuse'>): void {
  for (const { path, message } of issues) {
    const bad: Part = { text: '! not done', tone: 'bad' }
    screen.line(bad, ` ${name}: ${path === '' ? '' : `${path} `}${message}`)
  }
}

/** Old and new value as they may be shown. Texts of many lines: where they differ first. */
export function describeChange({ field, before, after, isSecret }: FieldChange): {
  readonly before: string
  readonly after: string
} {
  const isCurrentState = (value: unknown) => value !== undefined
  if (isSecret) {
    const describe = (value: unknown) => (isCurrentState(value) && value !== null ? HIDDEN : 'none')
    const [one, other] = [describe(before), describe(after)]
    return { before: one, after: one === other ? `another ${other}` : other }
  }
  if (field === 'url' || field === 'clear_request.url') {
    const shown = (value: unknown) => (isCurrentState(value) ? redactUrl(asText(value)) : 'none')
    const [old, now] = [shown(before), shown(after)]
    return { before: old, after: old === now ? `${now} (another secret in it)` : now }
  }
  if (typeof before === 'string' && typeof after === 'string' && /\n/.test(before + after)) {
    return firstDifference(redactText(before), redactText(after))
  }
  return { before: describeValue(before), after: describeValue(after) }
}

function firstDifference(before: string, after: string): { readonly before: string; readonly after: string } {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const at = Math.max(
    0,
    Array.from({ length: Math.max(old.length, now.length) }).findIndex(
      (_, index) => old[index] !== now[index],
    ),
  )
  const excerpt = (lines: readonly string[]) =>
    lines[at] === undefined
      ? `its end (${lines.length} lines)`
      : `line ${at + 1} ${cut(JSON.stringify(lines[at]))}`
  return { before: excerpt(old), after: excerpt(now) }
}

function describeValue(value: unknown): string {
  if (value === undefined || value === null) return 'none'
  return cut(typeof value === 'string' ? redactText(value) || '""' : redactText(JSON.stringify(value)))
}

function cut(text: string): string {
  return text.length <= VALUE_CHARACTERS_MAX ? text : `${text.slice(0, VALUE_CHARACTERS_MAX)}…`
}

/** `2 to create, 1 to change, 7 unchanged` */
export function describeCounts(steps: readonly Step[]): string {
  const count = (kind: Step['kind']) => steps.filter((step) => step.kind === kind).length
  const refused = new Set(steps.flatMap((step) => (step.kind === 'refuse' ? step.name : [])))
  const parts = [
    [count('create'), 'to create'],
    [count('change'), 'to change'],
    [count('delete'), 'to delete'],
    [count('keep'), 'unchanged'],
    [refused.size, 'that cannot be done'],
  ] as const
  const said = parts
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${formatCount(number)} ${words}`)
  return said.join(', ') || 'There are no webhooks in it'
}

export function describeDone({ created, changed, deleted, leftOut }: Done): string {
  const parts = [
    [created, 'created'],
    [changed, 'changed'],
    [deleted, 'deleted'],
    [leftOut, 'left out'],
  ] as const
  const said = parts
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${formatCount(number)} ${words}`)
  return said.join(', ') || 'Nothing was changed'
}

/** Returns the plan and its results for programs (null: it was not carried out). */
export function toPlanJson({ steps, warnings, notes }: ShownPlan, done: Done | null): object {
  return {
    create: steps.flatMap((step) => (step.kind === 'create' ? [{ name: step.definition.name }] : [])),
    change: steps.flatMap((step) => (step.kind === 'change' ? [toChangeJson(step)] : [])),
    delete: steps.flatMap((step) =>
      step.kind === 'delete' ? [{ id: step.stored.id, name: step.stored.name }] : [],
    ),
    unchanged: steps.flatMap((step) =>
      step.kind === 'keep' ? [{ id: step.stored.id, name: step.stored.name }] : [],
    ),
    not_done: steps.flatMap((step) =>
      step.kind === 'refuse' ? [{ name: step.name, errors: step.issues }] : [],
    ),
    warnings,
    notes,
    pending: done === null && steps.some(isChange),
    done: done && {
      created: done.created,
      changed: done.changed,
      deleted: done.deleted,
      left_out: done.leftOut,
      failures: done.failures,
    },
  }
}

function toChangeJson({ stored, difference, signs }: StepOf<'change'>): object {
  const changes = difference.changes.map((change) => ({ field: change.field, ...describeChange(change) }))
  const signing = { field: 'signing_secret', before: stored.isSigned ? HIDDEN : 'none', after: HIDDEN }
  return { id: stored.id, name: stored.name, changes: [...changes, ...(signs ? [signing] : [])] }
}
