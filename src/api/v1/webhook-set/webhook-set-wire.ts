import type { Static, TSchema } from 'typebox'
import { AppError, type Issue, issuesOf } from '../../../domain/errors.ts'
import { isObject, type JsonObject } from '../../../domain/json-object.ts'
import { SIGNING_SECRET_PATTERN } from '../../../domain/receiver/signature.ts'
import { HEADERS_MAX, NAME_CHARACTERS_MAX } from '../../../domain/webhook/webhook-limits.ts'
import { MODES } from '../../../domain/webhook/webhook.ts'
import { SET_CHANGES_MAX, SET_WEBHOOKS_MAX } from '../../../domain/webhook/webhook-set.ts'
import { WINDOWS_MAX } from '../../../domain/window/window.ts'
import { fillPreset } from '../../../presets/fill-preset.ts'
import type { SetResult } from '../../../webhooks/apply-webhook-set.ts'
import type { PlannedWebhook, WantedWebhook } from '../../../webhooks/plan-webhook-set.ts'
import { Type } from '../../routes/route.ts'
import { createValidatorFactory } from '../../routes/validator.ts'
import { NEW_HEADER } from '../../webhooks/webhook-shapes.ts'
import { fieldChangeSchema } from '../people/audit.ts'
import { idSchema, issueSchema, nullable, textMap } from '../resource.ts'
import { knownPreset, toDraftWire, toField } from '../webhooks/presets.ts'
import { windowEntrySchema } from '../windows/window-wire.ts'
import { NOT_WRITTEN, toDraft, toWebhookEdit, WEBHOOK_CHANGE } from '../webhooks/webhook-wire.ts'

const { http_headers: _withIds, name: _optional, description, url, ...OTHERS } = WEBHOOK_CHANGE.properties
const { fallback_webhook_id: _byId, ...FURTHER_MEMBERS } = OTHERS as typeof OTHERS & Settings

/** Members that come from the table of settings. */
interface Settings {
  readonly fallback_webhook_id?: TSchema
}

/** Members that clients try, with their replacement. */
const NOT_IN_SET = {
  ...NOT_WRITTEN,
  id: 'is given by the service; leave it out: a webhook is found by its name',
  signed: 'is no member to write; write signing_secret: and the secret',
  fallback_webhook_id:
    'is a number that means another webhook on every service; write fallback: and the name of the webhook',
  receiver: 'is called preset',
}

/** A webhook of a set, also in files of definitions. */
export const entrySchema = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: NAME_CHARACTERS_MAX,
      description: 'The name that the webhook is found by; a new name creates a new webhook.',
    }),
    description,
    url,
    ...FURTHER_MEMBERS,
    http_headers: Type.Optional(
      Type.Array(NEW_HEADER, {
        maxItems: HEADERS_MAX,
        description: 'The complete list of headers; with `preset`, in addition to those of the preset.',
      }),
    ),
    fallback: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        maxLength: NAME_CHARACTERS_MAX,
        description:
          'The name of the webhook that is notified when a delivery of this one ends as failed; null: none.',
      }),
    ),
    preset: Type.Optional(Type.String('Name of a preset that gives the members that are absent here.')),
    fields: Type.Optional(textMap('The value of each field of the preset, by its name.')),
    signing_secret: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        maxLength: 200,
        description:
          'The newest secret that signs its requests. Absent, null or `***`: signing stays as it is. Earlier secrets stay valid for a day.',
        'x-value': { type: ['string', 'null'], pattern: `${SIGNING_SECRET_PATTERN}|^\\*{3}$` },
      }),
    ),
  },
  { title: 'WebhookOfSet', additionalProperties: false, 'x-unknown': NOT_IN_SET },
)

const ABSENT = ['default', 'keep'] as const

