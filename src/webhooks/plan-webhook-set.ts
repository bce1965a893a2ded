import type { FieldChange } from '../domain/audit/audit.ts'
import { describeChange } from '../domain/audit/describe-change.ts'
import type { CheckTarget } from '../domain/definition/definition-issues.ts'
import { findCopiedHidden } from '../domain/definition/masked-values.ts'
import { defaultMode } from '../domain/definition/mode-rules.ts'
import { type Issue, issuesBelow, issuesOf } from '../domain/errors.ts'
import type { WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Rotation } from '../domain/receiver/signature.ts'
import { checkSigningSecret, liveSecrets, OVERLAP_MS_DEFAULT } from '../domain/receiver/signature.ts'
import { HIDDEN } from '../domain/redaction/redact.ts'
import type { ListedHeader, WebhookEdit } from '../domain/webhook/webhook-edit.ts'
import type { WebhookSetChange, WebhookSetStep } from '../domain/webhook/webhook-set.ts'
import type { Mode, NewWebhook, Webhook, WebhookHeader } from '../domain/webhook/webhook.ts'
import { completeDraft, findDefinitionIssues, toDraftedWebhook, type WebhookDraft } from './create-webhook.ts'
import { draftChange, withTargetChecked } from './change-webhook.ts'
import { chainLength, findFallbackIssues, SetNames } from './set-fallbacks.ts'

/** A webhook as a set defines it, identified by its name. */
export interface WantedWebhook {
  readonly name: string
  readonly draft: WebhookDraft
  /** False: it has no address. */
  readonly hasUrl: boolean
  /** The change of an existing webhook, with headers without ids. Undefined: the draft replaces it. */
  readonly edit: WebhookEdit | undefined
  /** The fallback's name; null: none; undefined: unchanged. */
  readonly fallback: string | null | undefined
  /** True: its `clearRequest` is a preset's, which a webhook that keeps `every_change` does not get. */
  readonly clearsByPreset: boolean
  /** The newest signing secret; undefined: unchanged. */
  readonly signingSecret: string | undefined
  /** Mistakes that were found before. */
  readonly issues: readonly Issue[]
}

export interface WantedSet {
  readonly webhooks: readonly WantedWebhook[]
  /** True: webhooks that the set does not name are deleted. */
  readonly prune: boolean
}

export interface PlannedWebhook {
  readonly kind: 'create' | 'change' | 'keep' | 'delete'
  /** Negative: it does not exist yet. */
  readonly id: WebhookId
  readonly name: string
  readonly changes: readonly FieldChange[]
  /** The kept mode, if the set names none and a new webhook would get the other one. */
  readonly keptMode: Mode | null
  /** The webhook afterwards; a deleted one as it is. */
  readonly after: Webhook
}

export interface WebhookSetPlan {
  readonly planned: readonly PlannedWebhook[]
  readonly change: WebhookSetChange
  /** Every mistake; paths begin with `webhooks[0]`. */
  readonly issues: readonly Issue[]
  readonly names: SetNames
}

export interface PlanningDeps {
  readonly now: Instant
  readonly checkTarget: CheckTarget | undefined
}

interface Entry extends PlannedWebhook {
  readonly index: number
  readonly issues: readonly Issue[]
  readonly step: WebhookSetStep | undefined
}

/**
 * Plans how stored webhooks become a set: each name is created, changed or kept, in the set's order; with
 * `prune` all others are deleted. Pure; finds every mistake.
 */
export function planWebhookSet(
  { webhooks, prune }: WantedSet,
  stored: readonly Webhook[],
  deps: PlanningDeps,
): WebhookSetPlan {
  const names = new SetNames(webhooks, { stored, prune })
  const entries = webhooks.map((wanted, index) => planEntry(wanted, index, { names, deps }))
  const left = prune ? names.unnamed.map(planDeletion) : []
  const after = [...entries.map((entry) => entry.after), ...(prune ? [] : names.unnamed)].toSorted(
    (one, other) => one.id - other.id,
  )
  const planned = [...entries, ...left]
  return {
    planned,
    names,
    change: {
      steps: orderSteps(planned, after),
      expected: stored.map(({ id, revision }) => ({ id, revision })),
      after,
    },
    issues: [
      ...entries.flatMap(({ index, issues }) => issuesBelow(`webhooks[${index}]`, issues)),
      ...findFallbackIssues(entries, { after, stored, names }).flatMap(({ index, ...issue }) =>
        issuesBelow(`webhooks[${index}]`, [issue]),
      ),
    ],
  }
}

interface EntryContext {
  readonly names: SetNames
  readonly deps: PlanningDeps
}

