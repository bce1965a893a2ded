import { type EngineName, TITLE_OF } from '../../engine-names.ts'
import { LATENCY_RATES, latencyScenarioId, latencyTitle, PERCENTILE_NAMES } from '../figures.ts'
import { findFigure, type Report } from '../report/report.ts'
import { number } from '../report/table.ts'
import { gridLine, line, svg, text } from './svg.ts'

const PANEL = { width: 380, left: 62, right: 24, top: 92, bottom: 78, height: 430 } as const
const LABELS = ['median', 'p90', 'p99', 'p99.9', 'longest'] as const

interface Curve {
  readonly label: string
  readonly values: readonly number[]
  readonly colour: number
}

/** A panel for each engine: the percentiles at each rate, on a logarithmic scale that all panels share. */
export function drawLatency(report: Report): string {
  const panels = report.engines.map(({ name }) => ({ name, curves: curvesOf(report, name) }))
  const values = panels.flatMap(({ curves }) => curves.flatMap((curve) => curve.values))
  const decades = decadesOf(values)
  const width = Math.max(1, panels.length) * PANEL.width
  const rates = panels[0]?.curves ?? []
  return svg({ width, height: PANEL.height, title: 'Latency by rate' }, [
    text({ x: 24, y: 32 }, 'From the scheduled report to the receiver, ms', 'title'),
    ...panels.flatMap(({ name, curves }, index) =>
      drawPanel({ title: TITLE_OF[name], curves, decades, x: index * PANEL.width }),
    ),
    ...rates.map(({ label, colour }, index) =>
      text(
        { x: 24 + index * (width / Math.max(1, rates.length)), y: PANEL.height - 18 },
        `● ${label}`,
        `s${colour}`,
      ),
    ),
  ])
}

function curvesOf(report: Report, engine: EngineName): readonly Curve[] {
  return LATENCY_RATES.flatMap((rate, colour) => {
    const values = PERCENTILE_NAMES.flatMap(
      (name) => findFigure(report, engine, `${latencyScenarioId(rate)}.${name}`)?.median ?? [],
    )
    return values.length === LABELS.length ? [{ label: latencyTitle(rate), values, colour }] : []
  })
}

/** The powers of ten around the values. */
export function decadesOf(values: readonly number[]): readonly number[] {
  const above = values.filter((value) => value > 0)
  const lowest = Math.floor(Math.log10(Math.min(...above, 1)))
  const highest = Math.max(lowest + 1, Math.ceil(Math.log10(Math.max(...above, 10))))
  return Array.from({ length: highest - lowest + 1 }, (_, index) => 10 ** (lowest + index))
}

function drawPanel({
  title,
  curves,
  decades,
  x,
}: {
  readonly title: string
  readonly curves: readonly Curve[]
  readonly decades: readonly number[]
  readonly x: number
}): readonly string[] {
  const left = x + PANEL.left
  const right = x + PANEL.width - PANEL.right
  const bottom = PANEL.height - PANEL.bottom
  const [lowest = 1] = decades
  const highest = decades.at(-1) ?? 10
  const share = (value: number) => Math.log10(Math.max(value, lowest) / lowest) / Math.log10(highest / lowest)
  const yOf = (value: number) => bottom - share(value) * (bottom - PANEL.top)
  const xOf = (index: number) => left + 12 + (index * (right - left - 24)) / (LABELS.length - 1)
  return [
    text({ x: left, y: PANEL.top - 22 }, title),
    ...decades.flatMap((value) => [
      gridLine({ x: left, y: yOf(value) }, { x: right, y: yOf(value) }),
      text({ x: left - 8, y: yOf(value) + 4 }, number(value), 'end faint'),
    ]),
    ...LABELS.map((label, index) => text({ x: xOf(index), y: bottom + 22 }, label, 'middle faint')),
    ...curves.map(({ values, colour }) =>
      line(
        values.map((value, index) => ({ x: xOf(index), y: yOf(value) })),
        colour,
      ),
    ),
  ]
}
