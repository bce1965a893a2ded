// npm run sim -- --seed N [--seeds COUNT] [--steps COUNT] [--engine postgres] [--plan CLOCKS]
// One seed: the whole trace. Several, counted up from the first: one line each that fails, and a summary.
import { parseArgs } from 'node:util'
import { sqliteEngine } from './database/in-process-store.ts'
import { describeFailure } from './database/failure.ts'
import { postgresEngine } from './database/postgres-database.ts'
import { PLANS } from './planted-bugs.ts'
import { run } from './run.ts'
import { SimulatedServer } from './database/simulated-server.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    plan: { type: 'string' },
  },
})
if (values.engine !== 'sqlite' && values.engine !== 'postgres') {
  throw new Error(`--engine is sqlite or postgres, not ${values.engine}`)
}
const named = values.plan === undefined ? {} : PLANS[values.plan]
if (!named) throw new Error(`--plan is ${Object.keys(PLANS).join(', ')}, or not given; not ${values.plan}`)
const first = Number(values.seed)
const count = Number(values.seeds)
const plan = { ...named, ...(values.steps !== undefined && { stepCount: Number(values.steps) }) }
const say = (line: string) => void process.stdout.write(`${line}\n`)

const server = values.engine === 'postgres' ? await SimulatedServer.start() : undefined
const engine = server ? postgresEngine(server) : sqliteEngine()
const counts = new Map<string, number>()
const startedAt = process.cpuUsage()
let brokenCount = 0
for (let seed = first; seed < first + count; seed += 1) {
  const result = await run({ seed, engine, plan })
  for (const [what, times] of result.counts) counts.set(what, (counts.get(what) ?? 0) + times)
  if (count === 1) for (const line of result.lines) say(line)
  if (result.broken) {
    brokenCount += 1
    say(describeFailure(result))
  }
  if (count === 1) say(`seed ${seed}: ${result.broken ? 'BROKEN' : 'kept'}, trace ${result.hash}`)
}
if (count > 1) {
  const { user, system } = process.cpuUsage(startedAt)
  const msPerSeed = (user + system) / 1000 / count
  for (const [what, times] of [...counts].toSorted(([one], [other]) => one.localeCompare(other)))
    say(`${String(times).padStart(9)}  ${what}`)
  say(
    `${count} seeds from ${first}: ${brokenCount} broke a promise; ${msPerSeed.toFixed(1)} ms of processor time each`,
  )
}
await server?.stop()
process.exitCode = brokenCount > 0 ? 1 : 0