export const webhookSetSchema = Type.Closed('WebhookSet', {
  // Validated one by one, to find the mistakes of all.
  webhooks: Type.Array(Type.Unsafe<unknown>({ 'x-value': entrySchema }), {
    maxItems: SET_WEBHOOKS_MAX,
    description: `The webhooks, found by their names. At most ${SET_CHANGES_MAX} of them may be created, changed or deleted by one request.`,
  }),
  absent: Type.Optional(
    Type.Enum(
      ABSENT,
      'Meaning of absent members. `default` (if absent): the default of a new webhook, but for `mode`, which an existing webhook keeps. `keep`: an existing webhook keeps its value. Hidden values (`***`) stand for what an existing webhook has.',
    ),
  ),
  prune: Type.Optional(Type.Boolean('True: webhooks that are not in the set are deleted.')),
  dry_run: Type.Optional(Type.Boolean('True: only plans; nothing is changed.')),
})

const plannedMembers = (noun: string) => ({
  id: nullable(idSchema(`The id of the ${noun}.`), 'Null: it does not exist yet.'),
  name: Type.String(`The name of the ${noun}.`),
  changes: Type.Array(
    fieldChangeSchema,
    `The members that differ; empty for a deleted or unchanged ${noun}.`,
  ),
})

const plannedSchema = Type.Object('PlannedWebhook', {
  ...plannedMembers('webhook'),
  kept_mode: nullable(
    Type.Enum(
      MODES,
      'The mode that it keeps because the set names none, where a new webhook would get the other one.',
    ),
    'Null: the set names a mode, or a new webhook would get the same.',
  ),
})

const plannedLists = <Schema extends TSchema>(nouns: string, schema: Schema) => ({
  create: Type.Array(schema, `${nouns} that are created.`),
  change: Type.Array(schema, `${nouns} that are changed.`),
  delete: Type.Array(schema, `${nouns} that are deleted.`),
  unchanged: Type.Array(schema, `${nouns} that are as defined already.`),
})

export const webhookSetPlanSchema = Type.Object('WebhookSetPlan', {
  dry_run: Type.Boolean('True: nothing was changed.'),
  ...plannedLists('Webhooks', plannedSchema),
  warnings: Type.Array(
    Type.Object('WebhookOfSetWarning', {
      name: Type.String('The name of the webhook.'),
      ...issueSchema.properties,
    }),
    { description: 'Warnings about webhooks that are created or changed.' },
  ),
})

const { webhooks: webhooksMember, ...options } = webhookSetSchema.properties

export const windowSetSchema = Type.Closed('WindowSet', {
  windows: Type.Array(Type.Unsafe<unknown>({ 'x-value': windowEntrySchema }), {
    maxItems: WINDOWS_MAX,
    description:
      'The maintenance windows, found by their names. Absent members get their default, but for `from` and `except`, which an existing window keeps.',
  }),
  webhooks: Type.Optional(webhooksMember),
  ...options,
  prune: Type.Optional(
    Type.Boolean(
      'True: maintenance windows, and webhooks if there are any, that are not in the set are deleted.',
    ),
  ),
})

const plannedWindowSchema = Type.Object(plannedMembers('maintenance window'), { title: 'PlannedWindow' })

export const windowSetPlanSchema = Type.Object('WindowSetPlan', {
  ...webhookSetPlanSchema.properties,
  windows: Type.Object(plannedLists('Maintenance windows', plannedWindowSchema), { title: 'PlannedWindows' }),
})

type Entry = Static<typeof entrySchema>

const validateEntry = createValidatorFactory()({ schema: entrySchema, httpPart: 'entry' })

