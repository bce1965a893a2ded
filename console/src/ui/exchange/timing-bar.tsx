import { formatDuration } from '../text/format.ts'
import styles from './exchange.module.css'
import { type ExchangeTiming, timingPartsOf } from './timing-parts.ts'

/** Shows the time of an exchange as a bar and in numbers. */
export function TimingBar({ timing }: { readonly timing: ExchangeTiming }) {
  const parts = timingPartsOf(timing)
  return (
    <div className={styles.timing}>
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
