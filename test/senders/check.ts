import { MINUTE, SECOND } from './prometheus.ts'
import { BEGIN, LENGTH_MS, type Scenario } from './scenario.ts'
import { RULES, Service, type Rules } from './service.ts'
import { Truth } from './truth.ts'

const DAY_MS = 24 * 60 * MINUTE

/** Returns the first promise that is broken in a scenario; undefined: none is. */
export function findBrokenPromise(scenario: Scenario, rules: Rules = RULES): string | undefined {
  const service = new Service(rules)
  const truth = new Truth(scenario, { absentSince: (moment) => service.absentSince(moment) })
  const absences = [...scenario.absences]
  let seen = 0
  const findFalse = (until: number): string | undefined => {
    service.passUntil(until)
    for (; seen < service.changes.length; seen += 1) {
      const { at, event } = service.changes[seen]!
      const lives = event.newState === 'cleared' ? truth.whoLives(at) : undefined
      if (lives !== undefined) return `at ${time(at)} it clears, and ${lives} fires`
    }
    if (!service.isRaised || truth.mayStand(until)) return undefined
    return `at ${time(until)} it is still raised, and nobody has been heard for so long`
  }
  for (const sent of scenario.arrivals) {
    const [absence] = absences
    if (absence && absence[1] < sent.at) {
      absences.shift()
      const before = findFalse(absence[0])
      if (before !== undefined) return before
      service.wasAbsent(...absence)
    }
    const before = findFalse(sent.at)
    if (before !== undefined) return before
    const isNews = truth.take(sent)
    service.take(sent)
    if (isNews && !sent.isEnd && !service.isRaised)
      return `at ${time(sent.at)} a raise of ${sent.process} is lost`
    const after = findFalse(sent.at)
    if (after !== undefined) return after
  }
  const end = BEGIN + LENGTH_MS + DAY_MS
  service.passUntil(end)
  return service.isRaised ? 'it is raised for ever' : undefined
}

function time(at: number): string {
  return `${(at - BEGIN) / SECOND} s`
}
