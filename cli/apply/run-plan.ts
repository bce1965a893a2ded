import type { Command, OptionValues } from '@commander-js/extra-typings'
import type { Issue } from '../../src/domain/errors.ts'
import type { JsonObject } from '../../src/domain/json-object.ts'
import { type ApiResult, ask, type Session } from '../client/session.ts'
import { CliError } from '../program/cli-error.ts'
import { confirm, type OptionsOf } from '../program/command.ts'
import { asNumber, asObjects, asText, type BodyOf } from '../view/response.ts'
import type { Plan, Refused } from './plan-view.ts'
import { describeCounts, hasChanges, showPlan, showResult, toPlanJson } from './plan-view.ts'
import { findMatchFindings } from '../resource/match-warnings.ts'

/** Limits previews: each takes up to two seconds. */
const PREVIEWED_MAX = 20
/** The start of a finding about `otherwise`, which other webhooks of the set may take. */
const LEFT = 'No enabled webhook'

export function addPlanOptions<Args extends unknown[], Given extends OptionValues>(
  command: Command<Args, Given>,
) {
  return command
    .option('--dry-run', 'show the plan, change nothing')
    .option('--detailed-exitcode', 'with --dry-run: exit with 3 if there is something to do')
    .option('-y, --yes', 'do not ask')
}

export type PlanFlags = OptionsOf<typeof addPlanOptions<[], {}>>

type DefinitionSet = BodyOf<'PUT', '/v1/windows'>

export interface PlanRequest {
  /** Webhooks as `PUT /v1/webhooks` takes them. */
  readonly webhooks: readonly JsonObject[]
  readonly prune?: boolean
  readonly absent?: DefinitionSet['absent']
  readonly refused?: readonly Refused[]
  readonly notes?: readonly string[]
  /** Absent: maintenance windows stay. */
  readonly windows?: readonly JsonObject[] | undefined
  /** Returns why webhooks are left out, or throws. */
  readonly onMistakes: (mistakes: readonly Mistaken[]) => readonly Refused[]
}

/** A mistake in an entry of the request. */
export interface Mistaken extends Issue {
  readonly list: 'webhooks' | 'windows'
  readonly index: number
}

/** A large set takes the service some seconds. */
const TIME_LIMIT_MS = 120_000

/**
 * Shows the service's plan, asks, and has it carried out in one transaction. Exit code 1 if a webhook was
 * left out, 3 if nobody confirmed the changes.
 */
export async function runPlan(session: Session, request: PlanRequest, flags: PlanFlags): Promise<void> {
  const { sent, refused, result } = await planAll(session, request)
  const plan: Plan = {
    result: result.json,
    refused: [...(request.refused ?? []), ...refused],
    notes: request.notes ?? [],
  }
  const findings = await findPlanFindings(session, plan.result)
  if (!session.isJson) session.print('', (screen) => showPlan(screen, { ...plan, findings }))
  const isAgreed = hasChanges(plan) && (await agree(session, plan, flags))
  const done = isAgreed ? (await send(session, sent, result.etag)).json : undefined
  session.print(JSON.stringify(toPlanJson(plan, done)), (screen) => showResult(screen, done))
  if (plan.refused.length > 0) session.context.noteRefusal()
}

interface Planned {
  readonly sent: DefinitionSet
  readonly refused: readonly Refused[]
  readonly result: ApiResult<Plan['result']>
}

/** Plans only, again without the webhooks that the service refuses; `onMistakes` gets the mistakes. */
export async function planAll(session: Session, request: PlanRequest): Promise<Planned> {
  const refused: Refused[] = []
  let left = request.webhooks.map((webhook, index) => ({ webhook, index }))
  for (;;) {
    const { prune, absent, windows } = request
    const sent = {
      webhooks: left.map(({ webhook }) => webhook),
      ...(prune && { prune }),
      ...(absent && { absent }),
      ...(windows && { windows }),
    }
    try {
      return { sent, refused, result: await send(session, { ...sent, dry_run: true }) }
    } catch (error) {
      const mistakes = mistakesOf(
        error,
        left.map(({ index }) => index),
      )
      if (mistakes === undefined) throw error
      refused.push(...request.onMistakes(mistakes))
      left = left.filter((one) => !mistakes.some(({ index }) => index === one.index))
    }
  }
}

/** `indexes`: those of the webhooks that were sent. Undefined: another kind of error. */
function mistakesOf(error: unknown, indexes: readonly number[]): readonly Mistaken[] | undefined {
  if (!(error instanceof CliError) || error.status !== 400) return undefined
  const found = error.issues.flatMap(({ path, message }): readonly Mistaken[] => {
    const [, list, at, inner = ''] = /^(webhooks|windows)\[(\d+)\]\.?(.*)$/.exec(path) ?? []
    if (list === 'windows') return [{ list, index: Number(at), path: inner, message }]
    const index = indexes[Number(at)]
    return index === undefined ? [] : [{ list: 'webhooks', index, path: inner, message }]
  })
  return found.length === 0 || found.length < error.issues.length ? undefined : found
}

/** Throws exit code 3 if there is nobody to ask, or for `--detailed-exitcode`. */
async function agree(session: Session, plan: Plan, flags: PlanFlags): Promise<boolean> {
  const { yes = false, dryRun = false, detailedExitcode = false } = flags
  if (dryRun && !detailedExitcode) return false
  if (yes && !dryRun) return true
  const { terminal } = session.context
  if (!dryRun && terminal.isInteractive && !session.isJson) {
    await confirm(terminal, 'Do this?', 'Nothing was changed.')
    return true
  }
  session.print(JSON.stringify(toPlanJson(plan, undefined)), () => undefined)
  throw new CliError(`Nothing was changed yet: ${describeCounts(plan)}.`, {
    exitCode: 3,
    title: 'Changes are pending',
    hints: dryRun ? [] : ['There is nobody to ask; confirm with --yes.'],
  })
}

/** An older service has no `PUT /v1/windows`. */
function send(
  { client }: Session,
  body: DefinitionSet,
  ifMatch?: string,
): Promise<ApiResult<Plan['result']>> {
  const path = body.windows ? '/v1/windows' : '/v1/webhooks'
  return ask(client, 'PUT', path, { body, ifMatch, timeLimitMs: TIME_LIMIT_MS })
}

async function findPlanFindings(session: Session, result: Plan['result']): Promise<readonly string[]> {
  const written = [...asObjects(result.create), ...asObjects(result.change)].flatMap((webhook) => {
    const after = new Map(asObjects(webhook.changes).map(({ field, to }) => [asText(field), to]))
    const match = after.get('match')
    return typeof match === 'string' ? [{ webhook, match, payloadType: after.get('payload_type') }] : []
  })
  const found: string[] = []
  for (const { webhook, match, payloadType } of written.slice(0, PREVIEWED_MAX)) {
    const id = asNumber(webhook.id) ?? 0
    const findings = await findMatchFindings(
      session,
      { match, warnings: asObjects(result.warnings) },
      {
        match,
        ...(id > 0 && { webhook_id: id }),
        ...(payloadType === 'JOB' && { payload_type: 'JOB' }),
      },
    )
    for (const finding of findings)
      if (!finding.startsWith(LEFT)) found.push(`${asText(webhook.name)}: match: ${finding}`)
  }
  return found
}
