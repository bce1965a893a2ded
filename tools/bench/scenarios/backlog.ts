import type { Content } from '../fill-rows.ts'
import type { Bench, Scenario } from '../scenario.ts'
import { measureLarge } from './large-database.ts'

const WEBHOOKS = 4
const EVENTS_OF_AN_ALERT = 5

/**
 * Everything waits for four webhooks whose receiver fails, and another one has to be served as if that were nothing.
 */
export const backlog: Scenario = {
  id: 'backlog',
  title: 'a large backlog',
  isOnce: true,
  seconds: (settings) =>
    10 +
    settings.backlogCount / 50_000 +
    (2 * (settings.restMs + settings.warmUpMs + settings.measureMs)) / 1000,
  measure: (bench, engine) =>
    measureLarge(bench, engine, {
      id: 'backlog',
      large: contentOf(bench, bench.settings.backlogCount),
      small: contentOf(bench, bench.settings.smallCount),
    }),
}

function contentOf({ badReceiverUrl }: Bench, deliveryCount: number): Content {
  return {
    kind: 'unfinished',
    deliveryCount,
    alertCount: Math.ceil(deliveryCount / WEBHOOKS / EVENTS_OF_AN_ALERT),
    urls: Array.from({ length: WEBHOOKS }, () => `${badReceiverUrl}/500`),
    isNotified: false,
  }
}
