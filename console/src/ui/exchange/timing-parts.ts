import type { components } from '../../api/schema.ts'

/** Durations of an exchange; a phase that did not happen is absent. */
export type ExchangeTiming = components['schemas']['Timing']

interface TimingPart {
  readonly kind: 'dns' | 'connect' | 'tls' | 'wait' | 'body'
  readonly label: string
  readonly ms: number
  /** The share of the whole, from 0 to 1. */
  readonly share: number
}

/** The parts in order; the rest was spent waiting for the response. */
export function timingPartsOf(timing: ExchangeTiming): readonly TimingPart[] {
  const { dns_ms: dns = 0, connect_ms: connect = 0, tls_ms: tls = 0, total_ms: total } = timing
  const firstByte = timing.first_byte_ms ?? total
  const hasResponse = timing.first_byte_ms !== undefined
  const parts = [
    { kind: 'dns', label: 'DNS', ms: timing.dns_ms },
    { kind: 'connect', label: 'Connect', ms: timing.connect_ms },
    { kind: 'tls', label: 'TLS', ms: timing.tls_ms },
    {
      kind: 'wait',
      label: hasResponse ? 'First byte' : 'No response',
      ms: Math.max(0, firstByte - dns - connect - tls),
    },
    { kind: 'body', label: 'Body', ms: hasResponse ? Math.max(0, total - firstByte) : undefined },
  ] as const
  return parts.flatMap(({ kind, label, ms }) =>
    ms === undefined ? [] : [{ kind, label, ms, share: total > 0 ? Math.min(1, ms / total) : 0 }],
  )
}
