/** What an attacker holds, from nothing to the smallest tokens that there are. */
export const HELD = [
  'nothing',
  'events:write',
  'webhooks:read',
  'deliveries:read',
  'silences:write',
  'webhooks:write',
] as const
export type Held = (typeof HELD)[number]

/** The service under attack. */
export interface Target {
  /** On the loopback address, always: this is for one's own machine. */
  readonly port: number
  readonly tokens: Readonly<Record<Exclude<Held, 'nothing'>, string>>
}

export interface Attack {
  readonly id: string
  /** What somebody does, in a sentence. */
  readonly title: string
  readonly holds: Held
  /** Between the end of one wave and the beginning of the next. */
  readonly pauseMs: number
  /** Bounded in count and bytes; ends when `signal` does. */
  readonly wave: (target: Target, signal: AbortSignal) => Promise<WaveFact>
}

/** What became of one wave. */
export interface WaveFact {
  readonly connections: number
  readonly bytesSent: number
  readonly bytesReceived: number
  /** Connections that the service ended, or did not let in. */
  readonly ended: number
}

export const NO_FACT: WaveFact = { connections: 0, bytesSent: 0, bytesReceived: 0, ended: 0 }

export function addFacts(one: WaveFact, other: WaveFact): WaveFact {
  return {
    connections: one.connections + other.connections,
    bytesSent: one.bytesSent + other.bytesSent,
    bytesReceived: one.bytesReceived + other.bytesReceived,
    ended: one.ended + other.ended,
  }
}
