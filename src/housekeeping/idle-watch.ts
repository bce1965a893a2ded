import type { Clock } from '../runtime/clock.ts'

/** A node is idle after this time without work. */
const IDLE_AFTER_MS = 10_000

interface IdleDeps {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /** False: notifications of other nodes do not arrive, so the node must not sleep. */
  readonly isListening: () => boolean
  /** Called with the first work after a rest. */
  readonly onWake: () => void
}

/**
 * Knows whether there was work lately, here or announced by another node. An idle node checks rarely; new work wakes
 * it.
 */
export class IdleWatch {
  readonly #deps: IdleDeps
  readonly #sleeping = new Set<() => void>()
  #workedAt: number

  constructor(deps: IdleDeps) {
    this.#deps = deps
    this.#workedAt = deps.clock.monotonic()
  }

  get isIdle(): boolean {
    const { clock, isListening } = this.#deps
    return clock.monotonic() - this.#workedAt >= IDLE_AFTER_MS && isListening()
  }

  /** Somebody still rests, though the node may not be idle any more because notifications stopped arriving. */
  get isResting(): boolean {
    return this.#sleeping.size > 0
  }

  noteWork(): void {
    const wasIdle = this.isIdle || this.isResting
    this.#workedAt = this.#deps.clock.monotonic()
    if (!wasIdle) return
    for (const wake of this.#sleeping) wake()
    this.#deps.onWake()
  }

  /** Resolves after `busyMs`; while idle, after `idleMs` or with the next work. Ends with the signal. */
  rest(
    { busyMs, idleMs }: { readonly busyMs: number; readonly idleMs: number },
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const isIdle = this.isIdle && idleMs !== busyMs
    const cancel = this.#deps.clock.after(isIdle ? idleMs : busyMs, () => end())
    const end = () => {
      cancel()
      this.#sleeping.delete(end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    signal.addEventListener('abort', end)
    if (isIdle) this.#sleeping.add(end)
    return promise
  }
}
