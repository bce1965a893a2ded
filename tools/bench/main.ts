// `npm run bench`: figures that anybody can repeat; `-- --help` says what can be chosen. Generator, service, receiver,
// bare loop and PostgreSQL are processes of their own on this machine, and all traffic is on the loopback address.
import { type EngineName, TITLE_OF } from '../engine-names.ts'
import { readArguments } from '../arguments.ts'
import { findAlertmanagers } from './beside/alertmanager.ts'
import { measureBeside } from './beside/beside.ts'
import { besideTable } from './beside/table.ts'
import { Cleanup } from './cleanup.ts'
import { type Engine } from './engines/engine.ts'
import { postgresEngine, SETTINGS } from './engines/postgres.ts'
import { sqliteEngine } from './engines/sqlite.ts'
import { machineFacts } from './machine.ts'
import { Part } from './part.ts'
import type { BadReceiverMethods } from './parts/bad-receiver.ts'
import type { GeneratorMethods } from './parts/generator.ts'
import type { ReceiverMethods } from './parts/receiver.ts'
import { PreparedDatabases } from './fill.ts'
import { Progress } from './progress.ts'
import { writeBeside, writeDocuments, writePlots } from './documents.ts'
import { makeReport, type Report } from './report/report.ts'
import { describeConditions, describeTallies, figureRows, formatTable } from './report/table.ts'
import { planJobs, runJobs } from './run-scenarios.ts'
import type { Bench, Scenario } from './scenario.ts'
import { SCENARIOS } from './scenarios/all.ts'
import { ServiceProcess } from './service-process.ts'
import { readSettings, USAGE, type Settings } from './settings.ts'
import { VERSION } from '../../src/runtime/version.ts'

const BESIDE = { stormAlerts: 3_000, storms: 3, singles: 200, openAlerts: 30_000 }
const BESIDE_QUICK = { stormAlerts: 300, storms: 1, singles: 10, openAlerts: 600 }

const cleanup = new Cleanup()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    say('\nEnding: processes, servers and temporary folders …')
    void cleanup.run().then(() => process.exit(130))
  })
}
await main(process.argv.slice(2))

function readChosen(args: readonly string[]) {
  const settings = readSettings(args)
  return { settings, scenarios: chooseScenarios(settings) }
}

async function main(args: readonly string[]): Promise<void> {
  const chosen = readArguments(args, { usage: USAGE, read: readChosen })
  if (chosen === undefined) return
  const { settings, scenarios } = chosen
  try {
    if (settings.beside !== undefined) {
      process.stdout.write(`${await compare(settings)}\n`)
      return
    }
    const report = await measure(settings, scenarios)
    if (settings.plotFolder !== undefined) await writePlots(report, settings.plotFolder)
    if (settings.docsFolder !== undefined) await writeDocuments(report, settings.docsFolder)
    process.stdout.write(settings.isJson ? `${JSON.stringify(report, undefined, 2)}\n` : describe(report))
    if (Object.values(report.tallies).some(({ lost, disordered }) => lost + disordered > 0)) {
      say('Something was lost or out of order: that must never be.')
      process.exitCode = 1
    }
  } catch (error) {
    // Whoever ended it does not need to know what broke by that.
    if (cleanup.hasBegun) return
    say(error instanceof Error ? (error.stack ?? error.message) : String(error))
    process.exitCode = 1
  } finally {
    await cleanup.run()
  }
}

/** Beside another service; gives the table. */
async function compare(settings: Settings): Promise<string> {
  const { engines } = await openEngines(settings)
  const isQuick = settings.mode === 'quick'
  const amounts = isQuick ? BESIDE_QUICK : BESIDE
  const found = findAlertmanagers({ say, mayBuild: !isQuick })
  const { rounds } = settings
  const run = await measureBeside({ engines, found, rounds, amounts, cleanup, say })
  if (settings.docsFolder !== undefined) await writeBeside(run, settings.docsFolder)
  return besideTable(run)
}

