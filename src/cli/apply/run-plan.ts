import { mapAtOnce } from '../definitions/at-once.ts'
import { carryOut, type Done } from './carry-out.ts'
import { CliError } from '../program/cli-error.ts'
import { confirm } from '../program/confirm.ts'
import { formatCount } from '../../domain/format-count.ts'
import { checkPlan } from './definition-check.ts'
import type { Definition, StoredWebhook } from '../definitions/definition.ts'
import { isChange, planDefinitions, type IsSignedWith, type Step } from './definition-plan.ts'
import { describeCounts, describeDone, showPlan, toPlanJson, type ShownPlan } from './plan-view.ts'
import {
  readServiceWebhooks,
  readSigningHint,
  readSigningSecret,
  type ServiceWebhooks,
} from '../definitions/service-webhooks.ts'
import type { Session } from '../client/session.ts'

export interface PlanFlags {
  /** Does not ask. */
  readonly yes?: boolean
  readonly dryRun?: boolean
  readonly detailedExitcode?: boolean
}

export interface PlanRequest {
  readonly definitions: readonly Definition[]
  /** Found out before: what cannot be done. */
  readonly refused?: readonly Step[]
  readonly notes?: readonly string[]
  readonly prune?: boolean
  readonly alsoNamed?: readonly string[]
  /** May throw, if what cannot be done is to stop the rest. */
  readonly onRefused?: (steps: readonly Step[]) => void
}

/**
 * Makes a plan of what is wanted, shows it, asks, and carries it out. Exit code 1 if a part of it could not be done, 3
 * if there is something to change that nobody agreed to.
 */
export async function runPlan(session: Session, request: PlanRequest, flags: PlanFlags): Promise<void> {
  const { client, context } = session
  const progress = new LineProgress(session)
  const service = await readServiceWebhooks(client, 'secrets')
  const { definitions, refused = [], prune = false, onRefused } = request
  const isSignedWith = await readSigning(session, definitions, service)
  const planned = planDefinitions(definitions, service.webhooks, {
    prune,
    isSignedWith,
    alsoNamed: request.alsoNamed,
  })
  const checked = await checkPlan(client, planned, (count) => progress.draw('checked', count, planned.length))
  progress.end()
  const steps = [...checked.steps, ...refused]
  onRefused?.(steps)
  const notes = [...(request.notes ?? []), ...describeUncompared(steps)]
  const plan = { steps, warnings: checked.warnings, notes }
  if (!session.isJson) session.print('', (screen) => showPlan(screen, plan))
  const mayChange = steps.some(isChange) && (await isAgreed(session, plan, flags))
  const done = mayChange
    ? await carryOutPlan(session, steps, { stored: service.webhooks, progress })
    : undefined
  progress.end()
  showDone(session, plan, done)
  const isPartly = done !== undefined && (done.failures.length > 0 || done.leftOut > 0)
  if (isPartly || steps.some(({ kind }) => kind === 'refuse')) context.noteRefusal()
}

/** Throws with exit code 3 if there is nobody to ask, or if that is what `--detailed-exitcode` is to tell. */
async function isAgreed(session: Session, plan: ShownPlan, flags: PlanFlags): Promise<boolean> {
  const { yes = false, dryRun = false, detailedExitcode = false } = flags
  if (dryRun && !detailedExitcode) return false
  if (yes && !dryRun) return true
  const { terminal } = session.context
  if (!dryRun && terminal.isInteractive && !session.isJson) {
    await confirm(terminal, 'Do this?', 'Nothing was changed.')
    return true
  }
  session.print(JSON.stringify(toPlanJson(plan, null)), () => undefined)
  throw new CliError(`Nothing was changed yet: ${describeCounts(plan.steps)}.`, {
    exitCode: 3,
    title: 'Changes are pending',
    hints: dryRun ? [] : ['There is nobody to ask whether it is meant so; say so with --yes.'],
  })
}

async function carryOutPlan(
  session: Session,
  steps: readonly Step[],
  { stored, progress }: { readonly stored: readonly StoredWebhook[]; readonly progress: LineProgress },
): Promise<Done> {
  const total = steps.filter(isChange).length
  return carryOut(steps, {
    client: session.client,
    stored,
    stop: session.context.untilInterrupted(),
    onDone: (count) => progress.draw('done', count, total),
  })
}

function showDone(session: Session, plan: ShownPlan, done: Done | undefined): void {
  session.print(JSON.stringify(toPlanJson(plan, done ?? null)), (screen) => {
    if (done === undefined) {
      screen.line('Nothing was changed.')
      return
    }
    for (const { name, message } of done.failures) {
      screen.line({ text: '! failed  ', tone: 'bad' }, { text: name, tone: 'strong' }, `  ${message}`)
    }
    const failed = done.failures.length > 0 ? `, ${formatCount(done.failures.length)} failed` : ''
    screen.line(`${describeDone(done)}${failed}.`)
  })
}

/** Only of webhooks that are signed and are wanted so: for most there is nothing to ask. */
async function readSigning(
  { client }: Session,
  definitions: readonly Definition[],
  { webhooks, isMasked }: ServiceWebhooks,
): Promise<IsSignedWith> {
  const wanted = new Set(definitions.flatMap((one) => (one.signingSecret === undefined ? [] : one.name)))
  const asked = webhooks.filter(({ name, isSigned }) => isSigned && wanted.has(name))
  const read = isMasked ? readSigningHint : readSigningSecret
  const found = await mapAtOnce(asked, ({ id }) => read(client, id))
  const known = new Map(asked.map(({ id }, index) => [id, found[index]]))
  return ({ id }, secret) => {
    const stored = known.get(id)
    if (stored === undefined) return false
    if (!isMasked) return stored === secret
    return secret.endsWith(stored) ? 'unknown' : false
  }
}

function describeUncompared(steps: readonly Step[]): readonly string[] {
  const hidden = steps.flatMap((step) => {
    const fields =
      step.kind === 'keep' ? step.uncompared : step.kind === 'change' ? step.difference.uncompared : []
    return fields.length > 0 && 'stored' in step ? [`${step.stored.name} (${fields.join(', ')})`] : []
  })
  if (hidden.length === 0) return []
  const shown =
    hidden.length <= 10 ? hidden : [...hidden.slice(0, 10), `${formatCount(hidden.length - 10)} more`]
  return [
    `Secrets cannot be compared without a token that has the scope secrets:read, and stay as they are: ${shown.join('; ')}.`,
  ]
}

/** Shows the progress on one line of a screen; elsewhere nothing. */
class LineProgress {
  static readonly #REDRAW_MS = 100
  readonly #session: Session
  #shownAt: number | undefined

  constructor(session: Session) {
    this.#session = session
  }

  draw(word: string, count: number, total: number): void {
    const { terminal, clock } = this.#session.context
    const now = clock.now()
    if (!terminal.showsProgress || this.#session.isJson) return
    if (this.#shownAt !== undefined && now - this.#shownAt < LineProgress.#REDRAW_MS) return
    this.#shownAt = now
    terminal.err(`\r\u001b[K${formatCount(count)} of ${formatCount(total)} ${word} …`)
  }

  end(): void {
    if (this.#shownAt !== undefined) this.#session.context.terminal.err('\r\u001b[K')
    this.#shownAt = undefined
  }
}
