import type { Command } from 'commander'
import type { CliContext } from '../program/context.ts'
import { nextInstant } from '../options/clock-time.ts'
import { durationText, parseIds } from '../options/option-values.ts'

export interface SilenceOptions {
  readonly match?: string
  readonly everything?: boolean
  readonly webhook?: readonly string[]
  readonly from?: string
  readonly until?: string
  readonly for?: string
  readonly reason?: string
}

/** Adds the options of a new silence and of a changed one. */
export function addSilenceOptions(command: Command, { clock }: Pick<CliContext, 'clock'>): Command {
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

/** Returns the members of the request. */
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