async function measure(settings: Settings, scenarios: readonly Scenario[]): Promise<Report> {
  const startedAt = performance.now()
  const machine = machineFacts()
  const { engines, leftOut } = await openEngines(settings)
  const bench = await openBench(settings)
  const jobs = planJobs(scenarios, { engines, rounds: settings.rounds })
  const steps = jobs.map(({ scenario, engine }) => ({
    kind: `${engine.name} ${scenario.id}`,
    seconds: scenario.seconds(settings),
  }))
  const done = await runJobs(jobs, { bench, progress: new Progress(steps, say) })
  await bench.prepared.removeAll()
  const {
    isJson: _json,
    plotFolder: _plot,
    docsFolder: _docs,
    areEnginesNamed: _named,
    beside: _beside,
    ...shown
  } = settings
  return makeReport(
    {
      version: VERSION,
      at: new Date().toISOString(),
      tookSeconds: Math.round((performance.now() - startedAt) / 1000),
      settings: shown,
      machine,
      engines: engines.map(({ name, version }) => ({
        name,
        version,
        settings: name === 'postgres' ? SETTINGS : {},
      })),
      leftOut,
    },
    done,
  )
}

function chooseScenarios({ only, mode }: Settings): readonly Scenario[] {
  const unknown = only.find((name) => !SCENARIOS.some(({ id }) => id === name))
  if (unknown !== undefined) {
    throw new Error(`--only knows ${SCENARIOS.map(({ id }) => id).join(', ')}, but not "${unknown}"`)
  }
  return SCENARIOS.filter(({ id, isFullOnly = false }) =>
    only.length > 0 ? only.includes(id) : !isFullOnly || mode === 'full',
  )
}

async function openBench(settings: Settings): Promise<Bench> {
  const receiver = new Part<ReceiverMethods>('receiver', cleanup)
  const badReceiver = new Part<BadReceiverMethods>('bad-receiver', cleanup)
  return {
    settings,
    cleanup,
    generator: new Part<GeneratorMethods>('generator', cleanup),
    receiver,
    receiverUrl: `http://127.0.0.1:${await receiver.ask('port', undefined)}`,
    badReceiverUrl: `http://127.0.0.1:${await badReceiver.ask('port', undefined)}`,
    prepared: new PreparedDatabases(),
  }
}

interface Engines {
  readonly engines: readonly Engine[]
  readonly leftOut: Report['leftOut']
}

/** Opens the engines on which the service starts; on one that was asked for by name it has to. */
async function openEngines(settings: Settings): Promise<Engines> {
  const engines: Engine[] = []
  const leftOut: { engine: EngineName; reason: string }[] = []
  for (const name of settings.engines) {
    try {
      const engine = name === 'sqlite' ? sqliteEngine(cleanup) : await postgresEngine(cleanup)
      await tryEngine(engine)
      engines.push(engine)
    } catch (error) {
      if (settings.areEnginesNamed || name === 'sqlite') throw error
      const reason = error instanceof Error ? error.message : String(error)
      say(`${TITLE_OF[name]} is left out: ${reason}`)
      leftOut.push({ engine: name, reason })
    }
  }
  return { engines, leftOut }
}

/** The first start of a process reads its files from the disk and compiles them, which is not what a start costs. */
async function tryEngine(engine: Engine): Promise<void> {
  const database = await engine.createDatabase()
  const service = await ServiceProcess.start(database, cleanup)
  await service.stop()
  await database.remove()
}

function describe(report: Report): string {
  return [
    describeConditions(report),
    formatTable(figureRows(report)),
    'Latency counts from the scheduled moment of a report to the arrival of its notification. The bare signed loop is the same HTTP client with signed requests to the same receiver and nothing else, measured in the same round.',
    describeTallies(report),
    '',
  ].join('\n\n')
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
