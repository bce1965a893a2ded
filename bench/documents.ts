import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatText } from '../scripts/format-text.ts'
import { drawLatency } from './plots/latency.ts'
import { drawThroughput } from './plots/throughput.ts'
import { capacityBlock } from './report/capacity.ts'
import type { Report } from './report/report.ts'
import { describeConditions, describeTallies, figureRows, markdownTable } from './report/table.ts'

/** What is between the two marks is written by a run, so that all figures in the documents are those of one. */
const BEGIN = '<!-- written by `npm run bench -- --write-docs`: begin -->'
const END = '<!-- written by `npm run bench -- --write-docs`: end -->'

/** Makes the folder if it is missing. */
export async function writePlots(report: Report, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'throughput.svg'), drawThroughput(report))
  await writeFile(join(folder, 'latency.svg'), drawLatency(report))
}

/** The plots, and the marked blocks of performance.md and scaling.md. Throws if a mark is missing. */
export async function writeDocuments(report: Report, folder: string): Promise<void> {
  await writePlots(report, join(folder, 'figures'))
  await writeBlock(join(folder, 'performance.md'), figuresBlock(report))
  await writeBlock(join(folder, 'scaling.md'), capacityBlock(report))
}

function figuresBlock(report: Report): string {
  return [
    describeConditions(report),
    markdownTable(figureRows(report)),
    describeTallies(report).replaceAll('\n', '\n\n'),
    '![Deliveries per second by fan-out, beside a bare loop of the same HTTP client](figures/throughput.svg)',
    '![Latency percentiles by rate](figures/latency.svg)',
  ].join('\n\n')
}

async function writeBlock(file: string, block: string): Promise<void> {
  const written = replaceBlock(await readFile(file, 'utf8'), block)
  await writeFile(file, await formatText(file, written))
}

/** Throws if the text has no such block. */
export function replaceBlock(text: string, block: string): string {
  const begin = text.indexOf(BEGIN)
  const end = text.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`the document has no block that begins with ${BEGIN}`)
  return `${text.slice(0, begin + BEGIN.length)}\n\n${block}\n\n${text.slice(end)}`
}
