import type { Alert, Observation } from '../../src/domain/alert/alert.ts'
import { ALWAYS_OPEN } from '../../src/domain/open-time.ts'
import type { Firing, Push, Reporter } from '../../src/domain/reporter/reporter.ts'
import { RULES, type Rules } from './service.ts'

interface PlantedBug {
  readonly bug: string
  readonly rules: Rules
}

type Stored = Omit<Alert, 'id'>

/** The rules with another alert instead of what they store. */
function storing(change: (alert: Stored) => Stored): Rules {
  return {
    ...RULES,
    observe: (before, observation, now, remembered) => {
      const effect = RULES.observe(before, observation, now, remembered)
      return effect.alert ? { ...effect, alert: change(effect.alert) } : effect
    },
  }
}

/** The rules with another observation instead of what was said. */
function observing(change: (observation: Observation) => Observation): Rules {
  return { ...RULES, observe: (before, said, ...rest) => RULES.observe(before, change(said), ...rest) }
}

function withReporters(change: (reporter: Reporter) => Reporter): (alert: Stored) => Stored {
  return (alert) => (alert.reporters ? { ...alert, reporters: alert.reporters.map(change) } : alert)
}

function withFirings(change: (firing: Firing) => Firing): (alert: Stored) => Stored {
  return withReporters((reporter) => ({ ...reporter, firings: reporter.firings.map(change) }))
}

function withPush(change: (push: Push) => Push): (observation: Observation) => Observation {
  return (observation) =>
    observation.push ? { ...observation, push: change(observation.push) } : observation
}

/** The end of another reporter counts after a third of the promise. */
function cutToAThird(alert: Stored): Stored {
  if (alert.endsAt === undefined) return alert
  const cut = (alert.reporters ?? []).flatMap(({ firings }) => firings.filter(({ end }) => end === 'cut'))
  return { ...alert, endsAt: Math.max(...cut.map(({ pushedAt, promiseMs }) => pushedAt + promiseMs / 3)) }
}

function withoutCut(given: Stored): Stored {
  const { endsAt: _, ...alert } = given
  return withFirings(({ end, ...firing }) =>
    end === undefined || end === 'cut' ? firing : { ...firing, end },
  )(alert)
}

export const PLANTED_BUGS: readonly PlantedBug[] = [
  { bug: 'a reporter lives for a third of its promise', rules: storing(cutToAThird) },
  { bug: 'no promise is cut', rules: storing(withoutCut) },
  {
    bug: 'the times of the sender count instead of the arrival',
    rules: observing((said) => {
      const { countsByArrival: _, ...observation } = said
      return observation
    }),
  },
  {
    bug: 'the lead is taken off the first push only',
    rules: storing(withFirings((firing) => ({ ...firing, leadMs: 0 }))),
  },
  { bug: 'copies are not known', rules: storing(withReporters((reporter) => ({ ...reporter, said: [] }))) },
  {
    bug: 'a script from another host is another reporter',
    rules: observing(withPush((push) => (push.isScript ? { ...push, reporter: `${push.startsAt}` } : push))),
  },
  {
    bug: 'an absence of ours counts',
    rules: {
      ...RULES,
      observe: (before, observation, now, remembered) =>
        RULES.observe(before, observation, now, { ...remembered, openTime: ALWAYS_OPEN }),
    },
  },
]
