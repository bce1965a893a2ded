import type { ApiDeps } from '../deps/api-deps.ts'
import { AppError } from '../../domain/errors.ts'
import { principalKey, type Principal } from '../../domain/people/principal.ts'
import type { SilenceId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { PAGE_CHARACTERS_MAX } from '../../domain/page.ts'
import { requireSilence } from '../../domain/silence/silence-rules.ts'
import type { Silence, SilenceSeen, SilenceState } from '../../domain/silence/silence.ts'
import { SILENCE_STATES, silenceStateOf } from '../../domain/silence/silence.ts'
import { compileMatchers, parseMatchers, type LabelMatcher } from '../../intake/reading/label-matcher.ts'
import type { Store } from '../../storage/store.ts'
import { type Author, namedAuthor } from '../../domain/audit/audit.ts'
import { isAsked } from './alertmanager-wire.ts'
import {
  hasSameMatchers,
  operatorOf,
  postedId,
  readPostedSilence,
  readSilenceId,
  toAlertmanagerId,
  toGettableSilence,
  type PostedSilence,
} from './alertmanager-silence.ts'

/** The newest silences in one response; a header says if there are more. */
const SHOWN_MAX = 2_000
const PAGE = { limit: 500, charactersMax: PAGE_CHARACTERS_MAX } as const

export interface SilenceQuery {
  readonly filter: readonly string[]
  readonly states: readonly SilenceState[]
}

/** Lists silences in Alertmanager's order: active, pending, expired, each by the next end or start. */
export async function listAlertmanagerSilences(
  { store, clock, longWork }: ApiDeps,
  { filter, states }: SilenceQuery,
  principal: Principal | undefined,
) {
  const now = clock.now()
  const matchers = filter.flatMap(parseMatchers)
  await longWork.run(principal === undefined ? '' : principalKey(principal), compileMatchers(matchers))
  if (states.length === 0) return { silences: [], isCut: false }
  const { found, isCut } = await readAll(store, states, now)
  const shown = found.map((silence) => toGettableSilence(silence, now))
  return { silences: shown.filter((silence) => hasMatchers(silence, matchers)).toSorted(compareShown), isCut }
}

type Shown = ReturnType<typeof toGettableSilence>

/** Tells whether a silence has each of these matchers with the same name, operator and value: Alertmanager's rule. */
function hasMatchers({ matchers: own }: Shown, asked: readonly LabelMatcher[]): boolean {
  return asked.every(({ name, operator, value }) =>
    own.some((one) => one.name === name && operatorOf(one) === operator && one.value === value),
  )
}

const ORDER: readonly SilenceState[] = ['active', 'pending', 'expired']

function compareShown(one: Shown, other: Shown): number {
  const state = one.status.state
  if (state !== other.status.state) return ORDER.indexOf(state) - ORDER.indexOf(other.status.state)
  const [first, second] = state === 'pending' ? [one.startsAt, other.startsAt] : [one.endsAt, other.endsAt]
  const isBefore = state === 'expired' ? first > second : first < second
  return first === second ? 0 : isBefore ? -1 : 1
}

async function readAll(store: Store, states: readonly SilenceState[], now: Instant) {
  const found: SilenceSeen[] = []
  for (;;) {
    const before = found.at(-1)?.id
    const page = await store.listSilences(
      { states, now },
      { ...PAGE, ...(before !== undefined && { before }) },
    )
    found.push(...page)
    if (found.length >= SHOWN_MAX) return { found: found.slice(0, SHOWN_MAX), isCut: true }
    if (page.length === 0) return { found, isCut: false }
  }
}

export function statesAsked(query: Readonly<Partial<Record<SilenceState, string>>>): readonly SilenceState[] {
  return SILENCE_STATES.filter((state) => isAsked(query[state]))
}

export async function getAlertmanagerSilence(
  { store, clock }: Pick<ApiDeps, 'store' | 'clock'>,
  text: string,
) {
  const id = readSilenceId(text)
  return toGettableSilence(requireSilence(await store.findSilence(id), id), clock.now())
}

export async function endAlertmanagerSilence(
  { store, clock }: Pick<ApiDeps, 'store' | 'clock'>,
  text: string,
  by: Author,
): Promise<void> {
  await endIfLive(store, readSilenceId(text), { now: clock.now(), by })
}

/** Leaves an ended silence as it is. */
async function endIfLive(
  store: Store,
  id: SilenceId,
  when: { readonly now: Instant; readonly by: Author },
): Promise<void> {
  try {
    await store.endSilence(id, when)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
  }
}

/**
 * Creates a silence, or changes the named one. As in Alertmanager, a new one replaces an ended silence, or an active
 * one that gets other matchers or another start. Returns the id.
 */
export async function postAlertmanagerSilence(
  { store, clock }: Pick<ApiDeps, 'store' | 'clock'>,
  body: unknown,
  by: Author,
): Promise<{ readonly silenceID: string }> {
  const givenId = postedId(body)
  const posted = readPostedSilence(body, givenId === undefined ? undefined : await store.findSilence(givenId))
  const now = clock.now()
  if (posted.id === '') return idOf(await create(store, { ...posted, webhookIds: null }, { now, by }))
  const id = readSilenceId(posted.id)
  const before = requireSilence(await store.findSilence(id), id)
  const state = silenceStateOf(before, now)
  const another = { ...posted, webhookIds: before.webhookIds }
  if (state === 'expired') return idOf(await create(store, another, { now, by }))
  const { startsAt, endsAt, reason } = posted
  const isSame = hasSameMatchers(before, posted)
  const keepsBegin = startsAt === before.startsAt || startsAt <= now
  if (state === 'active' && !(isSame && keepsBegin)) {
    // In this order no notification passes in between.
    const made = await create(store, another, { now, by })
    await endIfLive(store, id, { now, by })
    return idOf(made)
  }
  const edit = {
    endsAt,
    reason,
    ...(!isSame && { match: posted.match }),
    ...(state === 'pending' && { startsAt }),
  }
  return idOf(await store.changeSilence(id, edit, { now, by }))
}

function idOf({ id }: { readonly id: SilenceId }) {
  return { silenceID: toAlertmanagerId(id) }
}

function create(
  store: Store,
  { match, webhookIds, startsAt, endsAt, reason, createdBy }: PostedSilence & Pick<Silence, 'webhookIds'>,
  { now, by }: { readonly now: Instant; readonly by: Author },
) {
  const silence = { match, webhookIds, startsAt, endsAt, reason, ...namedAuthor(createdBy, by) }
  return store.createSilence(silence, now, by)
}
