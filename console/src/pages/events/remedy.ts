import type { NotTold } from './explanation.ts'

/** Why nobody was told of an event, and what to do so that somebody is told of the next one. */
export interface Remedy {
  readonly sentence: string
  /** Webhooks that a change would let know; at most three. */
  readonly webhooks: readonly {
    readonly id: number
    readonly name: string
    readonly deed: string
    readonly needsEdit: boolean
  }[]
  /** A webhook of this kind is missing; null: there are some. */
  readonly missing: 'ALERT' | 'JOB' | null
}

const WEBHOOKS_MAX = 3

const FLAG_DEED = 'switch the flag on'

/** What the event was: the new state of an alert, or a job run. */
export type Subject = { readonly kind: 'alert'; readonly state: string } | { readonly kind: 'job_run' }

/** For an event without any delivery; `notTold` are all webhooks that there are. */
export function remedyOf(notTold: readonly NotTold[], subject: Subject): Remedy {
  const flagOff = notTold.filter(({ reason }) => reason === 'state')
  const disabled = notTold.filter(({ reason }) => reason === 'disabled')
  const later = notTold.filter(({ reason }) => reason === 'made_later' || reason === 'unknown')
  if (later.length > 0 && later.length === notTold.filter(({ reason }) => reason !== 'payload_type').length) {
    return {
      sentence: `${count(later, 'webhook')} came or changed only after it. The next one is judged by what they are now.`,
      webhooks: pick(later, 'look at it'),
      missing: null,
    }
  }
  if (flagOff.length === 0 && disabled.length === 0) return missingRemedy(notTold.length > 0, subject)
  const causes = [
    flagOff.length > 0 && subject.kind === 'alert'
      ? `${count(flagOff, 'webhook')} for alerts ${flagOff.length === 1 ? 'has' : 'have'} the flag for ${subject.state} off`
      : undefined,
    disabled.length > 0
      ? `${count(disabled, 'webhook')} that would be told ${disabled.length === 1 ? 'is' : 'are'} disabled`
      : undefined,
  ].filter((cause) => cause !== undefined)
  return {
    sentence: `${causes.join(', and ')}.`,
    webhooks: [...pick(disabled, 'enable it'), ...pick(flagOff, FLAG_DEED)].slice(0, WEBHOOKS_MAX),
    missing: null,
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

function pick(webhooks: readonly NotTold[], deed: string): Remedy['webhooks'] {
  return webhooks.slice(0, WEBHOOKS_MAX).map(({ webhook_id: id, name }) => ({
    id,
    name,
    deed,
    needsEdit: deed === FLAG_DEED,
  }))
}

function count(things: readonly unknown[], word: string): string {
  return `${things.length} ${word}${things.length === 1 ? '' : 's'}`
}