function planEntry(wanted: WantedWebhook, index: number, { names, deps }: EntryContext): Entry {
  const { name, fallback } = wanted
  const current = names.currentOf(name)
  const fallbackWebhookId = typeof fallback === 'string' ? (names.idOf(fallback) ?? null) : fallback
  const { rotation, issues: secretIssues } = planSigning(wanted, current, deps.now)
  const given = { wanted, fallbackWebhookId, rotation, names, deps }
  const entry = current ? planChange(current, given) : planCreation(-(index + 1), given)
  const known = new Set(wanted.issues.map(({ path }) => path))
  const found = [...entry.issues, ...secretIssues].filter(({ path }) => !known.has('') && !known.has(path))
  return { ...entry, name, index, issues: [...wanted.issues, ...found] }
}

interface Given {
  readonly wanted: WantedWebhook
  readonly fallbackWebhookId: WebhookId | null | undefined
  readonly rotation: Rotation | undefined
  readonly names: SetNames
  readonly deps: PlanningDeps
}

type Planned = Omit<Entry, 'index' | 'name'>

function planCreation(id: WebhookId, { wanted, fallbackWebhookId, rotation, names, deps }: Given): Planned {
  const { draft } = wanted
  const webhook: NewWebhook = { ...completeDraft(draft), fallbackWebhookId: fallbackWebhookId ?? null }
  const after = { ...withHeaderIds(toDraftedWebhook(webhook, deps.now)), id }
  const hidden = findCopiedHidden(webhook)
  const found = findDefinitionIssues(webhook, deps.checkTarget).filter(
    ({ path }) => wanted.hasUrl || path !== 'url',
  )
  return {
    kind: 'create',
    id,
    changes: describe(undefined, after, { rotation, names }),
    keptMode: null,
    after,
    issues: [...findUrlIssues(wanted), ...(draft.unread ?? []), ...(hidden.length > 0 ? hidden : found)],
    step: { kind: 'create', id, webhook, rotation },
  }
}

/** A missing address is not reported if its source has a mistake already. */
function findUrlIssues({ hasUrl, issues }: WantedWebhook): readonly Issue[] {
  const isKnown = issues.some(({ path }) => path === '' || /^(?:name|url|preset|fields)\b/.test(path))
  return hasUrl || isKnown ? [] : [{ path: 'url', message: 'is required' }]
}

function planChange(current: Webhook, { wanted, fallbackWebhookId, rotation, names, deps }: Given): Planned {
  const { id } = current
  const edit = { ...editOf(wanted, current), fallbackWebhookId }
  const { after, issues: found } = tryChange(current, edit, deps.checkTarget)
  const issues = [...(wanted.edit ? [] : findUrlIssues(wanted)), ...found]
  const changes = describe(current, after, { rotation, names })
  const planned = { id, changes, keptMode: keptModeOf(wanted, current), issues }
  if (changes.length === 0) return { ...planned, kind: 'keep', after: current, step: undefined }
  const checked = withTargetChecked(edit, deps.checkTarget)
  return { ...planned, kind: 'change', after, step: { kind: 'change', id, edit: checked, rotation } }
}

function tryChange(
  current: Webhook,
  edit: WebhookEdit,
  checkTarget: CheckTarget | undefined,
): { readonly after: Webhook; readonly issues: readonly Issue[] } {
  // The fallback is checked even if the edit is refused.
  const { fallbackWebhookId = current.fallbackWebhookId } = edit
  const otherwise = { ...current, fallbackWebhookId }
  try {
    return { after: withHeaderIds(draftChange(current, edit, checkTarget)), issues: [] }
  } catch (error) {
    return { after: otherwise, issues: issuesOf(error) }
  }
}

/** Returns the edit that makes the webhook as wanted; headers match stored ones by name. */
function editOf(
  { draft: given, edit, hasUrl, clearsByPreset }: WantedWebhook,
  current: Webhook,
): WebhookEdit {
  const mode =
    given.mode ?? keptModeOf({ draft: given, edit }, current) ?? (edit ? current.mode : defaultMode(given))
  const isCleared = clearsByPreset && mode === 'every_change'
  if (edit) {
    const list = edit.headers && 'list' in edit.headers ? edit.headers.list : undefined
    return {
      ...edit,
      ...(isCleared && { clearRequest: undefined }),
      ...(list && { headers: { list: pairHeaders(list, current.headers) } }),
    }
  }
  const draft = { ...given, mode, ...(isCleared && { clearRequest: null }) }
  const { headers, ...fields } = completeDraft(hasUrl ? draft : { ...draft, url: current.url })
  const { unread } = draft
  return {
    ...fields,
    ...(unread && { unread }),
    isMasked: true,
    headers: { list: pairHeaders(headers, current.headers) },
  }
}

/**
 * Returns the kept mode, if the set names none. `current_state` yields where it does not fit. A set whose
 * absent members stay keeps every mode and need not say so.
 */
