import type { NewEvent } from '../alert/event.ts'
import { compileMatch, isOtherwise, meetsAlone } from '../matching/compile-match.ts'
import { isOwnEvent } from '../alert/own-alert.ts'
import type { WebhookId } from '../ids.ts'
import { charactersMaxOf, stepsAtMost } from '../matching/match-budget.ts'
import { MatchIndex } from '../matching/match-index.ts'
import { severityOf, type Matched, type MatchedAlert } from '../matching/match-values.ts'
import { usesCurrentState } from '../receiver-state/receiver-state.ts'
import type { PayloadType, Webhook } from '../webhook/webhook.ts'
import { type RoutedWebhook, wantsClears, type WebhookList } from './routed-webhook.ts'
import { type MatchRows, matchRowsOf } from '../write-weight.ts'

/**
 * Why a webhook is not notified. `state`: the flag of the new state is off. `acknowledgements`, `maintenance_windows`:
 * it does not ask for them. `taken_by_others`: its `match` is `otherwise`.
 */
export type ReasonNotNotified =
  | 'disabled'
  | 'payload_type'
  | 'state'
  | 'acknowledgements'
  | 'maintenance_windows'
  | 'match'
  | 'taken_by_others'

interface Selection {
  readonly plain: readonly RoutedWebhook[]
  readonly index: MatchIndex<RoutedWebhook>
  readonly otherwise: readonly RoutedWebhook[]
}

/** Selections of each list by key: asking each of 10,000 webhooks at each event would take too long. */
const selections = new WeakMap<WebhookList, Map<string, Selection>>()

/**
 * Returns the webhooks in mode `every_change` that are notified of an event, by id. A clear also goes to `notified`:
 * webhooks that were, or may have been, sent the raise. Decided in the transaction that writes the event.
 */
export function matchingChanges<Routed extends RoutedWebhook>(
  webhooks: WebhookList<Routed>,
  event: Matched,
  notified: ReadonlySet<WebhookId> = NOBODY,
): readonly Routed[] {
  if (isOwnEvent(event)) return asking(webhooks, event).filter((webhook) => !usesCurrentState(webhook))
  const isAcknowledged = isAcknowledgement(event)
  const selection = selectionOf(
    webhooks,
    `${isAcknowledged ? 'acknowledged' : 'changes'} ${stateOf(event)}`,
    (webhook) =>
      whyNotSubscribed(webhook, event) === undefined &&
      !usesCurrentState(webhook) &&
      (!isAcknowledged || webhook.acknowledgements),
  )
  return notified.size === 0
    ? select(selection, webhooks, event)
    : selectWithFollowers(selection, { webhooks, event, notified })
}

const NOBODY: ReadonlySet<WebhookId> = new Set()

/** Selects for a clear. Webhooks that were sent the raise take it, before `otherwise` is decided. */
function selectWithFollowers<Routed extends RoutedWebhook>(
  selection: Selection,
  {
    webhooks,
    event,
    notified,
  }: {
    readonly webhooks: WebhookList<Routed>
    readonly event: Matched
    readonly notified: ReadonlySet<WebhookId>
  },
): readonly Routed[] {
  const subscribed = [...webhooks.values()].filter(
    (webhook) => notified.has(webhook.id) && wantsClears(webhook),
  )
  if (subscribed.length === 0) return select(selection, webhooks, event)
  const { met, undecided } = selection.index.find(event)
  const followers = subscribed.filter((webhook) => !usesCurrentState(webhook))
  const all = new Set([...selection.plain, ...met, ...undecided, ...followers])
  // A selection of a list contains only its webhooks.
  return [...all].toSorted((one, other) => one.id - other.id) as readonly RoutedWebhook[] as readonly Routed[]
}

