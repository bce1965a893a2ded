/** A change of an alert, counted from 1, whose monitor got the response that it is durable. */
export interface Acknowledged {
  readonly key: string
  readonly number: number
  readonly atMs: number
}

/** A request as the receiver saw it. */
export interface Received {
  readonly webhook: string
  /** Its `webhook-id`. */
  readonly id: string
  readonly key: string
  readonly number: number
  /** The life of the service: a kill or a power cut ends one. */
  readonly life: number
  readonly atMs: number
  /** When it got 200; undefined: not yet, or with something else. */
  acceptedAtMs: number | undefined
  /** It was so close to a power cut that nobody can say whether it was before. */
  readonly isUncertain?: boolean
}

/**
 * The knowledge of the world outside: what was acknowledged to monitors, and what the receiver got, each in the
 * order in which it came.
 */
export interface Ledger {
  readonly acknowledged: Acknowledged[]
  readonly received: Received[]
  life: number
}

export function emptyLedger(): Ledger {
  return { acknowledged: [], received: [], life: 1 }
}

/** A power cut, as exactly as clocks show: all up to `surelyMs` was before it, nothing after `possiblyMs` was. */
export interface CutMoment {
  readonly surelyMs: number
  readonly possiblyMs: number
}

/** Returns what the world knew when the power failed, with a new life of the service begun. */
export function ledgerAtCut(
  { acknowledged, received, life }: Ledger,
  { surelyMs, possiblyMs }: CutMoment,
): Ledger {
  return {
    acknowledged: acknowledged.filter(({ atMs }) => atMs <= surelyMs),
    received: received
      .filter(({ atMs }) => atMs <= possiblyMs)
      .map((request) => ({
        ...request,
        acceptedAtMs:
          request.acceptedAtMs !== undefined && request.acceptedAtMs <= possiblyMs
            ? request.acceptedAtMs
            : undefined,
        isUncertain: request.atMs > surelyMs,
      })),
    life: life + 1,
  }
}

/** The number of the newest change of each alert that was acknowledged. */
export function newestAcknowledged({ acknowledged }: Pick<Ledger, 'acknowledged'>): Map<string, number> {
  return new Map(acknowledged.map(({ key, number }) => [key, number]))
}
