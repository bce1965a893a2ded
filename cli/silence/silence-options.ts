import type { Command, OptionValues } from '@commander-js/extra-typings'
import { InvalidArgumentError } from 'commander'
import { formatInstant, type Instant, parseInstant } from '../../src/domain/instant.ts'
import { durationText, parseIds } from '../options/option-values.ts'
import type { CliContext, OptionsOf } from '../program/command.ts'

export function addSilenceOptions<Args extends unknown[], Given extends OptionValues>(
  command: Command<Args, Given>,
  { clock }: CliContext,
) {
  const instant = nextInstant(() => clock.now())
  return command
    .option('--match <matchers>', 'what to hold, in the syntax of the matchers of webhooks')
    .option('--everything', 'it is meant that everything is held; --match may be left out')
    .option('--for <duration>', 'how long, e.g. 2h, from its begin or from now', durationText)
    .option('--until <time>', 'when it ends, instead of --for: 2026-09-14T03:00:00Z, or 23:00 here', instant)
    .option('--from <time>', 'when it begins, written so as well (default: now)', instant)
    .option('--webhook <id>', 'only for this webhook; may stand several times (default: all)', parseIds)
    .option('--reason <text>', 'why, for whoever asks why nobody was notified')
}

export type SilenceOptions = OptionsOf<typeof addSilenceOptions<[], {}>>

export function toSilenceBody(options: SilenceOptions) {
  return {
    match: options.match,
    everything: options.everything,
    webhook_ids: options.webhook?.map(Number),
    starts_at: options.from,
    ends_at: options.until,
    for: options.for,
    reason: options.reason,
  }
}

/** Reads RFC 3339 or a local time: `23:00` is today, or tomorrow if past. Returns UTC. */
export function nextInstant(now: () => Instant): (text: string) => string {
  return (text) => {
    const at = parseInstant(text) ?? nextOnClock(text, now())
    if (at !== undefined) return formatInstant(at)
    throw new InvalidArgumentError(
      `is "${text}", neither a time such as 2026-09-14T03:12:40Z nor one of today or tomorrow such as 23:00`,
    )
  }
}

function nextOnClock(text: string, now: Instant): Instant | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  if (hours === undefined || minutes === undefined) return undefined
  const at = new Date(now)
  at.setHours(Number(hours), Number(minutes), 0, 0)
  if (at.getTime() <= now) at.setDate(at.getDate() + 1)
  return at.getTime() as Instant
}
