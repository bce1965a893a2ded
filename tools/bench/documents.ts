import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatText } from '../../scripts/format-text.ts'
import { drawLatency } from './plots/latency.ts'
import { drawThroughput } from './plots/throughput.ts'
import type { BesideRun } from './beside/beside.ts'
import { besideRows, describeBesideRun } from './beside/table.ts'
import { capacityBlock } from './report/capacity.ts'
import type { Report } from './report/report.ts'
import { describeConditions, describeTallies, figureRows, markdownTable } from './report/table.ts'

/** The options of the runs that write documents: what is between two comments that name one is written by it. */
const ALL = '--write-docs'
const BESIDE = '--beside alertmanager --write-docs'

/** Makes the folder if it is missing. */
export async function writePlots(report: Report, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'throughput.svg'), drawThroughput(report))
  await writeFile(join(folder, 'latency.svg'), drawLatency(report))
}

/** The plots, and the marked blocks of the results and of capacity.md. Throws if a comment is missing. */
export async function writeDocuments(report: Report, folder: string): Promise<void> {
  await writePlots(report, join(folder, 'figures'))
  await writeBlock(join(folder, 'contributing/bench-results.md'), ALL, figuresBlock(report))
  await writeBlock(join(folder, 'capacity.md'), ALL, capacityBlock(report))
}

/** The marked block of capacity.md that a run beside another service writes. Throws if its comments are missing. */
export async function writeBeside(run: BesideRun, folder: string): Promise<void> {
  const block = [describeBesideRun(run), markdownTable(besideRows(run.columns, { hasAims: false }))].join(
    '\n\n',
  )
  await writeBlock(join(folder, 'capacity.md'), BESIDE, block)
}

function figuresBlock(report: Report): string {
  return [
    describeConditions(report),
    markdownTable(figureRows(report)),
    describeTallies(report).replaceAll('\n', '\n\n'),
    '![Deliveries per second by fan-out, beside a bare loop of the same HTTP client](../figures/throughput.svg)',
    '![Latency percentiles by rate](../figures/latency.svg)',
  ].join('\n\n')
}

async function writeBlock(file: string, options: string, block: string): Promise<void> {
  const written = replaceBlock(await readFile(file, 'utf8'), { options, block })
  await writeFile(file, await formatText(file, written))
}

/** Throws if the text has no block that a run with these options writes. */
export function replaceBlock(
  text: string,
  { options, block }: { readonly options: string; readonly block: string },
): string {
  const mark = (name: string) => `<!-- written by \`npm run bench -- ${options}\`: ${name} -->`
  const [begin, end] = [text.indexOf(mark('begin')), text.indexOf(mark('end'))]
  if (begin < 0 || end < begin) throw new Error(`the document has no block that begins with ${mark('begin')}`)
  return `${text.slice(0, begin + mark('begin').length)}\n\n${block}\n\n${text.slice(end)}`
}
