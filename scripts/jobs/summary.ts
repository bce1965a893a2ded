import { addTallies, describeTally, type Tally } from './tally.ts'
import type { Job } from './run-jobs.ts'

export interface JobEnd {
  readonly job: Job
  readonly isGood: boolean
  readonly seconds: number
  /** Seconds of a processor. */
  readonly usedSeconds: number
  readonly tally: Tally
  /** How long each file took of a process that ran several. */
  readonly files: readonly FileTime[]
}

interface FileTime {
  readonly name: string
  readonly seconds: number
}

export interface Summary {
  readonly ends: readonly JobEnd[]
  readonly seconds: number
  /** Seconds of a processor that the shared PostgreSQL server took. */
  readonly serverSeconds: number
  /** The processor time that all of it is to take at most. */
  readonly processorSecondsMax?: number | undefined
  /** Asks for the times of all, not of the slowest alone. */
  readonly showsTimes: boolean
}

const SLOWEST_COUNT = 10

/** Pure. Its last line is all that a machine needs to know. */
export function describeSummary(summary: Summary): string {
  const { ends, seconds, serverSeconds, showsTimes } = summary
  const bySeconds = ends.toSorted((one, other) => other.seconds - one.seconds)
  const failed = ends.filter(({ isGood }) => !isGood)
  return [
    '',
    showsTimes ? 'All, the slowest first, in seconds:' : 'The slowest, in seconds:',
    ...(showsTimes ? bySeconds : bySeconds.slice(0, SLOWEST_COUNT)).flatMap((end) => [
      `  ${end.seconds.toFixed(0)} (${end.usedSeconds.toFixed(0)} of a processor)  ${describeJob(end.job)}`,
      ...(showsTimes ? end.files.map(({ name, seconds }) => `       ${seconds.toFixed(1)}  ${name}`) : []),
    ]),
    'The steps, in seconds of one processor:',
    ...[...Map.groupBy(ends, ({ job }) => job.step)].map(
      ([step, some]) => `  ${usedBy(some).toFixed(0)}  ${step}`,
    ),
    ...(serverSeconds > 0 ? [`  ${serverSeconds.toFixed(0)}  the PostgreSQL server that they share`] : []),
    ...(failed.length > 0 ? ['Failed:', ...failed.map(({ job }) => `  ${describeJob(job)}`)] : []),
    `All of it took ${seconds.toFixed(0)} s. ${describeProcessorTime(summary)}`,
    describeTally(addTallies(ends.map(({ tally }) => tally))),
    '',
  ].join('\n')
}

/** Says whether the aim was reached: the processor time is nearly the same beside other work, the clock is not. */
function describeProcessorTime({ ends, serverSeconds, processorSecondsMax: max }: Summary): string {
  const used = Math.round(usedBy(ends) + serverSeconds)
  if (max === undefined) return `Processor time: ${used} s.`
  if (used <= max) return `Processor time: ${used} s of at most ${max} s.`
  return `Processor time: ${used} s. THE AIM IS MISSED: at most ${max} s, so ${used - max} s too much.`
}

function usedBy(ends: readonly JobEnd[]): number {
  return ends.reduce((sum, { usedSeconds }) => sum + usedSeconds, 0)
}

export function describeJob({ step, name }: Job): string {
  return step === name ? step : `${step}: ${name}`
}

/** Returns the times of the files that one process ran, the slowest first, from its closing lines. Pure. */
export function findFileTimes(output: string): readonly FileTime[] {
  const lines = output.matchAll(/^[✔✖] (\S+\.test\.ts) \((\d+)(?:\.\d+)?ms\)$/gm)
  return [...lines]
    .map(([, name = '', ms]) => ({ name, seconds: Number(ms) / 1000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
}
