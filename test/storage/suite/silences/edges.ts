import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OpenStore } from '../store-suite.ts'
import { NOW } from '../../../support/build.ts'
import { MINUTE_MS, Scene } from './scene.ts'
import { isHousekeepingDue } from '../../../support/time/is-housekeeping-due.ts'

export interface Edge {
  readonly name: string
  /** Minutes and actions; `plan 5 9`: a silence from 5 to 9. */
  readonly actions: readonly (readonly [minute: number, action: string])[]
  /** What the receiver accepts, in this order. */
  readonly sent: readonly string[]
  /** What the receiver accepts in mode `every_change`, if it differs. */
  readonly everyChange?: readonly string[]
}

const EDGES: readonly Edge[] = [
  {
    name: 'sends what was raised before, and its clear inside',
    actions: [
      [0, 'report high'],
      [1, 'silence for 60'],
      [2, 'report cleared'],
      [60, 'wait'],
    ],
    sent: ['high', 'cleared'],
  },
  {
    name: 'sends what was raised inside once at the end, and its clear after it',
    actions: [
      [0, 'silence for 60'],
      [1, 'report high'],
      [59, 'wait'],
      [60, 'wait'],
      [61, 'report cleared'],
    ],
    sent: ['high', 'cleared'],
  },
  {
    name: 'says nothing of what is raised and cleared inside',
    actions: [
      [0, 'silence for 60'],
      [1, 'report high'],
      [2, 'report cleared'],
      [60, 'wait'],
    ],
    sent: [],
  },
  {
    name: 'sends what is raised again inside, once',
    actions: [
      [0, 'silence for 60'],
      [1, 'report high'],
      [2, 'report cleared'],
      [3, 'report low'],
      [60, 'wait'],
    ],
    sent: ['low'],
  },
  {
    name: 'sends a clear inside, and the next raise at the end',
    actions: [
      [0, 'report high'],
      [1, 'silence for 60'],
      [2, 'report cleared'],
      [3, 'report high'],
      [60, 'wait'],
    ],
    sent: ['high', 'cleared', 'high'],
  },
  {
    name: 'holds nothing of what is raised after it',
    actions: [
      [0, 'silence for 10'],
      [10, 'report high'],
      [11, 'report cleared'],
    ],
    sent: ['high', 'cleared'],
  },
  {
    name: 'sends a change inside at the end',
    actions: [
      [0, 'report low'],
      [1, 'silence for 60'],
      [2, 'report high'],
      [60, 'wait'],
    ],
    sent: ['low', 'high'],
  },
  {
    name: 'says nothing of a change inside that was taken back',
    actions: [
      [0, 'report low'],
      [1, 'silence for 60'],
      [2, 'report high'],
      [3, 'report low'],
      [60, 'wait'],
    ],
    sent: ['low'],
  },
  {
    name: 'sends a clear after a change inside at once',
    actions: [
      [0, 'report low'],
      [1, 'silence for 60'],
      [2, 'report high'],
      [3, 'report cleared'],
      [60, 'wait'],
    ],
    sent: ['low', 'cleared'],
  },
  {
    name: 'holds what was pending at a dead receiver',
    actions: [
      [0, 'receiver not_notified'],
      [0, 'report high'],
      [1, 'silence for 60'],
      [2, 'receiver accepted'],
      [59, 'wait'],
      [60, 'wait'],
    ],
    sent: ['high'],
  },
  {
    name: 'says nothing of what was pending at a dead receiver and cleared inside',
    actions: [
      [0, 'receiver not_notified'],
      [0, 'report high'],
      [1, 'silence for 60'],
      [2, 'receiver accepted'],
      [3, 'report cleared'],
      [60, 'wait'],
    ],
    sent: [],
    // Nobody remembers what a failed attempt in this mode did, so the receiver gets a clear too many.
    everyChange: ['cleared'],
  },
  {
    name: 'lets an attempt under way end, and sends the clear of what was accepted',
    actions: [
      [0, 'down report high'],
      [1, 'down claim'],
      [2, 'down silence for 60'],
      [3, 'answer accepted'],
      [4, 'report cleared'],
      [60, 'wait'],
    ],
    sent: ['high', 'cleared'],
  },
  {
    name: 'holds what an attempt under way failed to send',
    actions: [
      [0, 'down report high'],
      [1, 'down claim'],
      [2, 'down silence for 60'],
      [3, 'answer not_notified'],
      [10, 'wait'],
      [60, 'wait'],
    ],
    sent: ['high'],
  },
  {
    name: 'holds a change after an attempt under way',
    actions: [
      [0, 'down report low'],
      [1, 'down claim'],
      [2, 'down silence for 60'],
      [3, 'down report high'],
      [4, 'answer accepted'],
      [60, 'wait'],
    ],
    sent: ['low', 'high'],
  },
  {
    name: 'sends what an attempt under way possibly sent when it clears',
    actions: [
      [0, 'down report high'],
      [1, 'down claim'],
      [2, 'down silence for 60'],
      [3, 'answer possible'],
      [10, 'report cleared'],
      [60, 'wait'],
    ],
    sent: ['cleared'],
  },
  {
    name: 'sends at an early end what it held',
    actions: [
      [0, 'silence for 60'],
      [1, 'report high'],
      [5, 'end'],
    ],
    sent: ['high'],
  },
  {
    name: 'holds on when it is extended, and sends at its new end',
    actions: [
      [0, 'silence for 60'],
      [1, 'report high'],
      [5, 'extend to 90'],
      [60, 'wait'],
      [89, 'report low'],
      [90, 'wait'],
    ],
    sent: ['low'],
  },
  {
    name: 'ends earlier when it is edited so',
    actions: [
      [0, 'silence for 60'],
      [1, 'report high'],
      [5, 'extend to 10'],
      [10, 'wait'],
      [60, 'wait'],
    ],
    sent: ['high'],
  },
  {
    name: 'leaves to another what both held',
    actions: [
      [0, 'silence for 30'],
      [0, 'silence for 60'],
      [1, 'report high'],
      [30, 'wait'],
      [59, 'wait'],
      [60, 'wait'],
    ],
    sent: ['high'],
  },
  {
    name: 'leaves what it held to one that began meanwhile',
    actions: [
      [0, 'silence for 30'],
      [1, 'report high'],
      [20, 'silence for 60'],
      [30, 'wait'],
      [60, 'wait'],
    ],
    sent: ['high'],
  },
  {
    name: 'sends after a start what it held, if it ended while the service was down',
    actions: [
      [0, 'silence for 10'],
      [1, 'report high'],
      [500, 'wait'],
    ],
    sent: ['high'],
  },
  {
    name: 'holds from its begin on if that is later',
    actions: [
      [0, 'plan 10 20'],
      [1, 'report low'],
      [10, 'report high'],
      [19, 'wait'],
      [20, 'wait'],
    ],
    sent: ['low', 'high'],
  },
  {
    name: 'holds nothing if it is ended before it begins',
    actions: [
      [0, 'plan 10 20'],
      [5, 'end'],
      [11, 'report high'],
    ],
    sent: ['high'],
  },
  {
    name: 'holds what a webhook was notified of that is disabled meanwhile, until it is enabled',
    actions: [
      [0, 'silence for 30'],
      [1, 'report high'],
      [2, 'disable'],
      [30, 'wait'],
      [40, 'enable'],
      [41, 'report cleared'],
    ],
    sent: ['high', 'cleared'],
  },
  {
    name: 'holds on for a webhook that is enabled inside',
    actions: [
      [0, 'silence for 30'],
      [1, 'report high'],
      [2, 'disable'],
      [3, 'enable'],
      [29, 'wait'],
      [30, 'wait'],
    ],
    sent: ['high'],
  },
  {
    name: 'sends one state of many that came while nothing was claimed',
    actions: [
      [0, 'silence for 30'],
      [1, 'down report low'],
      [2, 'down report medium'],
      [3, 'down report cleared'],
      [4, 'down report high'],
      [30, 'wait'],
    ],
    sent: ['high'],
  },
]

/** Checks what a receiver gets of an alert around the edges of silences, in both modes. */
export function exerciseSilenceEdges(engine: string, openStore: OpenStore): void {
  exerciseEdges(`${engine}: a silence`, EDGES, openStore)
}

/** Plays each row of a table of edges in both modes. */
export function exerciseEdges(subject: string, edges: readonly Edge[], openStore: OpenStore): void {
  for (const mode of ['current_state', 'every_change'] as const) {
    describe(`${subject}, in mode ${mode},`, () => {
      for (const { name, actions, sent, everyChange } of edges) {
        it(name, async () => {
          const scene = await Scene.open(await openStore(), mode)
          for (const [minute, action] of actions) await scene.play(minute, action)
          assert.deepEqual(scene.sent, mode === 'every_change' ? (everyChange ?? sent) : sent)
          // A minute after the end of the silence nothing of it is left, and nothing is due.
          await scene.play(1_000, 'wait')
          assert.equal(await isHousekeepingDue(scene.store, NOW + 1_000 * MINUTE_MS), false)
          const [state] = await scene.store.listReceiverStates(
            { webhookId: scene.webhookId, isOutOfSync: true },
            { limit: 1 },
          )
          assert.equal(state, undefined)
        })
      }
    })
  }
}
