import type { Issue } from '../../src/domain/errors.ts'
import { formatCount } from '../../src/domain/spelling.ts'
import { asObjects, asText, type ResponseTo } from '../view/response.ts'
import type { Screen } from '../view/screen.ts'
import { describeAudience } from '../webhook/webhook-view.ts'

/** Limit for created and for changed webhooks. Deleted ones are always named. */
const SHOWN_MAX = 200

/** A webhook that is left out, and why. */
export interface Refused {
  readonly name: string
  readonly issues: readonly Issue[]
}

export interface Plan {
  /** With `windows` if there were any in the set. */
  readonly result: ResponseTo<'PUT', '/v1/windows'>
  readonly refused: readonly Refused[]
  readonly notes: readonly string[]
  /** Findings of previews, as sentences. */
  readonly findings?: readonly string[]
}

type Planned = NonNullable<Plan['result']['create']>[number]

/** Shows a line for each webhook, with its changes below it. It contains no secret. */
export function showPlan(screen: Screen, plan: Plan): void {
  const { result, refused, notes, findings = [] } = plan
  const creates = asObjects(result.create)
  const changes = asObjects(result.change)
  for (const webhook of creates.slice(0, SHOWN_MAX)) {
    const line = { text: asText(webhook.name), tone: 'strong' } as const
    screen.line({ text: '+ create  ', tone: 'good' }, line, `  ${describeNew(webhook)}`)
  }
  showRest(screen, creates.length)
  for (const webhook of changes.slice(0, SHOWN_MAX)) showChange(screen, webhook)
  showRest(screen, changes.length)
  const kept = asObjects(result.unchanged).filter((webhook) => keepsMode(webhook))
  for (const { id, name, kept_mode } of kept.slice(0, SHOWN_MAX)) {
    screen.line('= keep    ', `${asText(name)}  (${id}) mode: ${asText(kept_mode)}, kept`)
  }
  showRest(screen, kept.length)
  for (const { id, name } of asObjects(result.delete)) {
    screen.line({ text: `- delete  ${asText(name)}`, tone: 'bad' }, `  (${id})`)
  }
  showWindows(screen, result.windows)
  for (const { name, issues } of refused) {
    for (const { path, message } of issues) {
      screen.line({ text: '! not done', tone: 'bad' }, ` ${name}: ${path === '' ? '' : `${path} `}${message}`)
    }
  }
  for (const { name, path, message } of asObjects(result.warnings).slice(0, SHOWN_MAX)) {
    const where = path === '' ? '' : `${asText(path)}: `
    screen.line({ text: 'warning', tone: 'warn' }, `   ${asText(name)}: ${where}${asText(message)}`)
  }
  for (const finding of findings) screen.line({ text: 'warning', tone: 'warn' }, `   ${finding}`)
  for (const note of notes) screen.line({ text: 'note', tone: 'dim' }, `      ${note}`)
  screen.line(`${describeCounts(plan)}.`)
}

function describeNew({ changes }: Planned): string {
  const values = Object.fromEntries(asObjects(changes).map(({ field, to }) => [asText(field), to]))
  const isOff = values['enabled'] === false ? ', disabled' : ''
  return `${asText(values['url'])}, ${describeAudience(values)}${isOff}`
}

function showRest(screen: Screen, count: number): void {
  if (count > SHOWN_MAX) screen.line(`  … and ${formatCount(count - SHOWN_MAX)} more`)
}

function showChange(screen: Screen, webhook: Planned): void {
  const { id, name, changes } = webhook
  screen.line({ text: '~ change  ', tone: 'warn' }, { text: asText(name), tone: 'strong' }, `  (${id})`)
  for (const { field, from, to } of asObjects(changes)) {
    screen.line(`            ${asText(field)}: ${describeValue(from)} -> ${describeValue(to)}`)
  }
  if (keepsMode(webhook)) screen.line(`            mode: ${asText(webhook.kept_mode)}, kept`)
}

/** An older service does not send `kept_mode`. */
function keepsMode({ kept_mode: mode }: Planned): boolean {
  return typeof mode === 'string'
}

function describeValue(value: unknown): string {
  return value === null || value === undefined ? 'none' : asText(value)
}

function showWindows(screen: Screen, windows: Plan['result']['windows']): void {
  const noun = '  maintenance window'
  for (const { name } of asObjects(windows?.create))
    screen.line({ text: '+ create  ', tone: 'good' }, { text: asText(name), tone: 'strong' }, noun)
  for (const { name, id, changes } of asObjects(windows?.change))
    screen.line(
      { text: '~ change  ', tone: 'warn' },
      { text: asText(name), tone: 'strong' },
      `${noun} (${id}): ${fieldsOf(changes).join(', ')}`,
    )
  for (const { name, id } of asObjects(windows?.delete))
    screen.line({ text: `- delete  ${asText(name)}`, tone: 'bad' }, `${noun} (${id})`)
}

function fieldsOf(changes: Planned['changes']): readonly string[] {
  return asObjects(changes).map(({ field }) => asText(field))
}

type Listed = 'create' | 'change' | 'delete' | 'unchanged'

/** Counts webhooks and maintenance windows. */
function countOf(result: Plan['result'], list: Listed): number {
  return asObjects(result[list]).length + asObjects(result.windows?.[list]).length
}

export function hasChanges({ result }: Pick<Plan, 'result'>): boolean {
  return (['create', 'change', 'delete'] as const).some((list) => countOf(result, list) > 0)
}

/** `2 to create, 1 to change, 7 unchanged` */
export function describeCounts({ result, refused }: Plan): string {
  const count = (list: Listed) => countOf(result, list)
  const parts = [
    [count('create'), 'to create'],
    [count('change'), 'to change'],
    [count('delete'), 'to delete'],
    [count('unchanged'), 'unchanged'],
    [refused.length, 'that cannot be done'],
  ] as const
  return describeParts(parts) || 'There is nothing in it'
}

export function showResult(screen: Screen, done: Plan['result'] | undefined): void {
  const count = (list: Listed) => (done === undefined ? 0 : countOf(done, list))
  const parts = [
    [count('create'), 'created'],
    [count('change'), 'changed'],
    [count('delete'), 'deleted'],
  ] as const
  screen.line(`${describeParts(parts) || 'Nothing was changed'}.`)
}

function describeParts(parts: readonly (readonly [number, string])[]): string {
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatCount(count)} ${words}`)
    .join(', ')
}

/**
 * Returns the plan for --json, with the ids of created webhooks; `done` undefined: it was not carried out.
 */
export function toPlanJson(plan: Plan, done: Plan['result'] | undefined): object {
  const { windows, ...result } = done ?? plan.result
  const named = (list: Listed) => asObjects(windows?.[list]).map(({ name }) => name)
  return {
    ...result,
    dry_run: done === undefined,
    not_done: plan.refused.map(({ name, issues }) => ({ name, errors: issues })),
    notes: plan.notes,
    ...(windows && {
      windows: {
        create: named('create'),
        change: asObjects(windows.change).map(({ name, changes }) => ({ name, fields: fieldsOf(changes) })),
        delete: named('delete'),
        unchanged: named('unchanged'),
      },
    }),
    pending: done === undefined && hasChanges(plan),
  }
}
