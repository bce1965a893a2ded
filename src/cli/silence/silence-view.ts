import { parseInstant, type Instant } from '../../domain/instant.ts'
import { IDLE_SILENCE_MS, isIdle } from '../../domain/silence/idle-silence.ts'
import type { Received } from '../view/api-types.ts'
import { describeTime } from '../view/human-time.ts'
import { asNumber, asText, asTexts } from '../view/json-value.ts'
import { showMatchWarnings } from '../view/match-warnings.ts'
import type { Screen } from '../view/screen.ts'
import type { Column, Part } from '../view/table.ts'
import { commandLine } from '../program/command-line.ts'

type Silence = Received<'Silence'>

export function silenceColumns(now: Instant): readonly Column<Silence>[] {
  return [
    { title: 'ID', cell: (silence) => asText(silence.id), align: 'right' },
    { title: 'STATE', cell: stateOf },
    { title: 'BEGINS', cell: (silence) => describeTime(silence.starts_at, now) },
    { title: 'ENDS', cell: (silence) => describeTime(silence.ends_at, now) },
    { title: 'HELD', cell: (silence) => asText(silence.held), align: 'right' },
    { title: 'MATCH', cell: (silence) => asText(silence.match), shrinks: true },
    { title: 'REASON', cell: (silence) => asText(silence.reason), shrinks: true },
    { title: 'BY', cell: (silence) => asText(silence.created_by), shrinks: true },
  ]
}

export function showSilence(screen: Screen, silence: Silence, now: Instant): void {
  const webhooks = silence.webhook_ids
  screen.fields([
    ['silence', asText(silence.id)],
    ['state', stateOf(silence)],
    ['match', asText(silence.match)],
    ['webhooks', Array.isArray(webhooks) ? asTexts(webhooks.map(String)).join(', ') : 'all'],
    ['begins', withTime(silence.starts_at, now)],
    ['ends', withTime(silence.ends_at, now)],
    ['reason', asText(silence.reason)],
    ['by', asText(silence.created_by)],
    ['held', asText(silence.held)],
    ['last held', silence.last_held_at === null ? 'never' : describeTime(silence.last_held_at, now)],
  ])
  showMatchWarnings(screen, silence.warnings)
  showIdle(screen, [silence], now)
}

/** Names the silences that have held nothing for a week: somebody has probably forgotten them. */
export function showIdle(screen: Screen, silences: readonly Silence[], now: Instant): void {
  for (const silence of silences) {
    const times = {
      startsAt: parseInstant(asText(silence.starts_at)) ?? now,
      lastHeldAt: parseInstant(asText(silence.last_held_at)) ?? null,
    }
    if (silence.state !== 'active' || !isIdle(times, now)) continue
    const text = `Silence ${asText(silence.id)} has held nothing for ${IDLE_SILENCE_MS / 86_400_000} days. End it with: ${commandLine(`silence end ${asText(silence.id)}`)}`
    screen.line({ text, tone: 'warn' })
  }
}

/** Returns a sentence about what the end of a silence sends. */
export function describeHeld({ held }: Silence): string {
  const count = asNumber(held) ?? 0
  if (count === 0) return 'It held nothing.'
  return count === 1
    ? 'It held 1 notification, which is sent now if it is still true.'
    : `It held ${count} notifications, which are sent now as far as they are still true.`
}

function stateOf({ state }: Silence): Part {
  if (state === 'active') return { text: 'active', tone: 'warn' }
  return { text: asText(state), tone: 'dim' }
}

function withTime(value: unknown, now: Instant): string {
  return `${asText(value)} (${describeTime(value, now)})`
}
