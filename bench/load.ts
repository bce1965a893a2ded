import { median, round } from './figures.ts'
import type { Loaded } from './generator.ts'
import { Part, ServiceProcess } from './processes.ts'
import type { Received } from './receiver.ts'

const DRAIN_MS_MAX = 120_000
const FAN_OUT = 3
/** The first seconds of a process are spent on compiling; they are not what a running service is like. */
const WARM_UP = { durationMs: 3_000, rate: 500, connections: 64 }

interface Scenario {
  readonly name: string
  readonly fanOut: number
  /** Reports per second; 0: as many as are answered. */
  readonly rate: number
  /** Requests are signed, and every limit of a webhook is set, so high that it never holds anything back. */
  readonly isGuarded: boolean
}

const SCENARIOS: readonly Scenario[] = [
  { name: 'as fast as it goes, fan-out 3', fanOut: FAN_OUT, rate: 0, isGuarded: true },
  { name: 'the same, unsigned and without limits', fanOut: FAN_OUT, rate: 0, isGuarded: false },
  { name: 'as fast as it goes, fan-out 1', fanOut: 1, rate: 0, isGuarded: true },
  { name: '5,000 deliveries/s, fan-out 3', fanOut: FAN_OUT, rate: 5_000 / FAN_OUT, isGuarded: true },
  { name: '1,000 deliveries/s, fan-out 1', fanOut: 1, rate: 1_000, isGuarded: true },
  { name: '100 deliveries/s, fan-out 1', fanOut: 1, rate: 100, isGuarded: true },
]

interface Run {
  readonly deliveriesPerSecond: number
  readonly accepted: number
  readonly refused: number
  readonly unanswered: number
  readonly lost: number
  readonly repeated: number
  readonly intake: Loaded['latencyMs']
  readonly latency: Received['latencyMs']
  readonly memoryMb: number
}

export interface LoadFigures {
  readonly scenario: string
  readonly deliveriesPerSecond: number
  readonly ratioToBareLoop: number
  readonly latencyP50Ms: number
  readonly latencyP99Ms: number
  readonly intakeP50Ms: number
  readonly intakeP99Ms: number
  readonly refused: number
  readonly unanswered: number
  readonly lost: number
  readonly repeated: number
  readonly memoryMb: number
}

/** Every scenario in every round, each beside the bare loop: what disturbs the machine for a while disturbs them all. */
export async function measureLoad(
  receiver: Part,
  {
    port,
    durationMs,
    rounds,
  }: { readonly port: number; readonly durationMs: number; readonly rounds: number },
  say: (line: string) => void,
): Promise<readonly LoadFigures[]> {
  const results = SCENARIOS.map((scenario) => ({ scenario, bares: [] as number[], runs: [] as Run[] }))
  for (let index = 0; index < rounds; index += 1) {
    for (const { scenario, bares, runs } of results) {
      bares.push(await measureBareLoop(port, durationMs))
      await receiver.ask('report')
      const measured = await run(receiver, { port, durationMs, scenario })
      runs.push(measured)
      say(`  ${scenario.name}: round ${index + 1} of ${rounds}, ${measured.deliveriesPerSecond} deliveries/s`)
    }
  }
  return results.map(({ scenario, bares, runs }) => summarise(scenario.name, median(bares), runs))
}

async function measureBareLoop(port: number, durationMs: number): Promise<number> {
  const bare = new Part('bare-loop.ts')
  const { perSecond } = await bare.ask<{ perSecond: number }>({
    url: `http://127.0.0.1:${port}`,
    durationMs: Math.min(durationMs, 4_000),
    connections: 64,
  })
  bare.stop()
  return perSecond
}

function summarise(scenario: string, bare: number, runs: readonly Run[]): LoadFigures {
  const of = (pick: (run: Run) => number) => median(runs.map(pick))
  const perSecond = of((run) => run.deliveriesPerSecond)
  return {
    scenario,
    deliveriesPerSecond: perSecond,
    ratioToBareLoop: round(perSecond / bare),
    latencyP50Ms: of((run) => run.latency.p50),
    latencyP99Ms: of((run) => run.latency.p99),
    intakeP50Ms: of((run) => run.intake.p50),
    intakeP99Ms: of((run) => run.intake.p99),
    refused: of((run) => run.refused),
    unanswered: Math.max(...runs.map(({ unanswered }) => unanswered)),
    lost: Math.max(...runs.map(({ lost }) => lost)),
    repeated: Math.max(...runs.map(({ repeated }) => repeated)),
    memoryMb: of((run) => run.memoryMb),
  }
}

/** Load on a fresh database; waits until everything accepted has arrived. */
async function run(
  receiver: Part,
  {
    port,
    durationMs,
    scenario,
  }: { readonly port: number; readonly durationMs: number; readonly scenario: Scenario },
): Promise<Run> {
  const { fanOut, rate } = scenario
  const service = await ServiceProcess.start()
  const generator = new Part('generator.ts')
  for (let index = 0; index < fanOut; index += 1) {
    await createWebhook(service, { name: `bench ${index}`, url: `http://127.0.0.1:${port}/hook`, scenario })
  }
  const load = async (given: {
    readonly durationMs: number
    readonly rate: number
    readonly connections: number
  }) => {
    const loaded = await generator.ask<Loaded>({ url: service.url, token: service.token, ...given })
    await untilReceived(receiver, loaded.accepted * fanOut)
    return loaded
  }
  await load(WARM_UP)
  await receiver.ask('report')
  const loaded = await load({ durationMs, rate, connections: 64 })
  const expected = loaded.accepted * fanOut
  const received = await receiver.ask<Received>('report')
  const memoryMb = await service.memoryMb()
  generator.stop()
  await service.stop()
  return {
    deliveriesPerSecond: Math.round((received.count / received.spanMs) * 1000),
    accepted: loaded.accepted,
    refused: loaded.refused,
    unanswered: loaded.unanswered,
    lost: Math.max(0, expected - received.distinct),
    repeated: received.count - received.distinct,
    intake: loaded.latencyMs,
    latency: received.latencyMs,
    memoryMb,
  }
}

async function untilReceived(receiver: Part, count: number): Promise<void> {
  const giveUpAt = performance.now() + DRAIN_MS_MAX
  while ((await receiver.ask<{ count: number }>('count')).count < count && performance.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function createWebhook(
  service: ServiceProcess,
  { name, url, scenario }: { readonly name: string; readonly url: string; readonly scenario: Scenario },
): Promise<void> {
  const created = await service.request('POST', '/v1/webhooks', {
    name,
    url,
    payload_template:
      '{"alert": "%AlertName%", "state": "%CurrentState%", "object": "%ObjectName%", "sent": %CurrentValue%, "info": "%AlertInfo%"}',
    ...(scenario.isGuarded && {
      concurrency: 100,
      rate_limit: '900000/1s',
      answer_size_max: '1kb',
      timeout: '10s',
    }),
  })
  const { id } = (await created.json()) as { readonly id: number }
  if (scenario.isGuarded) await service.request('POST', `/v1/webhooks/${id}/signing/rotate`, {})
}
