import type { Issue } from '../../domain/errors.ts'
import type { Definition, StoredWebhook } from '../definitions/definition.ts'
import { compareDefinition, type Difference } from './definition-diff.ts'
import { chainBehind, wantedFallbacks, type Fallbacks } from './fallback-chains.ts'

/** A step of the plan for one webhook, by its name. */
export type Step =
  | { readonly kind: 'create'; readonly definition: Definition }
  | {
      readonly kind: 'change'
      readonly definition: Definition
      readonly stored: StoredWebhook
      readonly difference: Difference
      /** True: it gets another signing secret. */
      readonly signs: boolean
    }
  | {
      readonly kind: 'keep'
      readonly definition: Definition
      readonly stored: StoredWebhook
      readonly uncompared: readonly string[]
    }
  | { readonly kind: 'delete'; readonly stored: StoredWebhook }
  | {
      readonly kind: 'refuse'
      readonly name: string
      readonly issues: readonly Issue[]
      /** The step that would be taken otherwise; the service may have more to refuse. */
      readonly otherwise?: Step
    }

export type StepOf<Kind extends Step['kind']> = Extract<Step, { readonly kind: Kind }>

/** Tells whether the newest signing secret of a stored webhook is this one; 'unknown': that cannot be seen. */
export type IsSignedWith = (stored: StoredWebhook, secret: string) => boolean | 'unknown'

export interface PlanOptions {
  /** True: webhooks without a definition are deleted. */
  readonly prune: boolean
  readonly isSignedWith: IsSignedWith
  /** Further names that a fallback may have: of definitions that are wrong in themselves. */
  readonly alsoNamed?: readonly string[] | undefined
}

/**
 * The way from what there is to what is wanted: a step for each definition, in their order, then those for what is to
 * go. Pure. Definitions have different names. A webhook is found by its name; where several have it, none is touched.
 */
export function planDefinitions(
  wanted: readonly Definition[],
  stored: readonly StoredWebhook[],
  { prune, isSignedWith, alsoNamed = [] }: PlanOptions,
): readonly Step[] {
  const byName = Map.groupBy(stored, ({ name }) => name)
  const names = new Set(wanted.map(({ name }) => name))
  const known = new Set([...names, ...alsoNamed])
  const fallbacks = wantedFallbacks(wanted, stored)
  const steps = wanted.map((definition): Step => {
    const found = byName.get(definition.name) ?? []
    const [only] = found
    if (found.length > 1) return refuse(definition.name, 'name', sharedName(found))
    const step = only ? stepFor(definition, only, isSignedWith) : create(definition)
    const fallback = checkFallback(definition, known, byName) ?? checkLoop(step, fallbacks)
    return fallback === undefined
      ? step
      : { ...refuse(definition.name, 'fallback', fallback), otherwise: step }
  })
  const leftOver = prune ? stored.filter(({ name }) => !names.has(name)) : []
  return [...steps, ...leftOver.map((webhook) => ({ kind: 'delete', stored: webhook }) as const)]
}

function stepFor(definition: Definition, stored: StoredWebhook, isSignedWith: IsSignedWith): Step {
  const { signingSecret } = definition
  const signed = signingSecret === undefined ? true : isSignedWith(stored, signingSecret)
  const difference = compareDefinition(definition, stored)
  const uncompared = [...difference.uncompared, ...(signed === 'unknown' ? ['signing_secret'] : [])]
  if (difference.changes.length === 0 && signed !== false)
    return { kind: 'keep', definition, stored, uncompared }
  return {
    kind: 'change',
    definition,
    stored,
    difference: { ...difference, uncompared },
    signs: signed === false,
  }
}

/** Returns the step that creates a webhook. It refuses hidden values, which only the other server knows. */
function create(definition: Definition): Step {
  const { name, hidden } = definition
  const missing = [
    ...(hidden?.isUrl ? ['url'] : []),
    ...(hidden?.headers ?? []).map((key) => `header ${key}`),
  ]
  if (missing.length === 0) return { kind: 'create', definition }
  return { kind: 'refuse', name, issues: missing.map((path) => ({ path, message: MUST_BE_ENTERED })) }
}

const MUST_BE_ENTERED =
  'is hidden by the other server and must be entered again: add this webhook here with it, under the same name'

function checkFallback(
  { name, members }: Definition,
  wanted: ReadonlySet<string>,
  stored: ReadonlyMap<string, readonly StoredWebhook[]>,
): string | undefined {
  const { fallback } = members
  if (fallback === undefined || fallback === null) return undefined
  if (typeof fallback !== 'string') return 'must be the name of a webhook, or null'
  if (fallback === name) return 'must be another webhook than this one'
  const found = stored.get(fallback) ?? []
  if (found.length > 1) return `is "${fallback}", and ${sharedName(found)}`
  if (wanted.has(fallback) || found.length === 1) return undefined
  return `is "${fallback}", but there is no webhook of this name`
}

/** Returns the sentence about a loop that the step would close; an existing loop is for the service to keep. */
function checkLoop(step: Step, fallbacks: Fallbacks): string | undefined {
  if (step.kind !== 'create' && step.kind !== 'change') return undefined
  const { name } = step.definition
  const isNew = step.kind === 'create' || step.difference.body['fallback'] !== undefined
  const chain = isNew ? chainBehind(name, fallbacks) : []
  if (!chain.includes(name)) return undefined
  const way = [name, ...chain].map((one) => `"${one}"`).join(' -> ')
  return `must not lead back to this webhook, as ${way} would; give one of them another fallback, or null`
}

function sharedName(found: readonly StoredWebhook[]): string {
  const ids = found.map(({ id }) => id).join(', ')
  return `${found.length} webhooks of the service have this name (ids ${ids}), and a definition is found by it; rename all but one`
}

function refuse(name: string, path: string, message: string): StepOf<'refuse'> {
  return { kind: 'refuse', name, issues: [{ path, message }] }
}

/** Does anything change? */
export function isChange(step: Step): step is StepOf<'create' | 'change' | 'delete'> {
  return step.kind === 'create' || step.kind === 'change' || step.kind === 'delete'
}
