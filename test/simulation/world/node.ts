import { attempt } from '../../../src/delivery/attempt.ts'
import { Dispatcher } from '../../../src/delivery/dispatcher.ts'
import { endUnreadable } from '../../../src/delivery/end-unsent.ts'
import { Recorder } from '../../../src/delivery/recorder.ts'
import { LongWork } from '../../../src/runtime/long-work.ts'
import { RequestCache } from '../../../src/delivery/request-cache.ts'
import type { Claim, LeaseLength } from '../../../src/domain/delivery/delivery.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { Intake } from '../../../src/intake/intake.ts'
import type { Log, LogFields } from '../../../src/telemetry/log.ts'
import type { Store } from '../../../src/storage/store.ts'
import { clampDueTimes } from '../../../src/housekeeping/follow-clock.ts'
import { keepOpen, OpenIntake } from '../../../src/housekeeping/open-intake.ts'
import { measureTime } from '../../../src/housekeeping/keep-node.ts'
import { Periodic } from '../../../src/housekeeping/periodic.ts'
import { reclaimAll } from '../../../src/housekeeping/reclaim-all.ts'
import { createTask, type TaskName } from '../../../src/housekeeping/tasks.ts'
import type { SimulatedDatabase } from '../database/simulated-database.ts'
import type { Network } from './network.ts'
import type { Plan } from '../plan.ts'
import { ProcessLife } from './process-life.ts'
import type { Random } from '../random.ts'
import type { Trace } from '../trace.ts'
import type { VirtualTime } from './virtual-time.ts'

export interface NodeDeps {
  readonly plan: Plan
  readonly time: VirtualTime
  readonly random: Random
  readonly trace: Trace
  readonly database: SimulatedDatabase
  readonly network: Network
  /** Puts a bug into it, for those who check whether it is found. */
  readonly plant: (store: Store) => Store
  /** Those whose node slot it has taken. */
  readonly goneNodes: readonly string[]
  /** Whether a wake signal arrives. */
  readonly isWakeLost: () => boolean
  /** It has started, and what it had to reclaim is reclaimed. */
  readonly onReady: () => void
  /** Something that can only be a fault of ours. */
  readonly onFault: (what: string) => void
}

/** Whatever the reason: a disk that fails must not lead to them. */
const FAULT_LINES: ReadonlySet<string> = new Set(['delivery.attempt_failed', 'delivery.record_failed'])

const START_RETRY_MS = 1_000

const TAKEOVER_MS = 30_000

/** The others have nothing to do here. */
const TASKS_TRIED: readonly TaskName[] = [
  'reclaimLeases',
  'endOverdue',
  'expireAlerts',
  'pruneHistory',
  'createMissingDeliveries',
  'escalateToFallbacks',
]

/** One process of the service, put together from the real parts as `app.ts` does it, without HTTP. */
export class SimulatedNode {
  readonly life: ProcessLife
  readonly store: Store
  readonly intake: Intake
  readonly dispatcher: Dispatcher
  readonly #deps: NodeDeps
  readonly #log: Log
  readonly #housekeeping: readonly Periodic[]
  isStopping = false
  /** It knows the time. */
  isReady = false

