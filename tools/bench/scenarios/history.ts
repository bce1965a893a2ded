import type { Content } from '../fill-rows.ts'
import type { Bench, Scenario } from '../scenario.ts'
import type { Settings } from '../settings.ts'
import { measureLarge } from './large-database.ts'

const WEBHOOKS = 3
const ALERT_COUNT = 2_000

/** Ten days of deliveries that are long over. */
export const history: Scenario = {
  id: 'history',
  title: 'a long history',
  isOnce: true,
  seconds: (settings) =>
    10 +
    settings.historyCount / 50_000 +
    (2 * (settings.restMs + settings.warmUpMs + settings.measureMs)) / 1000,
  measure: (bench, engine) =>
    measureLarge(bench, engine, {
      id: 'history',
      large: historyOf(bench, bench.settings.historyCount),
      small: historyOf(bench, bench.settings.smallCount),
    }),
}

export function historyOf({ receiverUrl }: Bench, deliveryCount: Settings['historyCount']): Content {
  return {
    kind: 'history',
    deliveryCount,
    alertCount: ALERT_COUNT,
    urls: Array.from({ length: WEBHOOKS }, () => `${receiverUrl}/sample`),
    isNotified: false,
  }
}
