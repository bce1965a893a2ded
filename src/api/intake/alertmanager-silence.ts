import type { Static } from 'typebox'
import { AppError, invalidRequest, type Issue } from '../../domain/errors.ts'
import type { SilenceId } from '../../domain/ids.ts'
import { formatInstant, parseInstant, type Instant } from '../../domain/instant.ts'
import { compileMatch } from '../../domain/matching/compile-match.ts'
import type { Matcher, MatchOperator } from '../../domain/matching/match.ts'
import { MATCH_VALUE_CHARACTERS_MAX, MATCHERS_OF_GROUP_MAX } from '../../domain/matching/match.ts'
import { findInvisible } from '../../domain/people/visible-text.ts'
import { findTextIssues, silencesEverything } from '../../domain/silence/silence-rules.ts'
import { silenceStateOf, type Silence } from '../../domain/silence/silence.ts'
import { Type } from '../routes/route.ts'
import { createValidatorFactory } from '../routes/validator.ts'

interface AlertmanagerMatcher {
  readonly name: string
  readonly value: string
  readonly isRegex: boolean
  /** True if missing: clients before release 0.22 do not send it. */
  readonly isEqual?: boolean
}

/** The body of `POST silences`. Unknown members, such as `annotations` of newer clients, are ignored. */
const postedSchema = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 100 })),
  matchers: Type.Array(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: MATCH_VALUE_CHARACTERS_MAX }),
      value: Type.String({ maxLength: MATCH_VALUE_CHARACTERS_MAX }),
      isRegex: Type.Boolean(),
      isEqual: Type.Optional(Type.Boolean()),
    }),
    { minItems: 1, maxItems: MATCHERS_OF_GROUP_MAX },
  ),
  startsAt: Type.String({ maxLength: 100 }),
  endsAt: Type.String({ maxLength: 100 }),
  createdBy: Type.String({ maxLength: 200 }),
  comment: Type.String(),
})

const validate = createValidatorFactory()({ schema: postedSchema })

export interface PostedSilence {
  /** Empty: new. */
  readonly id: string
  readonly match: string
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly createdBy: string
  readonly reason: string
}

/**
 * Reads the body of `POST silences`. `before`: the silence that it changes. Throws `invalid_request` with every
 * mistake.
 */
export function readPostedSilence(body: unknown, before?: Pick<Silence, 'match'>): PostedSilence {
  const valid = validate(body)
  if (valid !== true) throw valid.error
  // Just validated against this schema.
  const posted = body as Static<typeof postedSchema>
  const issues: Issue[] = []
  const [startsAt, endsAt] = (['startsAt', 'endsAt'] as const).map((path) => {
    const at = parseInstant(posted[path])
    if (at === undefined) issues.push({ path, message: 'must be a time such as 2026-09-14T03:12:40Z' })
    return at ?? 0
  })
  const match = toMatch(posted.matchers)
  const { id = '', createdBy, comment: reason } = posted
  // Stored matchers stay valid after an upgrade to a release that would refuse them.
  const isStored = before !== undefined && showsAlike(before, posted.matchers)
  const mistakes = findTextIssues({ match, reason }).filter(({ path }) => path !== 'match' || !isStored)
  issues.push(...mistakes)
  if (!isStored && !mistakes.some(({ path }) => path === 'match') && silencesEverything(match))
    issues.push({
      path: 'matchers',
      message:
        'would silence every alert; one of them has to need a value, such as alertname="x" (/v1/silences takes it with `everything: true`)',
    })
  const invisible = findInvisible(createdBy)
  if (invisible !== undefined) issues.push({ path: 'createdBy', message: invisible })
  if (issues.length > 0) throw invalidRequest(issues)
  return { id, match, startsAt: startsAt!, endsAt: endsAt!, createdBy, reason }
}

/** The label with the name of an alert, for all monitors. */
const NAME_LABEL = 'alertname'
/** Prefixes fields that are no labels, so that clients can send them back. */
const FIELD_PREFIX = 'tocsin.'
/** The only matcher of a silence with several groups, unknown to Alertmanager; its value is their text. */
const GROUPS_NAME = `${FIELD_PREFIX}match`

/** Returns Alertmanager's matchers, which compare labels, in the syntax of `match`. */
export function toMatch(matchers: readonly AlertmanagerMatcher[]): string {
  const groups = matchers.find(({ name }) => name === GROUPS_NAME)
  if (groups && matchers.length === 1) return groups.value
  return matchers
    .map((matcher) => {
      const field = fieldOf(matcher.name)
      return `${/^[\w.:-]+$/.test(field) ? field : quoted(field)}${operatorOf(matcher)}${quoted(matcher.value)}`
    })
    .join(', ')
}

