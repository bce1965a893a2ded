import type { EngineName } from '../../engine-names.ts'
import { FIGURES, type Figure } from '../figures.ts'
import type { MachineFacts } from '../machine.ts'
import type { Done } from '../run-scenarios.ts'
import { addTallies, NOTHING_COUNTED, type Tally } from '../tally.ts'
import type { Settings } from '../settings.ts'
import { median, round } from '../statistics.ts'

/**
 * The output of `--json`. `schema` changes when a member changes its meaning or goes; members may be added.
 * - `figures`: everything that was measured, one entry for each figure and engine, in the order of the table. `median`,
 * `min` and `max` are over `rounds`, the values of the single rounds. `aim` is what we want to reach, where there is
 * one, and `isReached` whether the median does. Figures in `times` are ratios, each of two values of one round.
 * - `tallies`: for each engine the sums over all loads. `lost`, `repeated` and `disordered` count notifications, the
 * others reports. `lost`: accepted, and never arrived. `repeated`: arrived once more. `disordered`: arrived after a
 * later one of the same alert.
 * - `problems`: single measurements in which reports were refused or unanswered, or notifications lost, repeated or
 * disordered.
 * - `leftOut`: engines that could not be measured, and why.
 */
export interface Report {
  readonly schema: 'tocsin-bench/1'
  readonly version: string
  readonly at: string
  readonly tookSeconds: number
  readonly settings: Omit<Settings, 'isJson' | 'plotFolder' | 'docsFolder' | 'areEnginesNamed' | 'beside'>
  readonly machine: MachineFacts
  readonly engines: readonly EngineFacts[]
  readonly leftOut: readonly { readonly engine: EngineName; readonly reason: string }[]
  readonly figures: readonly MeasuredFigure[]
  readonly tallies: Readonly<Partial<Record<EngineName, Tally>>>
  readonly problems: readonly Omit<Done, 'readings'>[]
}

export interface EngineFacts {
  readonly name: EngineName
  readonly version: string
  /** The settings of the database server that are not its defaults. */
  readonly settings: Readonly<Record<string, string>>
}

export interface MeasuredFigure {
  readonly id: string
  readonly engine: EngineName
  readonly title: string
  readonly unit: Figure['unit']
  readonly better: Figure['better']
  readonly median: number
  readonly min: number
  readonly max: number
  readonly rounds: readonly number[]
  readonly aim: number | null
  readonly isReached: boolean | null
}

export type ReportFrame = Omit<Report, 'schema' | 'figures' | 'tallies' | 'problems'>

export function makeReport(frame: ReportFrame, done: readonly Done[]): Report {
  return {
    schema: 'tocsin-bench/1',
    ...frame,
    figures: Object.entries(FIGURES).flatMap(([id, figure]) =>
      frame.engines.flatMap(({ name }) => measuredFigure(id, { figure, engine: name, done })),
    ),
    tallies: Object.fromEntries(
      frame.engines.map(({ name }) => [
        name,
        done
          .filter(({ engine }) => engine === name)
          .map(({ tally }) => tally)
          .reduce(addTallies, NOTHING_COUNTED),
      ]),
    ),
    problems: done
      .filter(({ tally: { accepted: _accepted, ...bad } }) => Object.values(bad).some((count) => count > 0))
      .map(({ readings: _readings, ...rest }) => rest),
  }
}

function measuredFigure(
  id: string,
  {
    figure,
    engine,
    done,
  }: { readonly figure: Figure; readonly engine: EngineName; readonly done: readonly Done[] },
): readonly MeasuredFigure[] {
  const rounds = done
    .filter((one) => one.engine === engine)
    .flatMap(({ readings }) => readings[id] ?? [])
    .map(round)
  if (rounds.length === 0) return []
  const middle = round(median(rounds))
  const aim = figure.aims?.[engine] ?? null
  return [
    {
      id,
      engine,
      title: figure.title,
      unit: figure.unit,
      better: figure.better,
      median: middle,
      min: Math.min(...rounds),
      max: Math.max(...rounds),
      rounds,
      aim,
      isReached: aim === null ? null : figure.better === 'more' ? middle >= aim : middle <= aim,
    },
  ]
}

export function findFigure(report: Report, engine: EngineName, id: string): MeasuredFigure | undefined {
  return report.figures.find((figure) => figure.engine === engine && figure.id === id)
}
