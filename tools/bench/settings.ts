import type { EngineName } from '../engine-names.ts'
import { parseArgs } from 'node:util'
import { positive, readEngines } from '../arguments.ts'

/** How much is measured. */
export interface Amounts {
  readonly rounds: number
  readonly measureMs: number
  /** The first seconds of a process are spent on compiling; they are not what a running service is like. */
  readonly warmUpMs: number
  readonly bareLoopMs: number
  /** How long a service is left alone before its memory is read: until it has given back what its start needed. */
  readonly restMs: number
  readonly drainCount: number
  readonly backlogCount: number
  readonly historyCount: number
  /** The deliveries of the database that a large one is compared with. */
  readonly smallCount: number
  /** Calls of each store method in each round. */
  readonly methodBatches: number
  readonly methodTurns: number
}

export interface Settings extends Amounts {
  readonly mode: 'quick' | 'default' | 'full'
  readonly engines: readonly EngineName[]
  /** Whether the command named the engines: then one that is missing is an error. */
  readonly areEnginesNamed: boolean
  /** Scenarios by id; empty: all. */
  readonly only: readonly string[]
  readonly isJson: boolean
  /** Where plots go; undefined: nowhere. */
  readonly plotFolder: string | undefined
  /** The folder of the documents whose marked blocks are written; undefined: none. */
  readonly docsFolder: string | undefined
  /** The program to measure beside, instead of all scenarios. */
  readonly beside: 'alertmanager' | undefined
}

const DEFAULT: Amounts = {
  rounds: 3,
  measureMs: 5_000,
  warmUpMs: 4_000,
  bareLoopMs: 1_500,
  restMs: 12_000,
  drainCount: 100_000,
  backlogCount: 1_000_000,
  historyCount: 1_000_000,
  smallCount: 20_000,
  methodBatches: 30,
  methodTurns: 3,
}

const AMOUNTS: Readonly<Record<Settings['mode'], Amounts>> = {
  quick: {
    rounds: 1,
    measureMs: 1_000,
    warmUpMs: 500,
    bareLoopMs: 500,
    restMs: 100,
    drainCount: 2_000,
    backlogCount: 4_000,
    historyCount: 4_000,
    smallCount: 1_000,
    methodBatches: 2,
    methodTurns: 1,
  },
  default: DEFAULT,
  full: { ...DEFAULT, measureMs: 10_000, historyCount: 10_000_000 },
}

export const USAGE = `npm run bench [-- options]

  --engine sqlite|postgres|both   default both
  --quick                         everything for a moment, on small databases: does it work?
  --full                          10 million past deliveries instead of 1 million, more rates, every kind of bad receiver
  --only a,b                      only these scenarios; the names stand in the progress lines
  --rounds N, --seconds S         how often, and for how long each time
  --beside alertmanager           the same work for an installed Alertmanager and for this service, turn about
  --folder PATH                   where databases lie (a disk, not memory); default the temporary folder
  --json                          the report on stdout, as tools/bench/report/report.ts describes it
  --plot PATH                     plots into this folder
  --write-docs [--docs PATH]      plots and tables into the documents; with --beside, its table
`

/** Throws an Error whose message says what is wrong. */
export function readSettings(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      engine: { type: 'string' },
      quick: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      folder: { type: 'string' },
      json: { type: 'boolean', default: false },
      plot: { type: 'string' },
      'write-docs': { type: 'boolean', default: false },
      docs: { type: 'string', default: 'docs' },
      beside: { type: 'string' },
    },
  })
  if (values.beside !== undefined && values.beside !== 'alertmanager') {
    throw new Error(`--beside knows alertmanager, but not "${values.beside}"`)
  }
  const mode = values.quick ? 'quick' : values.full ? 'full' : 'default'
  // Where every part of the bench makes its temporary folders.
  if (values.folder !== undefined) process.env['TMPDIR'] = values.folder
  const amounts = AMOUNTS[mode]
  const scale =
    values.seconds === undefined ? 1 : (positive('--seconds', values.seconds) * 1000) / amounts.measureMs
  return {
    ...amounts,
    measureMs: amounts.measureMs * scale,
    ...(scale < 1 && { warmUpMs: amounts.warmUpMs * scale, bareLoopMs: amounts.bareLoopMs * scale }),
    ...(values.rounds !== undefined && { rounds: Math.ceil(positive('--rounds', values.rounds)) }),
    mode,
    engines: readEngines(values.engine),
    areEnginesNamed: values.engine !== undefined,
    only: values.only.split(',').filter((name) => name !== ''),
    isJson: values.json,
    plotFolder: values.plot,
    docsFolder: values['write-docs'] ? values.docs : undefined,
    beside: values.beside,
  }
}
