import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import type { PlotSeries } from './plot-data.ts'
import { plotOptions, type PlotScale } from './plot-options.ts'
import styles from './plot.module.css'

export interface PlotCanvasProps {
  readonly times: readonly number[]
  readonly series: readonly PlotSeries[]
  readonly format: (value: number) => string
  readonly scale: PlotScale
  readonly place: number | null
  readonly onPlace: (place: number | null) => void
}

const HEIGHT = 170

/** Draws a plot with uPlot. It is created once: give it another key where colours or shapes change. */
export function PlotCanvas(props: PlotCanvasProps) {
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

  // The other plots of the page, and the keyboard, say where to look as well.
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
