/** A silence as people gave it, or the occurrence of a window, by the clock as it is shown. */
export interface ModelSilence {
  /** The alert; undefined: every alert. */
  readonly key: string | undefined
  startsAt: number
  endsAt: number
  /** Its end was given as a length. */
  readonly hasLength: boolean
  /** It was seen active, so that it stays active whatever the clock shows. */
  hasBegun: boolean
  /** It was seen active, and then over: it never becomes active again. */
  isOver: boolean
  /** The window of which it is an occurrence. */
  readonly windowId?: number
  /** The begin of the occurrence by its schedule; null: the clock was set back, and the schedule may say it once more. */
  occursAt?: number | null
}

/** A maintenance window that recurs every day. */
export interface ModelWindow extends Pick<ModelSilence, 'key'> {
  /** The time of day at which it begins, in UTC. */
  readonly ofDayMs: number
  /** How far the clocks of its zone are ahead of UTC. */
  readonly aheadMs: number
  readonly lastsMs: number
  /** The days on which it does not occur, as the clocks of its zone show them. */
  readonly skipped: Set<string>
}

const DAY_MS = 86_400_000

/** Nodes know the time to this. */
const CLOCKS_APART_MS = 1_000

/** Knows which silences hold what at which time, also while the clock is set. Shares no code with the service. */
export class ModelSilences {
  readonly windows = new Map<number, ModelWindow>()
  readonly #given = new Map<number, ModelSilence>()
  #occurrences: ModelSilence[] = []

  /** Takes over a silence that somebody has created. */
  give(
    id: number,
    silence: Pick<ModelSilence, 'key' | 'startsAt' | 'endsAt' | 'hasLength'>,
    now: number,
  ): void {
    this.#given.set(id, { ...silence, hasBegun: silence.startsAt <= now, isOver: false })
  }

