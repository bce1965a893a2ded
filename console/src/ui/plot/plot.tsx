import { useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { placeAfterKey, type PlotSeries } from './plot-data.ts'
import { type PlotScale, plotOptions } from './plot-options.ts'
import styles from './plot.module.css'
import 'uplot/dist/uPlot.min.css'
import uPlot from 'uplot'

const HEIGHT = 170

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
  /** The newest step is short enough to be called `now`. */
  readonly isNewestNow: boolean
  /** The read position, the same in all plots of a page; null: the newest. */
  readonly place: number | null
  readonly onPlace: (place: number | null) => void
}

/**
 * Shows values over time, read by pointing or with the arrow keys. Adapts to size and theme. Heavy: load it
 * late.
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

/** A long current step holds more than the present. */
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

interface PlotLegendProps {
  readonly series: readonly PlotSeries[]
  /** The read position. */
  readonly place: number
  readonly format: (value: number) => string
}

/** Names each line by shape and word, with its value at the read position. */
function PlotLegend({ series, place, format }: PlotLegendProps) {
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

interface PlotCanvasProps {
  readonly times: readonly number[]
  readonly series: readonly PlotSeries[]
  readonly format: (value: number) => string
  readonly scale: PlotScale
  readonly place: number | null
  readonly onPlace: (place: number | null) => void
}

/** Draws a plot with uPlot. It is created once: give it another key if colours or shapes change. */
function PlotCanvas(props: PlotCanvasProps) {
  const { times, series, scale, place } = props
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const shown = useRef(props)
  useEffect(() => {
    shown.current = props
  })

  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const size = () => ({ width: element.clientWidth, height: HEIGHT })
    const made = new uPlot(plotOptions(shown, { ...size(), scale }), dataOf(shown.current), element)
    plot.current = made
    const observer = new ResizeObserver(() => made.setSize(size()))
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.destroy()
    }
  }, [scale])

  useEffect(() => plot.current?.setData(dataOf({ times, series })), [times, series])

  // Other plots of the page, and the keyboard, also set the position.
  useEffect(() => {
    const made = plot.current
    if (!made || (made.cursor.idx ?? null) === place) return
    const left = place === null ? -10 : made.valToPos(times[place] ?? 0, 'x')
    made.setCursor({ left, top: -10 }, false)
  }, [place, times])

  return <div ref={frame} className={styles.canvas} />
}

function dataOf({ times, series }: Pick<PlotCanvasProps, 'times' | 'series'>): uPlot.AlignedData {
  return [[...times], ...series.map(({ values }) => [...values])]
}