/** Reads an entry of a set, with every mistake of its form; faulty members count as absent. */
export function toWanted(given: unknown, absent: (typeof ABSENT)[number]): WantedWebhook {
  const verdict = validateEntry(given)
  const issues = verdict === true ? [] : issuesOf(verdict.error)
  const wrong = new Set(issues.map(({ path }) => /^[^.[]*/.exec(path)?.[0]))
  const members = Object.entries(isObject(given) ? given : {}).filter(([member]) => !wrong.has(member))
  const entry = Object.fromEntries(members) as Partial<Entry>
  const preset = expandPreset(entry)
  const { mode: _default, ...ofPreset } = preset.members
  const { fallback, signing_secret: signingSecret, preset: _preset, fields, ...own } = entry
  const headers = [...(ofPreset.http_headers ?? []), ...(own.http_headers ?? [])]
  const body = {
    ...ofPreset,
    ...own,
    ...((ofPreset.http_headers ?? own.http_headers) && { http_headers: headers }),
  }
  const name = entry.name ?? ''
  return {
    name,
    draft: toDraft({ ...body, name, url: body.url ?? '' }),
    hasUrl: body.url !== undefined,
    edit: absent === 'keep' ? toWebhookEdit(body) : undefined,
    fallback: absent === 'keep' ? fallback : (fallback ?? null),
    clearsByPreset: ofPreset.clear_request !== undefined && own.clear_request === undefined,
    signingSecret: signingSecret ?? undefined,
    issues: [
      ...issues,
      ...preset.issues,
      ...(fields !== undefined && entry.preset === undefined && !wrong.has('preset')
        ? [{ path: 'fields', message: 'is for a preset; write preset: and its name as well' }]
        : []),
    ],
  }
}

interface Expanded {
  readonly members: Partial<ReturnType<typeof toDraftWire>>
  readonly issues: readonly Issue[]
}

function expandPreset({
  name,
  preset: id,
  fields = {},
  payload_type: payloadType,
}: Partial<Entry>): Expanded {
  if (id === undefined) return { members: {}, issues: [] }
  try {
    const preset = knownPreset(id)
    const members = toDraftWire(fillPreset(preset, { fields, name, payloadType }))
    return { members, issues: [] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const unknown = { path: 'preset', message: `is unknown. ${error.message}` }
    return { members: {}, issues: error.code === 'not_found' ? [unknown] : error.issues }
  }
}

/** Moves a mistake in an address made by a preset to the field it was made of. */
export function toFieldIssue(issue: Issue, entries: readonly unknown[]): Issue {
  const [whole, index, path = ''] = /^webhooks\[(\d+)\]\.(.+)$/.exec(issue.path) ?? []
  const entry = whole === undefined ? undefined : entries[Number(index)]
  if (!isObject(entry) || typeof entry['preset'] !== 'string' || entry['url'] !== undefined) return issue
  try {
    const { path: moved } = toField({ path, message: '' }, knownPreset(entry['preset']))
    return { ...issue, path: `webhooks[${index}].${moved}` }
  } catch {
    return issue
  }
}

export function toPlanWire(
  { planned: webhooks, windows, idOf }: SetResult,
  {
    isDryRun,
    warningsOf,
  }: { readonly isDryRun: boolean; readonly warningsOf: (webhook: PlannedWebhook) => readonly Issue[] },
): JsonObject {
  const shown = webhooks.map((one) => ({
    kind: one.kind,
    wire: { id: idOf(one), name: one.name, changes: one.changes, kept_mode: one.keptMode },
  }))
  const written = webhooks.filter(({ kind }) => kind === 'create' || kind === 'change')
  return {
    dry_run: isDryRun,
    ...toLists(shown),
    ...(windows && { windows: toLists(windows.map(({ kind, ...wire }) => ({ kind, wire }))) }),
    warnings: written.flatMap((one) =>
      warningsOf(one).map(({ path, message }) => ({ name: one.name, path, message })),
    ),
  }
}

function toLists(planned: readonly { readonly kind: PlannedWebhook['kind']; readonly wire: JsonObject }[]) {
  const of = (kind: PlannedWebhook['kind']) =>
    planned.filter((one) => one.kind === kind).map(({ wire }) => wire)
  return { create: of('create'), change: of('change'), delete: of('delete'), unchanged: of('keep') }
}