  /** Returns the silences that have not ended and can be changed, by id. */
  live(now: number): readonly (readonly [number, ModelSilence])[] {
    return [...this.#given].filter(([, silence]) => !silence.isOver && silence.endsAt > now)
  }

  end(silence: ModelSilence, now: number): void {
    Object.assign(silence, { endsAt: now, hasBegun: true, isOver: true })
  }

  addWindow(id: number, window: Omit<ModelWindow, 'skipped'>, now: number): void {
    this.windows.set(id, { ...window, skipped: new Set() })
    this.#plan(now)
  }

  deleteWindow(id: number, now: number): void {
    this.#withdraw(id, now)
    for (const silence of this.#of(id)) if (isActive(silence, now)) this.end(silence, now)
    this.windows.delete(id)
  }

  /** Returns the days on which a window begins next, of which some may be skipped. */
  comingDays(id: number, now: number): readonly string[] {
    const window = this.#window(id)
    const first = beginBefore(window, now)
    const begins = [0, 1, 2, 3].map((days) => first + days * DAY_MS)
    return begins.filter((begin) => begin + window.lastsMs > now).map((begin) => dayOf(window, begin))
  }

  /** Skips a day. Days of long ago are forgotten. */
  skip(id: number, day: string, now: number): void {
    const window = this.#window(id)
    const oldest = dayOf(window, now - window.lastsMs - DAY_MS)
    for (const one of window.skipped) if (one < oldest) window.skipped.delete(one)
    this.#changeDays(id, now, () => window.skipped.add(day))
  }

  /** Takes back that a day is skipped, and that the silence of its occurrence was ended. */
  restore(id: number, day: string, now: number): void {
    const window = this.#window(id)
    for (const silence of this.#of(id)) {
      const { occursAt, endsAt } = silence
      if (typeof occursAt === 'number' && dayOf(window, occursAt) === day && endsAt <= now)
        silence.occursAt = null
    }
    this.#changeDays(id, now, () => window.skipped.delete(day))
  }

  /** The service has done what it does all the time. */
  worked(now: number): void {
    this.#plan(now)
    for (const silence of this.#all()) {
      if (silence.isOver) continue
      if (silence.startsAt <= now && now < silence.endsAt) silence.hasBegun = true
      if (!silence.hasBegun) continue
      if (silence.endsAt <= now) silence.isOver = true
      else if (silence.startsAt > now + CLOCKS_APART_MS) {
        silence.endsAt += now - silence.startsAt
        silence.startsAt = now
        silence.occursAt = null
      }
    }
    this.#plan(now)
  }

  /** Somebody has set the clock; `isNoticed`: while the service was there. */
  stepped(ms: number, { isNoticed }: { readonly isNoticed: boolean }): void {
    if (!isNoticed) return
    for (const silence of this.#all()) {
      if (!silence.hasLength || !silence.hasBegun || silence.isOver) continue
      silence.startsAt += ms
      silence.endsAt += ms
    }
  }

  /** Returns what holds the raises and changes of an alert. */
  holderOf(key: string, now: number): string | undefined {
    const holder = [...this.#all()].find((one) => (one.key ?? key) === key && isActive(one, now))
    return (
      holder &&
      `${holder.windowId === undefined ? 'a silence' : `window ${holder.windowId}`} until ${holder.endsAt}`
    )
  }

  /** The last end of what holds something, or will. */
  get lastEnd(): number {
    return Math.max(0, ...[...this.#given.values()].map(({ endsAt }) => endsAt))
  }

  /** Returns what a silence that people gave is at a moment. */
  stateOf(id: number, now: number): 'pending' | 'active' | 'expired' | undefined {
    const silence = this.#given.get(id)
    if (!silence) return undefined
    if (silence.isOver || silence.endsAt <= now) return 'expired'
    return isActive(silence, now) ? 'active' : 'pending'
  }

  /** Each occurrence that begins within a day gets a silence, once. */
  #plan(now: number): void {
    for (const [windowId, window] of this.windows) {
      const { key, lastsMs, skipped } = window
      for (let begin = beginBefore(window, now); begin <= now + DAY_MS; begin += DAY_MS) {
        const isKnown = this.#of(windowId).some(({ occursAt }) => occursAt === begin)
        if (isKnown || begin + lastsMs <= now || skipped.has(dayOf(window, begin))) continue
        const times = { startsAt: Math.max(begin, now), endsAt: begin + lastsMs, occursAt: begin }
        const hasBegun = begin <= now
        this.#occurrences.push({ key, windowId, ...times, hasLength: false, hasBegun, isOver: false })
      }
    }
  }

  #changeDays(id: number, now: number, change: () => void): void {
    const window = this.#window(id)
    const isSkippedNow = () => {
      const begin = beginBefore(window, now)
      return now < begin + window.lastsMs && window.skipped.has(dayOf(window, begin))
    }
    const before = isSkippedNow()
    change()
    this.#withdraw(id, now)
    if (before !== isSkippedNow()) {
      for (const silence of this.#of(id)) {
        if (!isActive(silence, now)) continue
        this.end(silence, now)
        silence.occursAt = null
      }
    }
    this.#plan(now)
  }

  /** Removes the occurrences of a window that have not begun: they have held nothing. */
  #withdraw(id: number, now: number): void {
    this.#occurrences = this.#occurrences.filter(
      ({ windowId, hasBegun, startsAt, endsAt }) =>
        windowId !== id || hasBegun || (startsAt <= now && now < endsAt),
    )
  }

  #all(): readonly ModelSilence[] {
    return [...this.#given.values(), ...this.#occurrences]
  }

  #of(id: number): readonly ModelSilence[] {
    return this.#occurrences.filter(({ windowId }) => windowId === id)
  }

  #window(id: number): ModelWindow {
    const window = this.windows.get(id)
    if (!window) throw new Error(`there is no window ${id}`)
    return window
  }
}

function isActive({ startsAt, endsAt, hasBegun, isOver }: ModelSilence, now: number): boolean {
  return !isOver && now < endsAt && (hasBegun || startsAt <= now)
}

/** The last begin up to a moment. */
function beginBefore({ ofDayMs }: Pick<ModelWindow, 'ofDayMs'>, now: number): number {
  return Math.floor((now - ofDayMs) / DAY_MS) * DAY_MS + ofDayMs
}

function dayOf({ aheadMs }: Pick<ModelWindow, 'aheadMs'>, moment: number): string {
  return new Date(moment + aheadMs).toISOString().slice(0, 10)
}
