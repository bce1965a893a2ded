import { badnessOf } from '../../../src/domain/alert/severity.ts'
import type { Claim } from '../../../src/domain/delivery/delivery.ts'
import type { Store } from '../../../src/storage/store.ts'
import { AUTHOR } from '../../support/build.ts'

/** Bugs of a service, each of which breaks a promise of silences. */
export const SILENCE_BUGS: readonly {
  readonly bug: string
  readonly plant: (store: Store) => Store
  /** It shows when the clock is set, or days of windows are skipped. */
  readonly isOfClocks?: true
}[] = [
  {
    bug: 'what a silence held is forgotten at its end',
    plant: (store) => over(store, { releaseSilenced: async () => 0 }),
  },
  {
    bug: 'what was waiting when a silence began is sent all the same',
    plant: (store) =>
      over(store, {
        claimDue: async (request) => {
          const claimed = await store.claimDue(request)
          return { ...claimed, claims: claimed.claims.map((claim): Claim => ({ ...claim, heldBy: null })) }
        },
      }),
  },
  {
    bug: 'an early end releases nothing',
    plant: (store) =>
      over(store, { endSilence: async (id) => (await store.findSilence(id)) ?? Promise.reject(new Error()) }),
  },
  {
    bug: 'a silence that is extended ends as before',
    plant: (store) =>
      over(store, {
        changeSilence: async (id) => (await store.findSilence(id)) ?? Promise.reject(new Error()),
      }),
  },
  {
    bug: 'a silence ends a minute early',
    plant: (store) =>
      over(store, {
        createSilence: (silence, now, by) =>
          store.createSilence({ ...silence, endsAt: silence.endsAt - 60_000 }, now, by),
      }),
  },
  {
    bug: 'only the first occurrence of a window gets a silence',
    plant: (store) => over(store, { createWindowSilences: async () => 0 }),
  },
  {
    bug: 'a window that is deleted goes on',
    plant: (store) => over(store, { deleteWindow: async () => undefined }),
  },
  {
    bug: 'a window begins an hour late',
    plant: (store) =>
      over(store, {
        createWindow: (window, now, by) =>
          store.createWindow(
            { ...window, zone: window.zone === 'UTC' ? 'Atlantic/Cape_Verde' : window.zone },
            now,
            by,
          ),
      }),
  },
  {
    bug: 'a dip ends an acknowledgement',
    plant: (store) =>
      over(store, {
        acceptObservations: async (observations, now) => {
          const before = await store.listAlerts({}, { limit: 9 })
          const accepted = await store.acceptObservations(observations, now)
          for (const { id, state } of await store.listAlerts({}, { limit: 9 })) {
            const dipped = before.find((alert) => alert.id === id)?.state ?? state
            if (badnessOf(state) > badnessOf(dipped))
              await store.withdrawAcknowledgement(id, { now, by: AUTHOR })
          }
          return accepted
        },
      }),
  },
  {
    bug: 'a silence of one alert holds all of them',
    plant: (store) =>
      over(store, {
        createSilence: (silence, now, by) => store.createSilence({ ...silence, match: 'name!=""' }, now, by),
      }),
  },
  {
    bug: 'a silence that has ended becomes active again when the clock is set back',
    isOfClocks: true,
    plant: (store) =>
      over(store, {
        stepSilences: ({ now, stepMs }) => store.stepSilences({ now, stepMs: Math.max(stepMs, -1) }),
      }),
  },
  {
    bug: 'a step of the clock moves a silence that is made just after it',
    isOfClocks: true,
    plant: (store) => {
      let unnoticed: Parameters<Store['stepSilences']>[0] | undefined
      const notice = async () => {
        if (unnoticed) await store.stepSilences(unnoticed)
        unnoticed = undefined
      }
      return over(store, {
        stepSilences: async (step) => void (unnoticed = step),
        createSilence: async (silence, now, by) => {
          const created = await store.createSilence(silence, now, by)
          await notice()
          return created
        },
        releaseSilenced: (step) => notice().then(() => store.releaseSilenced(step)),
        acceptObservations: (...given) => notice().then(() => store.acceptObservations(...given)),
        claimDue: (request) => notice().then(() => store.claimDue(request)),
        listSilences: (...given) => notice().then(() => store.listSilences(...given)),
        changeSilence: (...given) => notice().then(() => store.changeSilence(...given)),
        endSilence: (...given) => notice().then(() => store.endSilence(...given)),
      })
    },
  },
  {
    bug: 'a silence that was given by its length goes by the clock',
    isOfClocks: true,
    plant: (store) =>
      over(store, {
        createSilence: (silence, now, by) => store.createSilence({ ...silence, hasLength: false }, now, by),
      }),
  },
  {
    bug: 'an end is missed until the clock is where it was before it was set back',
    isOfClocks: true,
    plant: (store) => {
      let last = 0
      return over(store, {
        releaseSilenced: async (step) => {
          last = Math.max(last, step.now)
          return step.now < last ? 0 : store.releaseSilenced(step)
        },
      })
    },
  },
  {
    bug: 'a window is not looked at until the clock is where it was before it was set back',
    isOfClocks: true,
    plant: (store) => {
      let last = 0
      return over(store, {
        createWindowSilences: async (step) => {
          last = Math.max(last, step.now)
          return step.now < last ? 0 : store.createWindowSilences(step)
        },
      })
    },
  },
  {
    bug: 'an occurrence that is skipped holds all the same',
    isOfClocks: true,
    plant: (store) =>
      over(store, {
        skipOccurrence: async (id, _, { now }) =>
          (await store.findWindow(id, now)) ?? Promise.reject(new Error()),
      }),
  },
  {
    bug: 'an occurrence that is restored stays skipped',
    isOfClocks: true,
    plant: (store) =>
      over(store, {
        restoreOccurrence: async (id, _, { now }) =>
          (await store.findWindow(id, now)) ?? Promise.reject(new Error()),
      }),
  },
]

/** Methods of a store are its own properties or those of its class. */
function over(store: Store, given: Partial<Store>): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const value: unknown = Reflect.get(given, name) ?? Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
