import { formatDuration } from '../text/format.ts'
import styles from './timing-bar.module.css'

interface TimingBarProps {
  readonly timing: ExchangeTiming
}

/** Where the time of an exchange went: a bar to see it, and the numbers to read it. */
export function TimingBar({ timing }: TimingBarProps) {
  const parts = timingPartsOf(timing)
  return (
    <div className={styles.frame}>
      <div className={styles.bar} aria-hidden>
        {parts.map(({ kind, share }) => (
          <span key={kind} data-kind={kind} style={{ width: `${share * 100}%` }} />
        ))}
      </div>
      <dl className={styles.legend} aria-label="How long each part took">
        {parts.map(({ kind, label, ms }) => (
          <div key={kind} className={styles.part}>
            <span className={styles.swatch} data-kind={kind} aria-hidden />
            <dt>{label}</dt>
            <dd>{formatDuration(ms)}</dd>
          </div>
        ))}
        <div className={styles.part}>
          <dt>Total</dt>
          <dd>
            <b>{formatDuration(timing.total_ms)}</b>
          </dd>
        </div>
      </dl>
    </div>
  )
}

/** Durations of an exchange with a receiver; a phase that did not happen is absent. */
interface ExchangeTiming {
  readonly dns_ms?: number
  readonly connect_ms?: number
  readonly tls_ms?: number
  /** The time from the start to the first byte. */
  readonly first_byte_ms?: number
  /** The time from the start to the end. */
  readonly total_ms: number
}

interface TimingPart {
  readonly kind: 'dns' | 'connect' | 'tls' | 'wait' | 'body'
  readonly label: string
  readonly ms: number
  /** The share of the whole, from 0 to 1. */
  readonly share: number
}

/** The parts in the order in which they happened; what is not one of them was spent waiting for the response. */
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