/** Returns the webhooks in mode `current_state` that count the new state as active, disabled ones too, by id. */
export function matchingCurrentStates<Routed extends RoutedWebhook>(
  webhooks: WebhookList<Routed>,
  event: MatchedAlert,
): readonly Routed[] {
  const { newState } = event
  if (newState === 'cleared') return []
  if (isOwnEvent(event)) return asking(webhooks, event).filter(usesCurrentState)
  const selection = selectionOf(
    webhooks,
    `states ${newState}`,
    (webhook) => usesCurrentState(webhook) && webhook.alertFlags[newState],
  )
  return select(selection, webhooks, event)
}

/** Tells whether the `match` is met or undecided. `webhooks`: all of them, because they decide about `otherwise`. */
export function meetsMatch(
  webhook: Pick<Webhook, 'match' | 'matchOwner'>,
  webhooks: WebhookList,
  event: Matched,
): boolean {
  if (isOtherwise(webhook.match)) return !isTaken(webhooks, event)
  return meetsAlone(webhook.match, event, charactersMaxFor(webhook, webhooks))
}

/** Tells whether a webhook is notified undecided, because its patterns may not read a long value. */
export function isUndecided(
  webhook: Pick<Webhook, 'match' | 'matchOwner'>,
  webhooks: WebhookList,
  event: Matched,
): boolean {
  const { match } = webhook
  return match !== null && compileMatch(match).verdict(event, limitOf(webhooks)(webhook)) === undefined
}

/**
 * Tells whether an enabled webhook takes the event from those with `otherwise`. The severity decides for the clear as
 * well: raise and clear go the same way.
 */
function isTaken(webhooks: WebhookList, event: Matched): boolean {
  const raised = raiseOf(event)
  const { plain, index } = selectionOf(
    webhooks,
    `taken ${stateOf(raised)}`,
    (webhook) => whyNotSubscribed(webhook, raised) === undefined,
  )
  // An undecided webhook is notified, and takes nothing away.
  return plain.length > 0 || index.find(raised).met.length > 0
}

/**
 * Tells whether no webhook takes an event, not even the fallback of a disabled one in mode `current_state`. A clear
 * counts like its raise.
 */
export function notifiesNobody(webhooks: WebhookList, event: Matched): boolean {
  if (isOwnEvent(event)) return false
  const raised = raiseOf(event)
  const { plain, index, otherwise } = selectionOf(webhooks, `heard ${stateOf(raised)}`, (webhook) => {
    const reason = whyNotSubscribed(webhook, raised)
    return reason === undefined || (reason === 'disabled' && hasFallbackInstead(webhook, webhooks))
  })
  if (plain.length + otherwise.length > 0) return false
  const { met, undecided } = index.find(raised)
  return met.length + undecided.length === 0
}

function hasFallbackInstead(webhook: RoutedWebhook, webhooks: WebhookList): boolean {
  const { fallbackWebhookId } = webhook
  if (!usesCurrentState(webhook) || fallbackWebhookId === null) return false
  return [...webhooks.values()].some(({ id, enabled }) => id === fallbackWebhookId && enabled)
}

function raiseOf(event: Matched): Matched {
  return event.kind === 'alert' ? { ...event, newState: severityOf(event) } : event
}

function isAcknowledgement(event: Matched): boolean {
  return event.kind === 'alert' && event.trigger === 'acknowledgement'
}

function stateOf(event: Matched): string {
  return event.kind === 'alert' ? event.newState : event.kind
}

function select<Routed extends RoutedWebhook>(
  { plain, index, otherwise }: Selection,
  webhooks: WebhookList<Routed>,
  event: Matched,
): readonly Routed[] {
  const { met, undecided } = index.find(event)
  const matched = [...met, ...undecided]
  const left = otherwise.length > 0 && !isTaken(webhooks, event) ? otherwise : []
  const all =
    matched.length + left.length === 0
      ? plain
      : [...plain, ...matched, ...left].toSorted((one, other) => one.id - other.id)
  // A selection of a list contains only its webhooks.
  return all as readonly Routed[]
}

function selectionOf(
  webhooks: WebhookList,
  key: string,
  isSelected: (webhook: RoutedWebhook) => boolean,
): Selection {
  const known = selections.get(webhooks) ?? new Map<string, Selection>()
  selections.set(webhooks, known)
  const selection = known.get(key) ?? splitByMatch([...webhooks.values()].filter(isSelected), webhooks)
  known.set(key, selection)
  return selection
}

