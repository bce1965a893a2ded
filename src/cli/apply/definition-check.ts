import type { Issue } from '../../domain/errors.ts'
import type { ApiClient } from '../client/api-client.ts'
import { mapAtOnce } from '../definitions/at-once.ts'
import { CliError } from '../program/cli-error.ts'
import type { Definition } from '../definitions/definition.ts'
import { isChange, type Step } from './definition-plan.ts'
import { ask, type ApiResult } from '../client/ask.ts'
import type { Received } from '../view/api-types.ts'
import { asObjects, asText } from '../view/json-value.ts'

/** A warning about a webhook that is created or changed. */
export interface PlanWarning extends Issue {
  readonly name: string
}

export interface CheckedPlan {
  /** The steps; those that the service would refuse are refused here. */
  readonly steps: readonly Step[]
  readonly warnings: readonly PlanWarning[]
}

type Client = Pick<ApiClient, 'send'>

interface Verdict {
  readonly issues: readonly Issue[]
  readonly warnings: readonly Issue[]
}

/**
 * Asks the service what it thinks of each webhook that would be made or changed: by its own rules, without storing any.
 */
export async function checkPlan(
  client: Client,
  steps: readonly Step[],
  onDone?: (doneCount: number) => void,
): Promise<CheckedPlan> {
  const verdicts = await mapAtOnce(steps, (step) => validate(client, step), onDone ? { onDone } : {})
  return {
    steps: steps.map((step, index) => {
      const { issues = [] } = verdicts[index] ?? {}
      if (issues.length === 0) return step
      if (step.kind === 'refuse') return { ...step, issues: [...step.issues, ...issues] }
      return isChange(step) && step.kind !== 'delete'
        ? { kind: 'refuse', name: step.definition.name, issues }
        : step
    }),
    warnings: steps.flatMap((step, index) => {
      if (step.kind !== 'create' && step.kind !== 'change') return []
      const { name } = step.definition
      return (verdicts[index]?.warnings ?? []).map((warning) => ({ name, ...warning }))
    }),
  }
}

async function validate(client: Client, step: Step): Promise<Verdict> {
  if (step.kind === 'refuse' && step.otherwise) return validate(client, step.otherwise)
  if (step.kind === 'create')
    return preview(
      ask(client, 'POST', '/v1/webhooks/preview', { body: { webhook: toCreation(step.definition) } }),
    )
  if (step.kind !== 'change') return { issues: [], warnings: [] }
  const { fallback: _fallback, ...change } = step.difference.body
  const question = { id: step.stored.id, body: { change } }
  return preview(ask(client, 'POST', '/v1/webhooks/{id}/preview', question))
}

/** Returns the definition as the creation of a webhook takes it; its fallback is set when that exists. */
export function toCreation({ name, members }: Definition): Received<'NewWebhook'> {
  const { fallback: _fallback, ...body } = members
  return { name, ...body }
}

async function preview(reply: Promise<ApiResult<Received<'WebhookPreview'>>>): Promise<Verdict> {
  try {
    const { json } = await reply
    return { issues: [], warnings: asObjects(json.warnings).map(toIssue) }
  } catch (error) {
    if (!(error instanceof CliError) || error.status !== 400) throw error
    const issues = error.issues.map(({ path, message }) => ({ path: withoutMember(path), message }))
    return { issues: issues.length > 0 ? issues : [{ path: '', message: error.message }], warnings: [] }
  }
}

function toIssue({ path, message }: Received<'Warning'>): Issue {
  return { path: asText(path), message: asText(message) }
}

/** `webhook.url` and `change.url` are both about the url. */
function withoutMember(path: string): string {
  return path.replace(/^(?:webhook|change)(?:\.|$)/, '')
}
