import type { Clock } from '../runtime/clock.ts'
import type { Author } from '../domain/audit/audit.ts'
import { DEFAULT_TEMPLATES } from '../domain/webhook/default-templates.ts'
import {
  type CheckTarget,
  findFieldIssues,
  findFilterIssues,
  findHeaderFilterIssues,
  findHeaderIssues,
  findHeaderListIssues,
} from '../domain/definition/definition-issues.ts'
import { defaultMode, findMisfits } from '../domain/definition/mode-rules.ts'
import { settingsOf, unsaidValue } from '../domain/definition/webhook-settings.ts'
import { invalidRequest, type Issue } from '../domain/errors.ts'
import type { AlertFlags, NewWebhook, Webhook } from '../domain/webhook/webhook.ts'
import type { Instant } from '../domain/instant.ts'
import type { Store } from '../storage/store.ts'

export interface WebhookDeps {
  readonly store: Store
  readonly clock: Clock
  readonly checkTarget?: CheckTarget | undefined
}

/** A definition from a client: only name and URL are required. */
export type WebhookDraft = Pick<NewWebhook, 'name' | 'url'> & {
  readonly [Member in keyof Omit<NewWebhook, 'name' | 'url' | 'alertFlags'>]?: NewWebhook[Member] | undefined
} & {
  readonly alertFlags?: Partial<AlertFlags> | undefined
  /** Mistakes in unreadable parts, refused together with the others. */
  readonly unread?: readonly Issue[]
  /** True: unknown marker filters count as text, for an interface that always did so. */
  readonly keepsUnknownFilters?: boolean | undefined
}

/** Throws `invalid_request` with every mistake, or what the store throws; nothing is stored then. */
export async function createWebhook(
  { store, clock, checkTarget }: WebhookDeps,
  draft: WebhookDraft,
  by: Author,
): Promise<Webhook> {
  return store.createWebhook(checkedDraft(draft, checkTarget), clock.now(), by)
}

/** Returns the webhook of a draft, for a preview. Throws what `createWebhook` refuses. */
export function draftWebhook({ clock, checkTarget }: WebhookDeps, draft: WebhookDraft): Webhook {
  return toDraftedWebhook(checkedDraft(draft, checkTarget), clock.now())
}

function checkedDraft(draft: WebhookDraft, checkTarget: CheckTarget | undefined): NewWebhook {
  const issues = findDraftIssues(draft, checkTarget)
  if (issues.length > 0) throw invalidRequest(issues)
  return completeDraft(draft)
}

/** Returns a new webhook as it would be stored, with the id and the revision 0. */
export function toDraftedWebhook(webhook: NewWebhook, now: Instant): Webhook {
  return {
    ...webhook,
    id: 0,
    headers: webhook.headers.map((header) => ({ ...header, id: 0 })),
    signingSecrets: [],
    disabledReason: null,
    revision: 0,
    createdAt: now,
    updatedAt: now,
    routedSince: now,
    matchOwner: null,
  }
}

/** Finds every mistake in a draft; what only the store knows is not checked. */
export function findDraftIssues(draft: WebhookDraft, checkTarget: CheckTarget | undefined): readonly Issue[] {
  return [
    ...(draft.unread ?? []),
    ...findDefinitionIssues(completeDraft(draft), checkTarget, draft.keepsUnknownFilters),
  ]
}

/** Finds every mistake in a new webhook, except what only the store knows. */
export function findDefinitionIssues(
  webhook: NewWebhook,
  checkTarget: CheckTarget | undefined,
  keepsUnknownFilters = false,
): readonly Issue[] {
  const headerPath = (index: number) => `http_headers[${index}]`
  return [
    ...findFieldIssues(webhook, checkTarget),
    ...findHeaderIssues(webhook.headers, headerPath),
    ...(keepsUnknownFilters
      ? []
      : [...findFilterIssues(webhook), ...findHeaderFilterIssues(webhook.headers, headerPath)]),
    ...findHeaderListIssues(webhook.headers.map(({ key }) => key)),
    ...findMisfits(webhook),
  ]
}

export function completeDraft(draft: WebhookDraft): NewWebhook {
  const { payloadType = 'ALERT', alertFlags = {} } = draft
  return {
    name: draft.name,
    url: draft.url,
    enabled: draft.enabled ?? true,
    method: draft.method ?? 'POST',
    headers: draft.headers ?? [],
    payloadType,
    payloadTemplate: draft.payloadTemplate ?? DEFAULT_TEMPLATES[payloadType],
    alertFlags: {
      low: alertFlags.low ?? true,
      medium: alertFlags.medium ?? true,
      high: alertFlags.high ?? true,
      cleared: alertFlags.cleared ?? true,
    },
    description: draft.description ?? '',
    ...settingsOf((setting) => draft[setting.name] ?? unsaidValue(setting)),
    mode: draft.mode ?? defaultMode(draft),
  }
}
