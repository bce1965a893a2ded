import { TITLE_OF } from '../../engine-names.ts'
import { findFigure, type Report } from '../report/report.ts'
import { number } from '../report/table.ts'
import { bar, svg, text } from './svg.ts'

const WIDTH = 760
const LEFT = 176
/** For the words beside the bars. */
const RIGHT = 210
const BAR = 22
const GAP = 8
const TOP = 74

interface Entry {
  readonly label: string
  readonly rate: number
  readonly ratio: number
  readonly bare: number
  readonly colour: number
}

/** For each fan-out and engine a bar of deliveries per second, before that of the bare loop in the same rounds. */
export function drawThroughput(report: Report): string {
  const entries = entriesOf(report)
  const largest = Math.max(1, ...entries.flatMap(({ rate, bare }) => [rate, bare]))
  const scale = (WIDTH - LEFT - RIGHT) / largest
  const height = TOP + entries.length * (BAR + GAP) + 34
  const rows = entries.flatMap(({ label, rate, ratio, bare, colour }, index) => {
    const y = TOP + index * (BAR + GAP)
    const words = `${number(rate)}/s, ${number(ratio)} of bare`
    return [
      text({ x: LEFT - 12, y: y + BAR * 0.7 }, label, 'end'),
      bar({ x: LEFT, y }, { width: bare * scale, height: BAR, name: 'bare' }),
      bar({ x: LEFT, y: y + 3 }, { width: rate * scale, height: BAR - 6, name: `s${colour}` }),
      text({ x: LEFT + Math.max(rate, bare) * scale + 10, y: y + BAR * 0.7 }, words),
    ]
  })
  return svg({ width: WIDTH, height, title: 'Deliveries per second, sustained' }, [
    text({ x: 24, y: 32 }, 'Deliveries per second, sustained', 'title'),
    text(
      { x: 24, y: 54 },
      'Behind each: a bare loop of the same HTTP client, signed, to the same receiver, in the same rounds',
      'faint',
    ),
    ...rows,
    text(
      { x: 24, y: height - 14 },
      `${report.machine.cores} cores for everything; medians of ${report.settings.rounds} rounds; durable commits`,
      'faint',
    ),
  ])
}

function entriesOf(report: Report): readonly Entry[] {
  return [1, 3, 10].flatMap((fanOut) =>
    report.engines.flatMap(({ name }, colour) => {
      const [rate, ratio, bare] = ['rate', 'ratio', 'bare'].map(
        (what) => findFigure(report, name, `fanout${fanOut}.${what}`)?.median,
      )
      if (rate === undefined || ratio === undefined || bare === undefined) return []
      return [{ label: `${TITLE_OF[name]}, fan-out ${fanOut}`, rate, ratio, bare, colour }]
    }),
  )
}