export function operatorOf({ isRegex, isEqual = true }: AlertmanagerMatcher): MatchOperator {
  if (isRegex) return isEqual ? '=~' : '!~'
  return isEqual ? '=' : '!='
}

function fieldOf(name: string): string {
  if (name === NAME_LABEL) return 'name'
  return name.startsWith(FIELD_PREFIX) ? name.slice(FIELD_PREFIX.length) : `label.${name}`
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`
}

/** Returns a silence's matchers as Alertmanager shows them; `toMatch` reads them back. */
export function toAlertmanagerMatchers(match: string): readonly Required<AlertmanagerMatcher>[] {
  const { groups } = compileMatch(match)
  const [group] = groups
  if (group === undefined || groups.length > 1)
    return [{ name: GROUPS_NAME, value: match, isRegex: false, isEqual: true }]
  return group.map(toAlertmanagerMatcher)
}

function toAlertmanagerMatcher({ field, operator, value }: Matcher): Required<AlertmanagerMatcher> {
  return { name: nameOf(field), value, isRegex: operator.endsWith('~'), isEqual: operator.startsWith('=') }
}

function nameOf(field: string): string {
  if (field === 'name') return NAME_LABEL
  const label = field.startsWith('label.') ? field.slice('label.'.length) : ''
  return label !== '' && fieldOf(label) === field ? label : `${FIELD_PREFIX}${field}`
}

/** Compares without compiling: the posted matchers are unchecked. */
function showsAlike({ match }: Pick<Silence, 'match'>, posted: readonly AlertmanagerMatcher[]): boolean {
  const toTexts = (matchers: readonly AlertmanagerMatcher[]) =>
    matchers.map((matcher) => JSON.stringify([matcher.name, operatorOf(matcher), matcher.value]))
  return toTexts(toAlertmanagerMatchers(match)).join() === toTexts(posted).join()
}

/** Tells whether an update leaves the matchers unchanged. */
export function hasSameMatchers(
  silence: Pick<Silence, 'match'>,
  posted: Pick<PostedSilence, 'match'>,
): boolean {
  const [before, after] = [silence, posted].map(({ match }) => JSON.stringify(toAlertmanagerMatchers(match)))
  return before === after
}

/** Returns the id of the silence that a post changes; undefined: none, or unreadable. */
export function postedId(body: unknown): SilenceId | undefined {
  const { id } = (body ?? {}) as { readonly id?: unknown }
  if (typeof id !== 'string' || id === '') return undefined
  try {
    return readSilenceId(id)
  } catch {
    return undefined
  }
}

const ID_PREFIX = '00000000-0000-4000-8000-'
const ID_DIGITS = 12

/** Returns the id as a UUID, which clients expect; its last digits are the id. */
export function toAlertmanagerId(id: SilenceId): string {
  return `${ID_PREFIX}${String(id).padStart(ID_DIGITS, '0')}`
}

/** Reads an id as a UUID or a plain number. Throws `not_found` for any other. */
export function readSilenceId(text: string): SilenceId {
  const digits = text.startsWith(ID_PREFIX) ? text.slice(ID_PREFIX.length) : text
  if (/^\d{1,12}$/.test(digits) && Number(digits) > 0) return Number(digits)
  throw new AppError('not_found', `There is no silence ${JSON.stringify(text.slice(0, 100))}.`)
}

/** Returns a silence as Alertmanager's API v2 shows it; `annotations` hold the rest. */
export function toGettableSilence(silence: Silence, now: Instant) {
  const { id, match, webhookIds, startsAt, endsAt, updatedAt, createdBy, reason } = silence
  return {
    id: toAlertmanagerId(id),
    status: { state: silenceStateOf(silence, now) },
    updatedAt: formatInstant(updatedAt),
    annotations: webhookIds === null ? {} : { webhook_ids: webhookIds.join(', ') },
    matchers: toAlertmanagerMatchers(match),
    startsAt: formatInstant(startsAt),
    endsAt: formatInstant(endsAt),
    createdBy,
    comment: reason,
  }
}

const MEMBER_OF: Readonly<Record<string, string>> = {
  match: 'matchers',
  reason: 'comment',
  starts_at: 'startsAt',
  ends_at: 'endsAt',
}

/** Returns the mistakes by the names of Alertmanager's API. */
export function mistakeOf(error: AppError): string {
  if (error.issues.length === 0) return error.message
  return error.issues
    .map(({ path, message }) => `${MEMBER_OF[path] ?? path}: ${message.replace('starts_at', 'startsAt')}`)
    .join('; ')
}
