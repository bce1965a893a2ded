import type { Issue } from '../../src/domain/errors.ts'
import type { JsonObject } from '../../src/domain/json-object.ts'
import { ask } from '../client/ask.ts'
import type { Session } from '../client/client-command.ts'
import type { Mistake, WrittenDefinition } from '../definitions/definition-reader.ts'
import { readServiceWebhooks } from '../definitions/webhook-definition.ts'
import {
  changedMembers,
  readServiceWindows,
  WINDOW_DEFAULTS,
  type StoredWindow,
} from '../definitions/window-definition.ts'
import { CliError } from '../program/cli-error.ts'
import type { BodyOf } from '../view/api-types.ts'
import { asTexts } from '../view/json-value.ts'
import type { Screen } from '../view/screen.ts'

export interface WindowPlan {
  readonly create: readonly PlannedWindow[]
  readonly change: readonly (PlannedWindow & { readonly id: number; readonly fields: readonly string[] })[]
  readonly delete: readonly Pick<StoredWindow, 'id' | 'name'>[]
  readonly unchanged: readonly string[]
}

interface PlannedWindow {
  readonly name: string
  readonly members: JsonObject
}

/**
 * Compares definitions with the stored windows and has the service check them. Changes nothing.
 * `webhookNames`: webhooks that the same files define.
 */
export async function planWindows(
  session: Session,
  written: readonly WrittenDefinition[],
  webhookNames: readonly string[],
  prune: boolean,
): Promise<{ readonly plan: WindowPlan; readonly mistakes: readonly Mistake[] }> {
  const names = await webhookNamesById(session)
  const stored = await readServiceWindows(session.client, names)
  const known = new Set([...names.values(), ...webhookNames])
  const mistakes: Mistake[] = []
  for (const { name, members, mistake } of written) {
    const before = stored.find((window) => window.name === name)
    const issues = [...findUnknownWebhooks(members, known), ...(await checked(session, members, before))]
    mistakes.push(...issues.map(({ path, message }) => mistake(path, message)))
  }
  return { plan: planOf(written, stored, prune), mistakes }
}

function planOf(
  written: readonly WrittenDefinition[],
  stored: readonly StoredWindow[],
  prune: boolean,
): WindowPlan {
  const byName = new Map(stored.map((window) => [window.name, window]))
  const wanted = new Set(written.map(({ name }) => name))
  const known = written.flatMap(({ name, members }) => {
    const before = byName.get(name)
    return before ? [{ name, members, id: before.id, fields: changedMembers(before, members) }] : []
  })
  return {
    create: written.filter(({ name }) => !byName.has(name)).map(({ name, members }) => ({ name, members })),
    change: known.filter(({ fields }) => fields.length > 0),
    delete: prune ? stored.filter(({ name }) => !wanted.has(name)).map(({ id, name }) => ({ id, name })) : [],
    unchanged: known.filter(({ fields }) => fields.length === 0).map(({ name }) => name),
  }
}

function findUnknownWebhooks(members: JsonObject, known: ReadonlySet<string>): readonly Issue[] {
  const { webhooks } = members
  if (members['webhook_ids'] !== undefined)
    return [
      { path: 'webhook_ids', message: 'means something on one service only; write `webhooks`, with names' },
    ]
  if (webhooks === undefined || webhooks === null) return []
  if (!Array.isArray(webhooks) || webhooks.length === 0)
    return [{ path: 'webhooks', message: 'must be a list of names; leave it out for all webhooks' }]
  return asTexts(webhooks).flatMap((name, index) =>
    known.has(name) ? [] : [{ path: `webhooks[${index}]`, message: `is "${name}", which is no webhook` }],
  )
}

async function checked(
  { client }: Session,
  { webhooks: _webhooks, webhook_ids: _ids, ...given }: JsonObject,
  before: StoredWindow | undefined,
): Promise<readonly Issue[]> {
  // A stored window may silence everything without a new confirmation.
  const isStored = before !== undefined && before.members['match'] === given['match']
  const body: JsonObject = isStored ? { ...given, everything: before.members['everything'] } : given
  try {
    await ask(client, 'POST', '/v1/windows/preview', { body: body as BodyOf<'POST', '/v1/windows/preview'> })
  } catch (error) {
    if (error instanceof CliError && error.status === 400 && error.issues.length > 0)
      return error.issues.map(({ path, message }) => ({
        path,
        message: message.replace('webhook_ids', 'webhooks'),
      }))
    throw error
  }
  const missing = ['match', 'reason'].filter(
    (member) => body[member] === undefined && (member !== 'match' || body['everything'] !== true),
  )
  return missing.map((path) => ({ path, message: 'is missing' }))
}

async function webhookNamesById({ client }: Session): Promise<ReadonlyMap<number, string>> {
  const { webhooks } = await readServiceWebhooks(client)
  return new Map(webhooks.map(({ id, name }) => [id, name]))
}

export function changesWindows(plan: WindowPlan): boolean {
  return plan.create.length + plan.change.length + plan.delete.length > 0
}

/** Shows a line for each window. */
export function showWindowPlan(screen: Screen, plan: WindowPlan): void {
  for (const { name } of plan.create)
    screen.line({ text: '+ create  ', tone: 'good' }, { text: name, tone: 'strong' }, '  maintenance window')
  for (const { name, id, fields } of plan.change)
    screen.line(
      { text: '~ change  ', tone: 'warn' },
      { text: name, tone: 'strong' },
      `  maintenance window (${id}): ${fields.join(', ')}`,
    )
  for (const { name, id } of plan.delete)
    screen.line({ text: `- delete  ${name}`, tone: 'bad' }, `  maintenance window (${id})`)
}

/** Carries out a plan. Call it after the webhooks that it names exist. */
export async function carryOutWindows(session: Session, plan: WindowPlan): Promise<void> {
  if (!changesWindows(plan)) return
  const { client } = session
  const names = await webhookNamesById(session)
  const ids = new Map([...names].map(([id, name]) => [name, id]))
  const toBody = ({ webhooks, ...members }: JsonObject) =>
    ({
      ...members,
      webhook_ids: Array.isArray(webhooks) ? asTexts(webhooks).map((name) => ids.get(name) ?? 0) : null,
    }) as BodyOf<'POST', '/v1/windows'>
  for (const { id } of plan.delete) await ask(client, 'DELETE', '/v1/windows/{id}', { id })
  for (const { id, members } of plan.change)
    await ask(client, 'PATCH', '/v1/windows/{id}', { id, body: toBody({ ...WINDOW_DEFAULTS, ...members }) })
  for (const { members } of plan.create) await ask(client, 'POST', '/v1/windows', { body: toBody(members) })
}

export function toWindowPlanJson(plan: WindowPlan): object {
  const named = (windows: readonly { readonly name: string }[]) => windows.map(({ name }) => name)
  return {
    create: named(plan.create),
    change: plan.change.map(({ name, fields }) => ({ name, fields })),
    delete: named(plan.delete),
    unchanged: plan.unchanged,
  }
}