/** `all`: the list whose matchers share the budget. */
function splitByMatch(webhooks: readonly RoutedWebhook[], all: WebhookList): Selection {
  return {
    plain: webhooks.filter(({ match }) => match === null),
    index: new MatchIndex(
      webhooks.filter(({ match }) => match !== null && !isOtherwise(match)),
      limitOf(all),
    ),
    otherwise: webhooks.filter(({ match }) => isOtherwise(match)),
  }
}

const limits = new WeakMap<WebhookList, ReturnType<typeof charactersMaxOf>>()

function limitOf(webhooks: WebhookList): ReturnType<typeof charactersMaxOf> {
  const limit = limits.get(webhooks) ?? charactersMaxOf(webhooks.values())
  limits.set(webhooks, limit)
  return limit
}

const stepsMax = new WeakMap<WebhookList, number>()

/** Returns the most steps of all patterns for one event. */
export function stepsOfWebhooks(webhooks: WebhookList): number {
  const steps = stepsMax.get(webhooks) ?? stepsAtMost(webhooks.values())
  stepsMax.set(webhooks, steps)
  return steps
}

/** Returns the rows that take as long to write as matching patterns may take for one report. */
export function weighMatching(known: {
  readonly webhooks: WebhookList
  readonly silences: { readonly stepsMax: number }
}): MatchRows {
  return matchRowsOf({ webhooks: stepsOfWebhooks(known.webhooks), silences: known.silences.stepsMax })
}

/** Returns how many characters of a value the patterns of a webhook read. */
export function charactersMaxFor(
  webhook: Pick<Webhook, 'match' | 'matchOwner'>,
  webhooks: WebhookList,
): number {
  return limitOf(webhooks)(webhook)
}

export function payloadTypeOf(event: Pick<NewEvent, 'kind'>): PayloadType {
  return event.kind === 'alert' ? 'ALERT' : 'JOB'
}

/**
 * Returns the reason; undefined: it is notified. `webhooks`: all of them, because they decide about
 * `otherwise`.
 */
export function whyNotNotified(
  webhook: RoutedWebhook,
  webhooks: WebhookList,
  event: Matched,
): ReasonNotNotified | undefined {
  const reason = whyNotSubscribed(webhook, event)
  if (isOwnEvent(event) || (reason !== undefined && reason !== 'disabled')) return reason
  if (isAcknowledgement(event) && !webhook.acknowledgements) return 'acknowledgements'
  if (!meetsMatch(webhook, webhooks, event)) return isOtherwise(webhook.match) ? 'taken_by_others' : 'match'
  return reason
}

function whyNotSubscribed(
  webhook: RoutedWebhook,
  event: Matched,
): Extract<ReasonNotNotified, 'payload_type' | 'maintenance_windows' | 'state' | 'disabled'> | undefined {
  if (webhook.payloadType !== payloadTypeOf(event)) return 'payload_type'
  if (isOwnEvent(event) && !webhook.maintenanceWindows) return 'maintenance_windows'
  if (event.kind === 'alert' && !hasFlag(webhook, event)) return 'state'
  return webhook.enabled ? undefined : 'disabled'
}

/** Severity flags do not apply to Tocsin's own alerts. */
function hasFlag({ alertFlags }: RoutedWebhook, event: MatchedAlert): boolean {
  return alertFlags[event.newState] || (isOwnEvent(event) && event.newState !== 'cleared')
}

/**
 * Returns the webhooks that ask for Tocsin's own alerts, whatever their matchers; in mode `current_state` disabled
 * ones, too.
 */
function asking<Routed extends RoutedWebhook>(
  webhooks: WebhookList<Routed>,
  event: Matched,
): readonly Routed[] {
  return [...webhooks.values()].filter((webhook) => {
    const reason = whyNotSubscribed(webhook, event)
    return reason === undefined || (reason === 'disabled' && usesCurrentState(webhook))
  })
}
