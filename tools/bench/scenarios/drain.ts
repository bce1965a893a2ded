import { measureBareLoop } from '../bare-loop.ts'
import { fill } from '../fill.ts'
import type { Scenario } from '../scenario.ts'
import { NOTHING_COUNTED } from '../tally.ts'
import { Stage } from '../stage.ts'

const ALERTS_SHARE = 1 / 5

/**
 * Measures how the backlog of a webhook goes out when the service starts: for each alert one due delivery and four
 * after it.
 */
export const drain: Scenario = {
  id: 'drain',
  title: 'draining a backlog',
  seconds: ({ drainCount, bareLoopMs }) => 4 + drainCount / 5_000 + (bareLoopMs * 1.3) / 1000,
  measure: async (bench, engine) => {
    const { drainCount } = bench.settings
    const alertCount = Math.max(1, Math.floor(drainCount * ALERTS_SHARE))
    const path = '/hook/drain'
    const { database } = await fill(bench, engine, {
      kind: 'unfinished',
      deliveryCount: drainCount,
      alertCount,
      urls: [`${bench.receiverUrl}${path}`],
      isNotified: true,
    })
    const bare = await measureBareLoop(bench)
    await bench.receiver.ask('reset', { alertCount })
    const stage = await Stage.open(bench, engine, database)
    await stage.untilDrained(drainCount)
    const received = await bench.receiver.ask('report', {
      from: 0,
      until: drainCount,
      notAccepted: [],
      paths: [path],
    })
    await stage.kill()
    await database.remove()
    const rate = (received.arrived / received.periodMs) * 1000
    const { lost, repeated, disordered } = received
    return {
      tally: { ...NOTHING_COUNTED, accepted: drainCount, lost, repeated, disordered },
      readings: { 'drain.rate': rate, 'drain.ratio': rate / bare.perSecond },
    }
  },
}
