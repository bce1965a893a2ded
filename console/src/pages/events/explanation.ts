import type { components } from '../../api/schema.ts'
import { formatCount } from '../../ui/text/format.ts'

export type Explanation = components['schemas']['Explanation']
export type NotifiedWebhook = components['schemas']['ExplainedDelivery']
type NotifiedCounts = Explanation['notified_counts']
type NotNotifiedCounts = Explanation['not_notified_counts']
export type NotNotified = components['schemas']['ExplainedNotNotified']

/** Why nobody was notified of an event, and how to change that. */
export interface Remedy {
  readonly sentence: string
  /** Webhooks that a change would notify; at most three. */
  readonly webhooks: readonly {
    readonly id: number
    readonly name: string
    readonly action: string
    readonly needsEdit: boolean
  }[]
  /** The kind of webhook that is missing; null: none. */
  readonly missing: 'ALERT' | 'JOB' | null
  /** Nothing needs to be done. */
  readonly isFine?: true
}

const WEBHOOKS_MAX = 3

const FLAG_ACTION = 'switch the flag on'
const MATCH_ACTION = 'change its matchers'

/** An alert's new state, or a job run. */
export type Subject = { readonly kind: 'alert'; readonly state: string } | { readonly kind: 'job_run' }

/** Suggests a remedy for an event without deliveries; `notNotified`: the first webhooks, `counts`: all. */
export function remedyOf(
  notNotified: readonly NotNotified[],
  counts: NotNotifiedCounts,
  subject: Subject,
): Remedy {
  const of = (...reasons: readonly NotNotified['reason'][]) =>
    notNotified.filter(({ reason }) => reasons.includes(reason))
  const { disabled, state: flagOff, match: unmatched } = counts
  const later = counts.made_later + counts.not_kept + counts.unknown
  if (disabled === 0 && flagOff === 0 && unmatched === 0) {
    if (counts.silenced > 0) return silencedRemedy(counts.silenced)
    if (counts.acknowledgements > 0) return ACKNOWLEDGEMENT_REMEDY
    if (counts.maintenance_windows > 0) return WINDOW_REMEDY
    if (counts.already_in_sync > 0) return currentStateRemedy(counts.already_in_sync)
    if (later === 0) return missingRemedy(counts.payload_type > 0, subject)
    return {
      sentence: `${count(later, 'webhook')} came or changed only after it. Their present definitions decide about the next one.`,
      webhooks: pick(of('made_later', 'not_kept', 'unknown'), 'open it'),
      missing: null,
    }
  }
  const sentences = [
    flagOff > 0 && subject.kind === 'alert'
      ? `${count(flagOff, 'webhook')} for alerts ${flagOff === 1 ? 'has' : 'have'} the flag for ${subject.state} off`
      : undefined,
    disabled > 0
      ? `${count(disabled, 'webhook')} that would be notified ${disabled === 1 ? 'is' : 'are'} disabled`
      : undefined,
    unmatched > 0
      ? `${count(unmatched, 'webhook')} ${unmatched === 1 ? 'has' : 'have'} matchers that it does not meet`
      : undefined,
  ].filter((each) => each !== undefined)
  return {
    sentence: `${sentences.join(', and ')}.`,
    webhooks: [
      ...pick(of('disabled'), 'enable it'),
      ...pick(of('state'), FLAG_ACTION),
      ...pick(of('match'), MATCH_ACTION),
    ].slice(0, WEBHOOKS_MAX),
    missing: null,
  }
}

function currentStateRemedy(present: number): Remedy {
  const one = present === 1
  return {
    sentence: `${count(present, 'webhook')} ${one ? 'is' : 'are'} in current-state mode: ${one ? 'its receiver' : 'their receivers'} had that state already, or ${one ? 'was' : 'were'} sent a newer one.`,
    webhooks: [],
    missing: null,
    isFine: true,
  }
}

const ACKNOWLEDGEMENT_REMEDY: Remedy = {
  sentence: 'No webhook for this alert asks for acknowledgements, so only the console shows this one.',
  webhooks: [],
  missing: null,
  isFine: true,
}

const WINDOW_REMEDY: Remedy = {
  sentence: 'No other webhook asks for maintenance windows.',
  webhooks: [],
  missing: null,
  isFine: true,
}

function silencedRemedy(silenced: number): Remedy {
  return {
    sentence: `A silence held the notification of ${count(silenced, 'webhook')}. When it ends, the current state of the alert is sent if a receiver does not have it.`,
    webhooks: [],
    missing: null,
    isFine: true,
  }
}

function missingRemedy(areOthers: boolean, { kind }: Subject): Remedy {
  const [what, missing] = kind === 'alert' ? (['alerts', 'ALERT'] as const) : (['job runs', 'JOB'] as const)
  return {
    sentence: areOthers
      ? `There is no webhook for ${what}: all of them are for the other kind of events.`
      : 'There is no webhook yet.',
    webhooks: [],
    missing,
  }
}

function pick(webhooks: readonly NotNotified[], action: string): Remedy['webhooks'] {
  return webhooks.slice(0, WEBHOOKS_MAX).map(({ webhook_id: id, name }) => ({
    id,
    name,
    action,
    needsEdit: action === FLAG_ACTION || action === MATCH_ACTION,
  }))
}

function count(things: number, word: string): string {
  return `${formatCount(things)} ${word}${things === 1 ? '' : 's'}`
}

/** States worth seeing: not arrived, or not yet. */
const EXCEPTIONS: ReadonlySet<string> = new Set(['waiting', 'pending', 'sending', 'failed', 'cancelled'])

export function isException(state: string): boolean {
  return EXCEPTIONS.has(state)
}

/** `49 notified, 11 on the way, 2 failed` */
export function summariseNotified(counts: NotifiedCounts): string {
  const { waiting, pending, sending, delivered, failed, cancelled, superseded, outdated } = counts
  const parts = [
    [delivered, 'notified'],
    [waiting + pending + sending, 'on the way'],
    [failed, 'failed'],
    [cancelled, 'cancelled'],
    [superseded, 'superseded'],
    [outdated, 'outdated'],
  ] as const
  const known = parts.filter(([count]) => count > 0)
  return known.map(([count, word]) => `${formatCount(count)} ${word}`).join(', ')
}

interface Named {
  readonly id: number
  readonly name: string | null
}

/** Removes the webhook that begins a sentence, where it is shown above. */
export function shorterSentence(sentence: string, { id, name }: Named): string {
  const beginning = `Webhook ${id} "${name}" `
  if (name === null || !sentence.startsWith(beginning)) return sentence
  const rest = sentence.slice(beginning.length)
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}
