// `npm run prove`: holds the promises of docs/promises.md against a real service that is killed, or whose power
// fails, hundreds of times, and its responses against its documents. It goes on where it was left; `-- --help` says
// what can be chosen.
import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../arguments.ts'
import { Cleanup } from '../bench/cleanup.ts'
import { Progress } from '../bench/progress.ts'
import { type Finding, Findings, keepBroken, type Proof } from './findings.ts'
import { proveChain } from './chain/chain.ts'
import { longTimetable, shortTimetable, type Timetable } from './chain/timetable.ts'
import { proveContract } from './contract/contract.ts'
import { provePackages } from './packages.ts'
import { kill } from './kills/kills.ts'
import { describeStatus, lockFolder, NAME_OF, requireFree } from './status.ts'
import { cutOnPostgres } from './powercuts/postgres-cuts.ts'
import { cutOnSqlite, replayCut } from './powercuts/sqlite-cuts.ts'
import { readSettings, USAGE, type Settings } from './settings.ts'

/** For the first estimate; afterwards it goes by what the last one took. */
const SECONDS_EACH = { kills: 2, powercuts: 1 } as const

const cleanup = new Cleanup()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    say('Ending; the same command goes on from here.')
    void cleanup.run().then(() => process.exit(130))
  })
}
await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<void> {
  const settings = readArguments(args.length === 0 ? ['--help'] : args, { usage: USAGE, read: readSettings })
  if (settings === undefined) return
  try {
    if (settings.command === 'status') showStatus(settings)
    else if (settings.replay) await replay(settings.replay)
    else if (settings.isBackground) runInBackground(args, settings)
    else if (settings.command === 'contract') await holdContract(settings)
    else if (settings.command === 'packages') process.exitCode = provePackages({ cleanup, say }) ? 0 : 1
    else if (settings.command === 'chain')
      process.exitCode = (await proveChain({ timetable: timetableOf(settings), cleanup, say })) ? 0 : 1
    else await prove(settings)
  } catch (error) {
    // Whoever ended it does not need to know what broke by that.
    if (cleanup.hasBegun) return
    say(error instanceof Error ? (error.stack ?? error.message) : String(error))
    process.exitCode = 1
  } finally {
    await cleanup.run()
  }
}

function timetableOf({ chain: { isShort, ...long } }: Settings): Timetable {
  return isShort ? shortTimetable() : longTimetable(long)
}

async function prove(settings: Settings): Promise<void> {
  cleanup.add(lockFolder(settings.folder))
  for (const proof of settings.proofs) await proveOne(proof, settings)
  showStatus(settings)
}

async function holdContract({ contract, folder }: Settings): Promise<void> {
  cleanup.add(lockFolder(folder))
  const end = await proveContract({ ...contract, folder, cleanup, say })
  process.exitCode = { kept: 0, broken: 1, 'no tool': 3 }[end]
}

function showStatus(settings: Settings): void {
  const { text, brokenCount } = describeStatus(settings)
  process.stdout.write(text)
  if (brokenCount > 0) process.exitCode = 1
}

async function proveOne(proof: Proof, { folder, countOf }: Settings): Promise<void> {
  const findings = new Findings(folder, proof)
  const before = findings.read()
  const count = countOf(proof)
  const rest = Math.max(0, count - before.length)
  const progress = new Progress(
    Array.from({ length: rest }, () => ({ kind: proof.what, seconds: SECONDS_EACH[proof.what] })),
    say,
  )
  let index = 0
  const begin = () => index < rest && progress.begin(index, `${NAME_OF(proof)} ${before.length + index + 1}`)
  const onFinding = (finding: Finding) => {
    findings.append(finding)
    for (const sentence of finding.broken) say(`BROKEN ${sentence}`)
    progress.end(index)
    index += 1
    begin()
  }
  begin()
  if (rest === 0) return
  const { what, engine } = proof
  const common = { seed: before.length + 1, count: rest, cleanup, onFinding }
  const keep = keepBroken(folder, proof)
  if (what === 'kills') await kill({ ...common, engine, keep })
  else if (engine === 'postgres') await cutOnPostgres({ ...common, keep })
  else await cutOnSqlite({ ...common, folder })
}

async function replay({ folder, seed }: NonNullable<Settings['replay']>): Promise<void> {
  const finding = await replayCut(folder, seed, cleanup)
  process.stdout.write(`${JSON.stringify(finding, undefined, 2)}\n`)
  if (finding.broken.length > 0) process.exitCode = 1
}

/** Runs the same command without that word; its output goes into a file. */
function runInBackground(args: readonly string[], { folder, command }: Settings): void {
  requireFree(folder)
  const file = join(folder, `${command}.log`)
  const log = openSync(file, 'a')
  const child = spawn(
    process.execPath,
    [...process.execArgv, import.meta.filename, ...args.filter((word) => word !== '--background')],
    { detached: true, stdio: ['ignore', log, log] },
  )
  child.unref()
  say(
    `It runs as process ${child.pid}; its words are in ${file}, and \`npm run prove -- status\` says how far it is.`,
  )
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
