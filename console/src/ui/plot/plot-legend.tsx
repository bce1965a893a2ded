import type { PlotSeries } from './plot-data.ts'
import styles from './plot.module.css'

interface PlotLegendProps {
  readonly series: readonly PlotSeries[]
  /** Which values are read out. */
  readonly place: number
  readonly format: (value: number) => string
}

/** Names each line by its shape and its word, with its value at the position that is read out. */
export function PlotLegend({ series, place, format }: PlotLegendProps) {
  return (
    <div className={styles.legend} aria-hidden>
      {series.map(({ label, tone, shape, values }) => {
        const value = values[place]
        return (
          <span key={label} className={styles.item}>
            <span className={styles.mark} data-tone={tone} data-shape={shape} />
            {label} <b>{value === null || value === undefined ? '–' : format(value)}</b>
          </span>
        )
      })}
    </div>
  )
}
