import type { ApiClient } from '../client/api-client.ts'
import { ask } from '../client/ask.ts'
import { mapAtOnce } from '../definitions/at-once.ts'
import { CliError, failure } from '../program/cli-error.ts'
import type { StoredWebhook } from '../definitions/definition.ts'
import { toCreation } from './definition-check.ts'
import { isChange, type Step, type StepOf } from './definition-plan.ts'
import { chainBehind, wantedFallbacks } from './fallback-chains.ts'
import type { JsonObject } from '../../domain/json-object.ts'
import { asNumber, asText } from '../view/json-value.ts'
import { readNames } from '../definitions/service-webhooks.ts'

export interface Failure {
  readonly name: string
  readonly message: string
}

export interface Done {
  readonly created: number
  readonly changed: number
  readonly deleted: number
  readonly failures: readonly Failure[]
  /** The number of steps that were not begun: interrupted, or left out after a failure. */
  readonly leftOut: number
}

export interface CarryOutOptions {
  readonly client: Pick<ApiClient, 'send'>
  /** All that the service had when the plan was made. */
  readonly stored: readonly StoredWebhook[]
  readonly stop: AbortSignal
  readonly onDone: (doneCount: number) => void
}

type ChangingStep = StepOf<'create' | 'change' | 'delete'>

/**
 * Does what the plan says: first makes, then changes, last deletes. What fails does not stop the others; but nothing is
 * deleted unless all the rest was done, so that what has a new name is there under it before it goes under the old one.
 * A webhook that somebody changed since the plan was made is left alone. When the service is gone, or knows the token
 * no more, nothing is begun any more.
 */
export async function carryOut(steps: readonly Step[], options: CarryOutOptions): Promise<Done> {
  const run = new PlanRun(options)
  const stop = AbortSignal.any([options.stop, run.over])
  const creates = steps.filter((step) => step.kind === 'create')
  if (creates.length > 0) await run.checkAgain()
  await mapAtOnce(creates, (step) => run.create(step), { stop })
  await run.withdrawSecondOnes()
  await mapAtOnce(creates, (step) => run.complete(step))
  const changes = steps.filter((step) => step.kind === 'change')
  for (const round of changeRounds(changes, { steps, stored: options.stored }))
    await mapAtOnce(round, (step) => run.change(step), { stop })
  if (run.failures.length === 0 && !stop.aborted) {
    for (const round of deletionRounds(steps.filter((step) => step.kind === 'delete')))
      await mapAtOnce(round, (step) => run.delete(step), { stop })
  }
  const { create: created, change: changed, delete: deleted } = run.counts
  const leftOut = steps.filter(isChange).length - run.endedCount
  return { created, changed, deleted, failures: run.failures, leftOut }
}

/** A run of a plan, with its progress. */
class PlanRun {
  readonly counts = { create: 0, change: 0, delete: 0 }
  readonly failures: Failure[] = []
  /** Steps that were tried, well or not. */
  endedCount = 0
  readonly #options: CarryOutOptions
  readonly #over = new AbortController()
  readonly #ids: Map<string, number>
  #names: ReadonlyMap<string, number> = new Map()
  /** The revisions of those that were made. */
  readonly #made = new Map<string, string | undefined>()

  constructor(options: CarryOutOptions) {
    this.#options = options
    this.#ids = new Map(options.stored.map(({ name, id }) => [name, id]))
  }

  /** Aborted when the next request would fail as the last one did. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  /** The service takes two webhooks of one name; what somebody made since the plan must not be made again. */
  async checkAgain(): Promise<void> {
    this.#names = await readNames(this.#options.client)
  }

