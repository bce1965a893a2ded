import { MINUTE_MS } from '../silences/scene.ts'

/** After 10 minutes, and then every half hour. */
export const REMIND_MS = [10 * MINUTE_MS, 30 * MINUTE_MS]

export interface Case {
  readonly name: string
  /** Happens before the service works in that minute. */
  readonly actions: readonly (readonly [minute: number, action: string])[]
  readonly until: number
  /** The attempts, by minute, state and response. */
  readonly sent: readonly string[]
}

/** The rules R1 to R7 of reminders, as a receiver sees them. */
export const CASES: readonly Case[] = [
  {
    name: 'R2: counted from the last accepted notification, and the last distance repeats',
    actions: [[0, 'report high']],
    until: 75,
    sent: ['0 high', '10 still high', '40 still high', '70 still high'],
  },
  {
    name: 'R2: anew after a change to worse',
    actions: [
      [0, 'report low'],
      [20, 'report high'],
    ],
    until: 60,
    sent: ['0 low', '10 still low', '20 high', '30 still high', '60 still high'],
  },
  {
    name: 'R2: a change to better is only accepted later',
    actions: [
      [0, 'report high'],
      [20, 'report low'],
    ],
    until: 50,
    sent: ['0 high', '10 still high', '20 low', '50 still low'],
  },
  {
    name: 'R2: after downtime one, not five',
    actions: [
      [0, 'report high'],
      [5, 'stop'],
      [60, 'start'],
    ],
    until: 90,
    sent: ['0 high', '60 still high', '90 still high'],
  },
  {
    name: 'R1: due inside a silence, it is skipped and not made up for',
    actions: [
      [0, 'report high'],
      [5, 'silence 20'],
    ],
    until: 60,
    sent: ['0 high', '30 still high', '60 still high'],
  },
  {
    name: 'R1: a silence that begins takes back one that was not sent',
    actions: [
      [0, 'report high'],
      [10, 'answer not_notified'],
      [15, 'silence 10'],
      [15, 'answer accepted'],
    ],
    until: 40,
    sent: ['0 high', '10 still high, not_notified', '40 still high'],
  },
  {
    name: 'R3: none while a delivery of the pair is unfinished',
    actions: [
      [0, 'report high'],
      [5, 'answer not_notified'],
      [5, 'report low'],
      [15, 'answer accepted'],
    ],
    until: 25,
    sent: ['0 high', '5 low, not_notified', '10 low, not_notified', '15 low', '25 still low'],
  },
  {
    name: 'R3: a change that comes back unsent leaves the timer running',
    actions: [
      [0, 'report high'],
      [5, 'stop'],
      [5, 'report low'],
      [6, 'report high'],
      [10, 'start'],
    ],
    until: 20,
    sent: ['0 high', '10 still high'],
  },
  {
    name: 'R4: lost, it makes nothing uncertain and is tried again',
    actions: [
      [0, 'report high'],
      [10, 'answer possible'],
      [20, 'answer accepted'],
    ],
    until: 50,
    sent: ['0 high', '10 still high, possible', '15 still high, possible', '20 still high', '50 still high'],
  },
  {
    name: 'R4: refused, it is no difference and notifies no fallback',
    actions: [
      [0, 'report high'],
      [10, 'answer rejected'],
      [15, 'answer accepted'],
      [45, 'report cleared'],
    ],
    until: 45,
    sent: ['0 high', '10 still high, rejected', '40 still high', '45 cleared'],
  },
  {
    name: 'R4: cancelled, it is no difference',
    actions: [
      [0, 'report high'],
      [10, 'answer not_notified'],
      [15, 'cancel'],
      [15, 'answer accepted'],
    ],
    until: 40,
    sent: ['0 high', '10 still high, not_notified', '40 still high'],
  },
  {
    name: 'R4: a lease that ends without a record makes nothing uncertain',
    actions: [
      [0, 'report high'],
      [10, 'answer lost'],
      [15, 'answer accepted'],
      [20, 'report cleared'],
    ],
    until: 20,
    sent: ['0 high', '10 still high, lost', '15 still high', '20 cleared'],
  },
  {
    name: 'R4: the next one supersedes it',
    actions: [
      [0, 'report high'],
      [5, 'answer not_notified'],
      [11, 'stop'],
      [40, 'answer accepted'],
      [40, 'start'],
    ],
    until: 45,
    sent: ['0 high', '10 still high, not_notified', '40 still high'],
  },
  {
    name: 'R4: a change supersedes it, with a schedule and a fallback of its own',
    actions: [
      [0, 'report high'],
      [10, 'answer not_notified'],
      [15, 'answer accepted'],
      [15, 'report medium'],
    ],
    until: 20,
    sent: ['0 high', '10 still high, not_notified', '15 medium'],
  },
  {
    name: 'R4: a clear that comes while it is sent goes after it',
    actions: [
      [0, 'report high'],
      [10, 'answer lost'],
      [12, 'report cleared'],
      [15, 'answer accepted'],
    ],
    until: 60,
    sent: ['0 high', '10 still high, lost', '15 cleared'],
  },
  {
    name: 'R5: none of an acknowledged alert, and one at once at the end of the term',
    actions: [
      [0, 'report high'],
      [5, 'acknowledge 60'],
    ],
    until: 95,
    sent: ['0 high', '65 still high', '95 still high'],
  },
  {
    name: 'R5: one that was not sent is not sent after the acknowledgement',
    actions: [
      [0, 'report high'],
      [10, 'answer not_notified'],
      [15, 'acknowledge 60'],
      [15, 'answer accepted'],
    ],
    until: 75,
    sent: ['0 high', '10 still high, not_notified', '75 still high'],
  },
  {
    name: 'R5: one at once where the acknowledgement is withdrawn',
    actions: [
      [0, 'report high'],
      [5, 'acknowledge 60'],
      [20, 'withdraw'],
    ],
    until: 50,
    sent: ['0 high', '20 still high', '50 still high'],
  },
  {
    name: 'R5: an alert that gets worse than what was acknowledged is reminded of again',
    actions: [
      [0, 'report low'],
      [5, 'acknowledge 60'],
      [20, 'report high'],
    ],
    until: 30,
    sent: ['0 low', '20 high', '30 still high'],
  },
  {
    name: 'R7: none while the webhook is disabled, none due on enabling',
    actions: [
      [0, 'report high'],
      [5, 'disable'],
      [30, 'enable'],
    ],
    until: 70,
    sent: ['0 high', '40 still high', '70 still high'],
  },
  {
    name: 'R7: one that was not sent before the webhook was disabled is not sent on enabling',
    actions: [
      [0, 'report high'],
      [10, 'answer not_notified'],
      [15, 'disable'],
      [20, 'enable'],
      [20, 'answer accepted'],
    ],
    until: 30,
    sent: ['0 high', '10 still high, not_notified', '30 still high'],
  },
  {
    name: 'other distances count from the change',
    actions: [
      [0, 'report high'],
      [40, 'remind 20'],
    ],
    until: 80,
    sent: ['0 high', '10 still high', '60 still high', '80 still high'],
  },
  {
    name: 'a webhook that wants none any more sends none',
    actions: [
      [0, 'report high'],
      [5, 'remind'],
    ],
    until: 60,
    sent: ['0 high'],
  },
  {
    name: 'a webhook that comes back to mode current_state counts from then',
    actions: [
      [0, 'report high'],
      [5, 'mode every_change'],
      [20, 'mode current_state'],
    ],
    until: 30,
    sent: ['0 high', '30 still high'],
  },
  {
    name: 'an alert that is no longer for the webhook is not reminded of',
    actions: [
      [0, 'report high'],
      [5, 'flags off'],
      [25, 'flags on'],
    ],
    until: 30,
    sent: ['0 high', '30 still high'],
  },
]