  constructor(number: number, deps: NodeDeps) {
    const { plan, database, random } = deps
    this.#deps = deps
    this.life = new ProcessLife(number, deps.time, plan)
    const store = deps.plant(database.connect(this.life))
    this.store = store
    this.#log = this.#createLog()
    const { clock, clockSteps, freshTime } = this.life
    const { retryScheduleMs } = plan
    const { goneNodes } = deps
    const settings = {
      ...plan,
      lease: this.#lease,
      goneNodes,
      auditRetentionMs: 0,
      sessionIdleMs: 0,
      staleAfterMs: 0,
    }
    const clockJump = () => clockSteps.clockJump
    this.dispatcher = this.#createDispatcher(random.fork(`node ${number}`))
    const wake = () => this.wake()
    // There are no silences here: test/simulation/silences/ steps their clocks.
    const noSilences = { stepSilences: () => Promise.resolve(), noteOpenTime: store.noteOpenTime.bind(store) }
    const openIntake = new OpenIntake({
      store: noSilences,
      clock,
      clockSteps,
      freshTime: async () => undefined,
    })
    this.intake = new Intake({
      store,
      clock,
      openIntake,
      wake,
      onWriting: wake,
      pendingMax: 1_000,
      // The model knows a report by its list, which must not be cut.
      batchWeightMax: Infinity,
      memoryRefusal: () => undefined,
      onAccepted: () => undefined,
      onRejected: () => undefined,
    })
    const tasks = { store, clock, freshTime, wake, clockJump, noteStep: () => undefined }
    this.#housekeeping = [
      ...TASKS_TRIED.map((name) => createTask(name, tasks, settings)),
      clampDueTimes({ store, clock, freshTime, clockSteps, wake, retryScheduleMs }),
      measureTime(() => this.life.measureTime()),
      keepOpen(openIntake, { isRefusing: () => false }),
    ].map((task) => new Periodic(task, { clock, log: this.#log }))
  }

  get #lease(): LeaseLength {
    return { timeoutMs: this.#deps.plan.requestTimeoutMs, marginMs: TAKEOVER_MS }
  }

  get name(): string {
    return `node ${this.life.number}`
  }

  wake(): void {
    if (!this.#deps.isWakeLost()) this.dispatcher.wake()
  }

  /** As the service starts; `reclaimsAll`: it takes every lease for one of a predecessor that is gone. */
  async start({ reclaimsAll }: { readonly reclaimsAll: boolean }): Promise<void> {
    await this.life.measureTime()
    this.isReady = true
    if (reclaimsAll) await this.#reclaimAll()
    this.#deps.onReady()
    this.dispatcher.start()
    for (const service of this.#housekeeping) service.start()
  }

  /** As the service stops on a signal. */
  async stop(): Promise<void> {
    this.isStopping = true
    for (const service of this.#housekeeping) await service.stop()
    await this.dispatcher.stop()
  }

  /** A process whose start fails is started again. */
  async #reclaimAll(): Promise<void> {
    const { clock } = this.life
    for (;;) {
      try {
        await reclaimAll(this.store, clock)
        return
      } catch {
        await clock.wait(START_RETRY_MS)
        await this.life.measureTime()
      }
    }
  }

  #createDispatcher(chance: Random): Dispatcher {
    const { plan, network } = this.#deps
    const { store, life } = this
    const { clock } = life
    const log = this.#log
    const recorder = new Recorder({ store, clock, log, wake: () => this.wake() })
    const parts = {
      installationId: store.installationId,
      requests: new RequestCache({ publicUrl: '' }),
      longWork: new LongWork(clock),
      version: 'simulation',
      clock,
      chance,
      recorder,
      log,
      retryScheduleMs: plan.retryScheduleMs,
      takeoverMs: TAKEOVER_MS,
      clockJump: () => life.clockSteps.clockJump,
      requestTimeoutMs: plan.requestTimeoutMs,
      responseBytesMax: 1_024,
      onAttempt: () => undefined,
      onReleased: () => undefined,
      onUnreadable: () => undefined,
      onFailed: () => undefined,
      exhaustion: { note: () => undefined },
      release: (claim: Claim, dueAt: number) => store.releaseClaims([claim], dueAt),
    }
    return new Dispatcher({
      store,
      clock,
      log,
      attempt: (claim) => attempt(claim, { ...parts, sender: network.senderFor(life, claim) }),
      endUnreadable: (claim) => endUnreadable(claim, parts),
      sender: { abortAll: () => network.abortAll(life) },
      recorder,
      inFlightMax: plan.inFlightMax,
      webhookConcurrencyMax: plan.webhookConcurrencyMax,
      lease: this.#lease,
      node: this.name,
    })
  }

  /** The log goes into the trace; an error that is not the database's is a fault of ours. */
  #createLog(): Log {
    const { trace, onFault } = this.#deps
    const note = (fields: LogFields, name: string) => {
      const { error } = fields
      const isOutage = error instanceof AppError && error.code === 'unavailable'
      if ((error !== undefined && !isOutage) || FAULT_LINES.has(name)) {
        onFault(`${this.name} logs ${name}: ${error instanceof Error ? error.stack : String(error)}`)
      }
      if (name !== 'delivery.attempted') trace.note(this.name, name, describe(fields))
    }
    return { error: note, warn: note, info: note, debug: note }
  }
}

function describe(fields: LogFields): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${value instanceof Error ? value.message : String(value)}`)
    .join(' ')
}
