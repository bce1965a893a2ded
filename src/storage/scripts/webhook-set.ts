import type { When } from '../../domain/audit/audit.ts'
import { AppError } from '../../domain/errors.ts'
import type { WebhookId } from '../../domain/ids.ts'
import type { ChainedWebhook, WebhookSetChange, WebhookSetStep } from '../../domain/webhook/webhook-set.ts'
import { WEBHOOKS_CHANGED } from '../../domain/webhook/webhook-set.ts'
import type { DefinitionSetChange } from '../../domain/window/window-set.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import type { NoValues, Scripts, TransactionScript } from '../transactions/transaction-script.ts'
import { many, runStep, statement } from '../transactions/transaction-script.ts'
import type { SilenceDeps } from './silences.ts'
import { applyWindowSet } from './windows.ts'
import type { WebhookDeps } from './webhooks.ts'
import { changeWebhook, createWebhook, deleteWebhook, rotateSigningSecret } from './webhooks.ts'

export function webhookSetScripts(deps: WebhookDeps & SilenceDeps): Scripts<'applyWebhooks'> {
  return { applyWebhooks: (change, when) => applyWebhookSet(deps, change, when) }
}

/**
 * Takes all steps of a set, or none. Throws `precondition_failed` if the webhooks are not those of the plan.
 * Each step is checked against the resulting set. Returns the ids of created webhooks, by the negative ids of
 * their steps.
 */
function* applyWebhookSet(
  deps: WebhookDeps & SilenceDeps,
  { steps, expected, after, windows }: DefinitionSetChange,
  when: When,
): TransactionScript<ReadonlyMap<WebhookId, WebhookId>> {
  requireUnchanged(yield* many(SELECT_REVISIONS, {}), expected)
  const created = new Map<WebhookId, WebhookId>()
  const chained = new Map<WebhookId, ChainedWebhook>(after.map((webhook) => [webhook.id, webhook]))
  const idOf = (id: WebhookId) => created.get(id) ?? id
  const work = {
    ...deps.work,
    neighboursOf(id: WebhookId, fallbackId?: WebhookId | null) {
      const planned = chained.get(id)?.fallbackWebhookId ?? null
      const first = fallbackId === undefined ? planned && idOf(planned) : fallbackId
      return runStep(() => chainFrom(first, chained, idOf))
    },
  }
  for (const step of steps) {
    yield* take({ ...deps, work }, step, when, created, idOf)
    const planned = chained.get(step.id)
    if (planned) chained.set(idOf(step.id), planned)
  }
  if (windows) yield* applyWindowSet(deps, windows, { ...when, idOf })
  return created
}

function requireUnchanged(
  stored: readonly Pick<Webhook, 'id' | 'revision'>[],
  expected: WebhookSetChange['expected'],
): void {
  const isSame =
    stored.length === expected.length &&
    stored.every(({ id, revision }, index) => {
      const planned = expected[index]
      return id === planned?.id && revision === planned.revision
    })
  if (!isSame) throw new AppError('precondition_failed', WEBHOOKS_CHANGED)
}

/** Returns the fallbacks after a webhook, created ones by their new ids. */
function chainFrom(
  fallbackId: WebhookId | null,
  chained: ReadonlyMap<WebhookId, ChainedWebhook>,
  idOf: (id: WebhookId) => WebhookId,
): readonly ChainedWebhook[] {
  const chain = new Map<WebhookId, ChainedWebhook>()
  let next = fallbackId === null ? undefined : chained.get(fallbackId)
  while (next !== undefined && !chain.has(idOf(next.id))) {
    const fallback = next.fallbackWebhookId === null ? null : idOf(next.fallbackWebhookId)
    chain.set(idOf(next.id), { ...next, id: idOf(next.id), fallbackWebhookId: fallback })
    next = fallback === null ? undefined : chained.get(fallback)
  }
  return [...chain.values()]
}

function* take(
  deps: WebhookDeps,
  step: WebhookSetStep,
  when: When,
  created: Map<WebhookId, WebhookId>,
  idOf: (id: WebhookId) => WebhookId,
): TransactionScript<void> {
  if (step.kind === 'delete') {
    yield* deleteWebhook(deps, step.id, when)
    return
  }
  const toStored = (id: WebhookId | null | undefined) => (typeof id === 'number' ? idOf(id) : id)
  if (step.kind === 'create') {
    const fallbackWebhookId = toStored(step.webhook.fallbackWebhookId) ?? null
    const { id } = yield* createWebhook(deps, { ...step.webhook, fallbackWebhookId }, when)
    created.set(step.id, id)
  } else {
    const edit = { ...step.edit, fallbackWebhookId: toStored(step.edit.fallbackWebhookId) }
    yield* changeWebhook(deps, step.id, { edit, ...when })
  }
  if (step.rotation) yield* rotateSigningSecret(deps, idOf(step.id), { ...step.rotation, by: when.by })
}

const SELECT_REVISIONS = statement<NoValues, Pick<Webhook, 'id' | 'revision'>>(
  'SELECT id, revision FROM webhooks ORDER BY id',
)
