import type { Observation } from '../../src/domain/alert.ts'
import type { Store } from '../../src/storage/store.ts'
import { ACTION_WEIGHTS, PHASE_WEIGHTS, type Plan } from './plan.ts'

/** A bug in what a node asks of its database. */
export interface PlantedBug {
  readonly bug: string
  readonly plant: (store: Store) => Store
  /** So it is tried on PostgreSQL as well, where a run costs more. */
  readonly isSoonFound?: true
}

/** Clocks are set often, receivers fail often, nodes come and go; and much of it has time to happen. */
export const CLOCKS: Partial<Plan> = {
  stepCount: 250,
  alertCount: 12,
  actions: { ...ACTION_WEIGHTS, step_clock: 8, take_over: 4, crash: 4, long_outage: 0 },
  phases: { ...PHASE_WEIGHTS, failing: 12, hanging: 8 },
}

/** They show when the clock is set. */
export const CLOCK_BUGS: readonly PlantedBug[] = [
  {
    bug: 'a report that names no moment gets that of the clock',
    isSoonFound: true,
    plant: (store) => ({
      ...store,
      acceptObservations: (observations, now) => {
        // The very list: by it the world knows which reports are committed.
        const list = observations as Observation[]
        list.splice(0, list.length, ...list.map((observation) => ({ at: now, ...observation })))
        return store.acceptObservations(list, now)
      },
    }),
  },
  {
    bug: 'a due time of before a step back stands',
    plant: (store) => ({ ...store, hastenDeliveries: async () => 0 }),
  },
  {
    bug: 'a lease of before a step back stands',
    plant: (store) => ({
      ...store,
      rescueExpired: ({ leasedBefore, now, limit }) => store.rescueExpired({ leasedBefore, now, limit }),
    }),
  },
  {
    bug: 'a step forward takes leases',
    plant: (store) => ({
      ...store,
      rescueExpired: (rescue) =>
        store.rescueExpired({ ...rescue, leasedBefore: Math.max(rescue.leasedBefore, rescue.now) }),
    }),
  },
  {
    bug: 'a step forward clears alerts',
    isSoonFound: true,
    plant: (store) => ({
      ...store,
      expireAlerts: ({ expiredBefore, now, limit }) => store.expireAlerts({ expiredBefore, now, limit }),
    }),
  },
  {
    bug: 'a step forward ends deliveries',
    isSoonFound: true,
    plant: (store) => ({
      ...store,
      endOverdue: ({ now, limit, scheduleMs }) => store.endOverdue({ now, limit, scheduleMs }),
    }),
  },
]

/** Nodes that die beside others, and are followed. */
export const DEATHS: Partial<Plan> = {
  stepCount: 250,
  requestTimeoutMs: 5_000,
  actions: { ...ACTION_WEIGHTS, take_over: 12, crash: 12, break_disk: 0, long_outage: 0 },
  phases: { ...PHASE_WEIGHTS, hanging: 12, slow: 12 },
}

const EVERY_NODE = Array.from({ length: 100 }, (_, number) => `node ${number}`)

/** A bug in what a node takes for its predecessor's. */
export const HEIR_BUGS: readonly PlantedBug[] = [
  {
    bug: 'what a predecessor had under way waits for its lease',
    isSoonFound: true,
    plant: (store) => ({
      ...store,
      rescueExpired: (rescue) => store.rescueExpired({ ...rescue, goneNodes: [] }),
    }),
  },
  {
    bug: 'a node that lives is taken for gone',
    isSoonFound: true,
    plant: (store) => ({
      ...store,
      rescueExpired: (rescue) => store.rescueExpired({ ...rescue, goneNodes: EVERY_NODE }),
    }),
  },
]
