import { useComputedColorScheme } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { PlotCanvas } from './plot-canvas.tsx'
import { placeAfterKey, type PlotSeries } from './plot-data.ts'
import { PlotLegend } from './plot-legend.tsx'
import type { PlotScale } from './plot-options.ts'
import styles from './plot.module.css'

interface PlotProps {
  /** The label with the unit: `Deliveries per minute`. */
  readonly label: string
  /** The beginnings of the steps, in seconds; ascending. */
  readonly times: readonly number[]
  readonly series: readonly PlotSeries[]
  readonly format: (value: number) => string
  readonly formatTime: (seconds: number) => string
  /** Default: `count`. */
  readonly scale?: PlotScale
  /** The newest step is so short that what it holds is called `now`. */
  readonly isNewestNow: boolean
  /** The place that is read out, in all plots of a page alike; null: the newest. */
  readonly place: number | null
  readonly onPlace: (place: number | null) => void
}

/**
 * Values over time. The exact ones are read by pointing at it, or by the arrow keys. Sizes itself, and takes its
 * colours from the theme. Heavy: only for parts that are loaded when they are needed.
 */
export function Plot(props: PlotProps) {
  const { label, times, series, format, formatTime, scale = 'count', isNewestNow, place, onPlace } = props
  const scheme = useComputedColorScheme()
  const shapes = series.map(({ label, tone, shape }) => `${label} ${tone} ${shape}`).join()
  const shown = place ?? times.length - 1
  const time = times[shown]
  const readout = series.map(({ label, values }) => `${label} ${describe(values[shown], format)}`).join(', ')
  const press = (event: KeyboardEvent) => {
    const next = placeAfterKey(event.key, shown, times.length)
    if (next === null || times.length === 0) return
    event.preventDefault()
    onPlace(next)
  }
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <div className={styles.title}>
          <b>{label}</b>
          <span aria-hidden>
            {time !== undefined && whenOf(formatTime(time), { isNewest: place === null, isNewestNow })}
          </span>
        </div>
        <PlotLegend series={series} place={shown} format={format} />
      </figcaption>
      <div
        className={styles.reader}
        role="slider"
        tabIndex={0}
        aria-label={`${label}; the arrow keys read the values`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, times.length - 1)}
        aria-valuenow={Math.max(0, shown)}
        aria-valuetext={time === undefined ? 'Nothing yet' : `${formatTime(time)}: ${readout}`}
        onKeyDown={press}
        onBlur={() => onPlace(null)}
      >
        <PlotCanvas
          key={`${scheme} ${shapes}`}
          times={times}
          series={series}
          format={format}
          scale={scale}
          place={place}
          onPlace={onPlace}
        />
      </div>
    </figure>
  )
}

/** A long step that is under way holds more than what is so at the moment. */
function whenOf(
  time: string,
  { isNewest, isNewestNow }: Record<'isNewest' | 'isNewestNow', boolean>,
): string {
  if (!isNewest) return time
  return isNewestNow ? 'now' : `since ${time}`
}

function describe(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? 'none' : format(value)
}