function keptModeOf({ draft, edit }: Pick<WantedWebhook, 'draft' | 'edit'>, { mode }: Webhook): Mode | null {
  if (edit || draft.mode !== undefined || mode === 'current_state') return null
  return defaultMode(draft) === mode ? null : mode
}

function pairHeaders(
  wanted: readonly ListedHeader[],
  stored: readonly WebhookHeader[],
): readonly ListedHeader[] {
  const free = [...stored]
  return wanted.map(({ key, value }) => {
    const at = free.findIndex((header) => header.key.toLowerCase() === key.toLowerCase())
    const [known] = at === -1 ? [] : free.splice(at, 1)
    // A hidden value stands for the stored one, and keeps the stored spelling of the name.
    return { ...(known && { id: known.id }), key: value === HIDDEN ? (known?.key ?? key) : key, value }
  })
}

/** Gives new headers unique ids, so that their changes have different names. */
function withHeaderIds(webhook: Webhook): Webhook {
  const headers = webhook.headers.map((header, index) =>
    header.id > 0 ? header : { ...header, id: -index - 1 },
  )
  return { ...webhook, headers }
}

interface Describing {
  readonly rotation: Rotation | undefined
  readonly names: SetNames
}

/** Describes differences, with headers and fallbacks by name. It contains no secret. */
function describe(
  before: Webhook | undefined,
  after: Webhook,
  { rotation, names }: Describing,
): readonly FieldChange[] {
  const keys = new Map(
    [...(before?.headers ?? []), ...after.headers].map(({ id, key }) => [`http_headers[${id}]`, key]),
  )
  const [from, to] = [before, after].map((one) => names.nameOf(one?.fallbackWebhookId ?? null))
  const changes = describeChange(before, after).changes.map((change) => {
    const key = keys.get(change.field)
    if (key !== undefined) return { ...change, field: `header ${key}` }
    return change.field === 'fallback_webhook_id'
      ? { field: 'fallback', from: from ?? null, to: to ?? null }
      : change
  })
  return [...changes, ...describeSigning(before, rotation)]
}

function planSigning(
  { signingSecret }: WantedWebhook,
  current: Webhook | undefined,
  now: Instant,
): { readonly issues: readonly Issue[]; readonly rotation: Rotation | undefined } {
  const secrets = liveSecrets(current?.signingSecrets ?? [], now).map(({ secret }) => secret)
  const known = signingSecret === HIDDEN ? secrets[0] : signingSecret
  if (signingSecret === undefined || (known !== undefined && known === secrets[0]))
    return { issues: [], rotation: undefined }
  const message = findSecretMistake(signingSecret, secrets)
  if (message !== undefined) return { issues: [{ path: 'signing_secret', message }], rotation: undefined }
  return { issues: [], rotation: { secret: signingSecret, overlapUntil: now + OVERLAP_MS_DEFAULT, now } }
}

function findSecretMistake(given: string, secrets: readonly string[]): string | undefined {
  if (given === HIDDEN)
    return `is "${HIDDEN}", which stands for a hidden secret; there is none yet, so give the secret itself`
  if (secrets.includes(given)) return 'is an older secret of this webhook; give a new one, or the newest'
  return checkSigningSecret(given)
}

function describeSigning(
  before: Webhook | undefined,
  rotation: Rotation | undefined,
): readonly FieldChange[] {
  if (!rotation) return []
  const isSigned = before !== undefined && before.signingSecrets.length > 0
  return [
    {
      field: 'signing_secret',
      from: isSigned ? HIDDEN : null,
      to: isSigned ? `${HIDDEN} (changed)` : HIDDEN,
    },
  ]
}

function planDeletion(webhook: Webhook): PlannedWebhook & Pick<Entry, 'step'> {
  const { id, name } = webhook
  return {
    kind: 'delete',
    id,
    name,
    changes: [],
    keptMode: null,
    after: webhook,
    step: { kind: 'delete', id },
  }
}

/** Orders steps: creations first, each after its fallback, and deletions last. */
function orderSteps(
  planned: readonly Pick<Entry, 'step' | 'after'>[],
  after: readonly Webhook[],
): readonly WebhookSetStep[] {
  const byId = new Map(after.map((webhook) => [webhook.id, webhook]))
  const creations = planned
    .filter(({ step }) => step?.kind === 'create')
    .map(({ step, after: webhook }) => ({ step, fallbacks: chainLength(webhook, byId) }))
    .toSorted((one, other) => one.fallbacks - other.fallbacks)
  const others = (['change', 'delete'] as const).flatMap((kind) =>
    planned.filter(({ step }) => step?.kind === kind),
  )
  return [...creations, ...others].flatMap(({ step }) => step ?? [])
}
