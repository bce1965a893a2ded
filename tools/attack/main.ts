// `npm run attack`: everything that is known to stop services like this one, all at once, against a real process with
// little memory and against each engine, and whether it holds its budget. `-- --help` says what can be chosen. On the
// loopback address only; bounded in time, count and bytes.
import { type EngineName, TITLE_OF } from '../engine-names.ts'
import { parseArgs } from 'node:util'
import { positive, readArguments, readEngines } from '../arguments.ts'
import { Cleanup } from '../bench/cleanup.ts'
import { type Engine } from '../bench/engines/engine.ts'
import { postgresEngine } from '../bench/engines/postgres.ts'
import { sqliteEngine } from '../bench/engines/sqlite.ts'
import { formatTable } from '../bench/report/table.ts'
import { ATTACKS } from './attacks/all.ts'
import { matchingAttacks } from './attacks/matching.ts'
import { HELD_MS_MAX, measureCosts } from './costs.ts'
import { HEAP_MB, lay, type SiegeFact } from './siege.ts'
import { BUDGETS, validate, type Judged } from './verdict.ts'

const USAGE = `npm run attack -- [options]

  --engine sqlite|postgres   only this one
  --seconds N                how long the attacks last; 120
  --calm N                   seconds of peace before and after; 30
  --only a,b                 only these attacks
  --costs                    no attack, only what the worst that callers may send costs
  --json                     the facts, for programs

The attacks:
${ATTACKS.map(({ id, title, holds }) => `  ${id.padEnd(54)} ${title}${holds === 'nothing' ? '' : ` (token: ${holds})`}`).join('\n')}
`

interface Settings {
  readonly engines: readonly EngineName[]
  readonly ids: readonly string[]
  readonly attackMs: number
  readonly calmMs: number
  readonly isJson: boolean
  readonly isCostsOnly: boolean
}

/** The limit of an attack: nothing here goes on by itself. */
const SECONDS_MAX = 600

const cleanup = new Cleanup()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void cleanup.run().then(() => process.exit(130)))
}
await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<void> {
  const settings = readArguments(args, { usage: USAGE, read: readSettings })
  if (settings === undefined) return
  try {
    if (!settings.isCostsOnly) for (const name of settings.engines) await attack(name, settings)
    if (!settings.isJson) process.stdout.write(await describeCosts())
  } finally {
    await cleanup.run()
  }
}

/** Lays one siege with all floods, and one with all attacks by matchers: each has a budget of its own. */
async function attack(name: EngineName, settings: Settings): Promise<void> {
  const isByMatchers = (id: string) => matchingAttacks.some((one) => one.id === id)
  const sieges = {
    floods: settings.ids.filter((id) => !isByMatchers(id)),
    matchers: settings.ids.filter(isByMatchers),
  }
  for (const kind of ['floods', 'matchers'] as const)
    if (sieges[kind].length > 0) await besiege(name, kind, { ...settings, ids: sieges[kind] })
}

async function besiege(
  name: EngineName,
  kind: keyof typeof BUDGETS,
  { ids, attackMs, calmMs, isJson }: Settings,
): Promise<void> {
  const engine = await openEngine(name)
  process.stderr.write(
    `${TITLE_OF[name]}, ${kind}: ${ids.length} attacks for ${attackMs / 1000} s against a heap of ${HEAP_MB} MB …\n`,
  )
  const fact = await lay({ engine, ids, attackMs, calmMs, cleanup })
  await engine.stop()
  const judged = validate(fact, BUDGETS[kind])
  if (judged.some(({ holds }) => !holds)) process.exitCode = 1
  process.stdout.write(
    isJson
      ? `${JSON.stringify({ engine: name, kind, judged, fact })}\n`
      : describe(name, { kind, fact, judged }),
  )
}

function openEngine(name: EngineName): Promise<Engine> {
  return name === 'sqlite' ? Promise.resolve(sqliteEngine(cleanup)) : postgresEngine(cleanup)
}

function describe(
  name: EngineName,
  {
    kind,
    fact,
    judged,
  }: { readonly kind: string; readonly fact: SiegeFact; readonly judged: readonly Judged[] },
): string {
  const verdict = judged.map(({ what, found, budget, holds }) => [
    what,
    found,
    budget,
    holds ? 'holds' : 'BROKEN',
  ])
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  const attacks = fact.attacks.map(({ id, waves, connections, ended, bytesSent, bytesReceived }) => [
    id,
    ...[waves, connections, ended].map(String),
    mb(bytesSent),
    mb(bytesReceived),
  ])
  return [
    `\n${TITLE_OF[name]}, ${kind}`,
    formatTable([['', 'found', 'budget', ''], ...verdict]),
    formatTable([['attack', 'waves', 'connections', 'ended by the service', 'sent', 'received'], ...attacks]),
    '',
  ].join('\n\n')
}

/** Describes the calls that hold the one thread that serves everybody, the longest first. */
async function describeCosts(): Promise<string> {
  const costs = (await measureCosts()).toSorted((one, other) => other.ms - one.ms)
  const rows = costs.map(({ what, input, ms }) => [
    `${what}: ${input}`,
    String(ms),
    ms > HELD_MS_MAX ? '!' : '',
  ])
  return `\nMilliseconds of processor time for the worst that callers may send (above ${HELD_MS_MAX}: !)\n\n${formatTable([['', 'ms', ''], ...rows])}\n`
}

function readSettings(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      engine: { type: 'string' },
      seconds: { type: 'string', default: '120' },
      calm: { type: 'string', default: '30' },
      only: { type: 'string', default: '' },
      json: { type: 'boolean', default: false },
      costs: { type: 'boolean', default: false },
    },
  })
  return {
    engines: readEngines(values.engine),
    ids: chooseAttacks(values.only),
    attackMs: secondsToMs('--seconds', values.seconds),
    calmMs: secondsToMs('--calm', values.calm),
    isJson: values.json,
    isCostsOnly: values.costs,
  }
}

function chooseAttacks(only: string): readonly string[] {
  const known = ATTACKS.map(({ id }) => id)
  if (only === '') return known
  const wanted = only.split(',').map((id) => id.trim())
  const unknown = wanted.find((id) => !known.includes(id))
  if (unknown !== undefined) throw new Error(`--only knows no attack "${unknown}"`)
  return wanted
}

function secondsToMs(flag: string, text: string): number {
  const seconds = positive(flag, text)
  if (seconds > SECONDS_MAX) throw new Error(`${flag} must be at most ${SECONDS_MAX}, not "${text}"`)
  return seconds * 1000
}