  async create(step: StepOf<'create'>): Promise<void> {
    const { definition } = step
    await this.#attempt(step, async (client) => {
      if (this.#names.has(definition.name)) throw failure(MADE_MEANWHILE)
      const body = toCreation(definition)
      const { json, etag } = await ask(client, 'POST', '/v1/webhooks', { body })
      const id = asNumber(json.id) ?? 0
      this.#ids.set(definition.name, id)
      this.#made.set(definition.name, etag)
    })
  }

  /**
   * Two runs at once may make a webhook of the same name, which neither can see beforehand. Afterwards both see two:
   * the webhook that was made first stays, and the run that made the second deletes it.
   */
  async withdrawSecondOnes(): Promise<void> {
    if (this.#made.size === 0 || this.#over.signal.aborted) return
    try {
      const names = await readNames(this.#options.client)
      await mapAtOnce([...this.#made], async ([name, etag]) => {
        const [id, first] = [this.#ids.get(name), names.get(name)]
        if (id === undefined || first === undefined || first >= id) return
        await ask(this.#options.client, 'DELETE', '/v1/webhooks/{id}', { id, ifMatch: etag })
        this.#made.delete(name)
        this.#ids.set(name, first)
        this.counts.create -= 1
        this.failures.push({ name, message: MADE_MEANWHILE })
      })
    } catch (error) {
      this.#fail(
        'webhooks of one name',
        error,
        'It may be that somebody made the same ones at the same time: ',
      )
    }
  }

  /** Once all are made: the one that it names as its fallback may have been made last. */
  async complete({ definition: { name, members, signingSecret } }: StepOf<'create'>): Promise<void> {
    const id = this.#ids.get(name)
    if (!this.#made.has(name) || id === undefined) return
    try {
      if (typeof members['fallback'] === 'string') {
        const body = this.#withFallbackId({ fallback: members['fallback'] })
        const change = { id, body, ifMatch: this.#made.get(name) }
        await ask(this.#options.client, 'PATCH', '/v1/webhooks/{id}', change)
      }
      await this.#sign(id, signingSecret)
    } catch (error) {
      this.#fail(name, error, 'It was made, but not as a whole: ')
    }
  }

  async change(step: StepOf<'change'>): Promise<void> {
    const { stored, definition, difference, signs } = step
    await this.#attempt(step, async (client) => {
      if (difference.changes.length > 0) {
        const body = this.#withFallbackId(difference.body)
        const { id } = stored
        await ask(client, 'PATCH', '/v1/webhooks/{id}', { id, body, ifMatch: etagOf(stored) })
      }
      if (signs) await this.#sign(stored.id, definition.signingSecret)
    })
  }

  async delete(step: StepOf<'delete'>): Promise<void> {
    const { stored } = step
    await this.#attempt(step, async (client) => {
      await ask(client, 'DELETE', '/v1/webhooks/{id}', { id: stored.id, ifMatch: etagOf(stored) })
    })
  }

  async #sign(id: number, secret: string | undefined): Promise<void> {
    if (secret === undefined) return
    await ask(this.#options.client, 'POST', '/v1/webhooks/{id}/signing/rotate', { id, body: { secret } })
  }

  #withFallbackId({ fallback, ...body }: JsonObject): JsonObject {
    if (fallback === undefined) return body
    if (fallback === null) return { ...body, fallback_webhook_id: null }
    const id = this.#ids.get(asText(fallback))
    if (id !== undefined) return { ...body, fallback_webhook_id: id }
    throw failure(`The webhook "${asText(fallback)}", its fallback, is not there.`)
  }

  async #attempt(step: ChangingStep, act: (client: Pick<ApiClient, 'send'>) => Promise<void>): Promise<void> {
    const { client, onDone } = this.#options
    try {
      await act(client)
      this.counts[step.kind] += 1
    } catch (error) {
      this.#fail(nameOf(step), error)
    }
    this.endedCount += 1
    onDone(this.endedCount)
  }

  #fail(name: string, error: unknown, before = ''): void {
    if (!(error instanceof CliError)) throw error
    this.failures.push({ name, message: before + explain(error) })
    if (isLasting(error)) this.#over.abort()
  }
}

const MADE_MEANWHILE =
  'Somebody made a webhook of this name since the plan was made; run the command again to see a new plan.'

/** No response at all, or nobody is known by this token. */
function isLasting({ status, cause }: CliError): boolean {
  return status === 401 || (status === undefined && cause !== undefined)
}

function nameOf(step: ChangingStep): string {
  return step.kind === 'create' ? step.definition.name : step.stored.name
}

function explain(error: CliError): string {
  if (error.status === 412) {
    return 'Somebody changed it since the plan was made, so it was left alone; run the command again to see a new plan.'
  }
  if (error.status === 404) return 'Somebody deleted it since the plan was made.'
  return error.message
}

/**
 * Orders the changes: webhooks with a short chain of fallbacks go first. So each fallback is set when everything after
 * it is final, and no change closes a loop that would be refused.
 */
function changeRounds(
  changes: readonly StepOf<'change'>[],
  { steps, stored }: { readonly steps: readonly Step[]; readonly stored: readonly StoredWebhook[] },
): readonly (readonly StepOf<'change'>[])[] {
  const wanted = steps.flatMap((step) => ('definition' in step ? [step.definition] : []))
  const fallbacks = wantedFallbacks(wanted, stored)
  const depthOf = ({ difference, definition }: StepOf<'change'>) =>
    typeof difference.body['fallback'] === 'string' ? chainBehind(definition.name, fallbacks).length : 0
  const byDepth = Map.groupBy(changes, depthOf)
  return [...byDepth].toSorted(([one], [other]) => one - other).map(([, round]) => round)
}

/** Orders the deletions: a webhook goes after those that name it as their fallback. */
function deletionRounds(steps: readonly StepOf<'delete'>[]): readonly (readonly StepOf<'delete'>[])[] {
  const rounds: (readonly StepOf<'delete'>[])[] = []
  let left = steps
  while (left.length > 0) {
    const fallbacks = new Set(left.map(({ stored }) => stored.members['fallback']))
    const free = left.filter(({ stored }) => !fallbacks.has(stored.name))
    // In a circle none is free: the service says so.
    const round = free.length > 0 ? free : left
    rounds.push(round)
    left = left.filter((step) => !round.includes(step))
  }
  return rounds
}

/** Returns the tag that the service has for a webhook. */
function etagOf({ revision }: StoredWebhook): string {
  return `"${revision}"`
}
