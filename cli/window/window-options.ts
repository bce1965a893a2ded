import type { Command, OptionValues } from '@commander-js/extra-typings'
import { InvalidArgumentError } from 'commander'
import { SILENCED_JOBS } from '../../src/domain/silence/silence.ts'
import { durationText, oneOf, parseIds } from '../options/option-values.ts'
import { usageError } from '../program/cli-error.ts'
import type { OptionsOf } from '../program/command.ts'

export function addWindowOptions<Args extends unknown[], Given extends OptionValues>(
  command: Command<Args, Given>,
) {
  return command
    .option('--name <name>', 'its name; each has another one')
    .option('--match <matchers>', 'what to hold, in the syntax of the matchers of webhooks')
    .option('--everything', 'it is meant that everything is held; --match may be left out')
    .option('--daily', 'every day')
    .option('--weekly <days>', 'every week on these days, e.g. sun or mon,thu', weeklyRule)
    .option(
      '--monthly <days>',
      'every month: 2tue (the second Tuesday), lastsun, 15, last (the last day); several with commas',
      monthlyRule,
    )
    .option('--on <days>', 'on these days only, e.g. 2026-12-31,2027-03-31', listOfDays)
    .option('--repeat <rule>', 'by a rule of RFC 5545, e.g. "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU"')
    .option('--at <time>', 'the time of day at which it begins, e.g. 22:00')
    .option('--for <duration>', 'how long it lasts, e.g. 4h', durationText)
    .option('--zone <zone>', "the time zone, e.g. Europe/Berlin (default: this machine's)")
    .option(
      '--from <day>',
      'the day from which it counts, e.g. 2026-12-01 (default: today, or the begin of the one under way)',
    )
    .option(
      '--except <days>',
      'not on these days, e.g. 2026-12-24; replaces those that are skipped',
      listOfDays,
    )
    .option('--webhook <id>', 'only for this webhook; may stand several times (default: all)', parseIds)
    .option(
      '--jobs <what>',
      `job runs: ${SILENCED_JOBS.join(', or ')} (those that failed are sent) (default: hold)`,
      oneOf(SILENCED_JOBS),
    )
    .option('--reason <text>', 'why, for whoever asks why nobody was notified')
}

export type WindowOptions = OptionsOf<typeof addWindowOptions<[], {}>>

function recurrenceOf({ daily, weekly, monthly, on, repeat }: WindowOptions) {
  const rules = [daily ? 'FREQ=DAILY' : undefined, weekly, monthly, repeat].filter((one) => one !== undefined)
  if (rules.length + (on === undefined ? 0 : 1) > 1)
    throw usageError('Give one of --daily, --weekly, --monthly, --on and --repeat.')
  return { repeat: rules[0], days: on }
}

export function toWindowBody(options: WindowOptions) {
  return {
    name: options.name,
    match: options.match,
    everything: options.everything,
    webhook_ids: options.webhook?.map(Number),
    zone: options.zone,
    begins: options.at,
    for: options.for,
    ...recurrenceOf(options),
    from: options.from,
    except: options.except,
    jobs: options.jobs,
    reason: options.reason,
  }
}

const WEEKDAY = /^(sun|mon|tue|wed|thu|fri|sat)(?:day|sday|nesday|rsday|urday)?$/
const DAY_OF_MONTH = /^(?:last|[1-9]|[12]\d|3[01])$/
const WEEKDAY_OF_MONTH = /^(last|[1-4])(sun|mon|tue|wed|thu|fri|sat)(?:day|sday|nesday|rsday|urday)?$/

/** Returns the rule of `--weekly sun,wed`. */
export function weeklyRule(text: string): string {
  const days = wordsOf(text).map((word) => {
    const [, day] = WEEKDAY.exec(word) ?? []
    if (day === undefined) throw new InvalidArgumentError(`has "${word}", not a day such as sun or thu`)
    return codeOf(day)
  })
  return `FREQ=WEEKLY;BYDAY=${days.join(',')}`
}

/** Returns the rule of `--monthly 2tue`, or of `--monthly 15,last`. */
export function monthlyRule(text: string): string {
  const words = wordsOf(text)
  if (words.every((word) => DAY_OF_MONTH.test(word)))
    return `FREQ=MONTHLY;BYMONTHDAY=${words.map((word) => (word === 'last' ? '-1' : word)).join(',')}`
  const days = words.map((word) => {
    const [, place, day] = WEEKDAY_OF_MONTH.exec(word) ?? []
    if (place === undefined || day === undefined)
      throw new InvalidArgumentError(
        `has "${word}"; give days such as 2tue or lastsun, or days of the month such as 15 or last`,
      )
    return `${place === 'last' ? '-1' : place}${codeOf(day)}`
  })
  return `FREQ=MONTHLY;BYDAY=${days.join(',')}`
}

function listOfDays(text: string): readonly string[] {
  return wordsOf(text)
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
}

function codeOf(day: string): string {
  return day.slice(0, 2).toUpperCase()
}
