/** Events that one alert shows; `/v1/events?alert_id=` has them all. */
export const HISTORY_MAX = 50

const TIMES_MIN = 3
const GAP_MS_MAX = 5 * 60_000

/** An event of an alert as `/v1` writes it; an older service may leave out members. */
interface HistoryEvent {
  readonly old_state?: string | undefined
  readonly ended_by?: string | null | undefined
  readonly at?: string | undefined
}

/** An alert that flapped: `times` raised and cleared, in `ms` from the first raise to the last clear. */
export interface Flapping<Event> {
  /** Newest first. */
  readonly members: readonly Event[]
  readonly times: number
  readonly ms: number
  /** The first of them may be older than the history. */
  readonly isAtLeast: boolean
}

/** Writes `12 times in 20 s`. */
export function flappingText(
  { times, ms, isAtLeast }: Flapping<unknown>,
  duration: (ms: number) => string,
): string {
  const time = ms < 1_000 ? 'within a second' : `in ${duration(ms)}`
  return `${isAtLeast ? 'at least ' : ''}${times} times ${time}`
}

/**
 * Folds flapping in a history, newest first: at least three raises of one severity in a row, each cleared by its
 * monitor, no event more than five minutes after the one before. The newest event, the current state, stays by itself.
 */
export function foldFlapping<Event extends HistoryEvent>(
  history: readonly Event[],
): readonly (Event | Flapping<Event>)[] {
  const entries: (Event | Flapping<Event>)[] = history.slice(0, 1)
  let next = 1
  while (next < history.length) {
    const length = flappingLength(history.slice(next))
    const times = Math.floor(length / 2)
    if (times >= TIMES_MIN) {
      const members = history.slice(next, next + times * 2)
      const isAtLeast = history.length >= HISTORY_MAX && next + length === history.length
      entries.push({ members, times, ms: gapOf(members.at(-1), members[0]), isAtLeast })
      next += members.length
    } else {
      entries.push(...history.slice(next, next + 1))
      next += 1
    }
  }
  return entries
}

/** Counts the events with which the list begins: episodes of one severity, in quick succession. */
function flappingLength(events: readonly HistoryEvent[]): number {
  const severity = events[0]?.old_state
  const end = events.findIndex((event, index) => {
    const isEnd = event.old_state === severity && event.ended_by === 'monitor'
    const isNext = index % 2 === 0 ? isEnd : event.old_state === 'cleared'
    const isSoon = index === 0 || gapOf(event, events[index - 1]) <= GAP_MS_MAX
    return !isNext || !isSoon
  })
  return end === -1 ? events.length : end
}

function gapOf(older: HistoryEvent | undefined, newer: HistoryEvent | undefined): number {
  return Date.parse(newer?.at ?? '') - Date.parse(older?.at ?? '')
}
