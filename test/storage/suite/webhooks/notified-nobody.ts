import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AlertState, Observation } from '../../../../src/domain/alert/alert.ts'
import type { NotNotifiedReason } from '../../../../src/domain/routing/routing-review.ts'
import type { NewWebhook } from '../../../../src/domain/webhook/webhook.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { AUTHOR, jobRunReport, newWebhook, NOW, observation } from '../../../support/build.ts'
import { attempt } from '../receiver-state/support.ts'
import { silence } from '../silences/scene.ts'
import type { OpenStore } from '../store-suite.ts'

const SILENT = { low: false, medium: false, high: false, cleared: false }
const ONLY_LOW = { ...SILENT, low: true, cleared: true }
const KEPT = { mode: 'current_state', fallbackWebhookId: 1 } as const
const OFF = { enabled: false }

const raise = (store: Store, state: AlertState = 'high', given: Partial<Observation> = {}) =>
  store.acceptObservations([observation({ state, ...given })], NOW)
const runJob = (store: Store) => store.acceptJobRuns([jobRunReport()], NOW)

interface Case {
  readonly when: string
  /** The webhooks, in the order of their ids. */
  readonly webhooks: readonly Partial<NewWebhook>[]
  /** The last of its reports is checked. */
  readonly act?: (store: Store) => Promise<unknown>
  readonly isListed: boolean
}

/** Why no delivery may be made of a report: every reason that an explanation knows, and what else there is. */
const CASES: Readonly<Record<NotNotifiedReason | 'not_made' | 'not_sent' | 'closed', readonly Case[]>> = {
  made_later: [
    { when: 'there is no webhook', webhooks: [], isListed: true },
    {
      when: 'there is no webhook, and a job fails',
      webhooks: [],
      act: runJob,
      isListed: true,
    },
  ],
  disabled: [
    { when: 'all webhooks are disabled', webhooks: [OFF, { ...OFF, match: 'otherwise' }], isListed: true },
    {
      when: 'a disabled webhook in current-state mode has a fallback',
      webhooks: [{ match: 'name="x"' }, { ...OFF, ...KEPT }],
      isListed: false,
    },
    { when: 'the fallback is disabled, too', webhooks: [OFF, { ...OFF, ...KEPT }], isListed: true },
    {
      when: 'a disabled webhook in mode every_change has a fallback, which gets nothing in its place',
      webhooks: [{ match: 'name="x"' }, { ...OFF, fallbackWebhookId: 1 }],
      isListed: true,
    },
  ],
  state: [
    { when: 'all flags are off', webhooks: [{ alertFlags: SILENT }], isListed: true },
    {
      when: 'the flag of the clear is off, and the raise was notified',
      webhooks: [{ alertFlags: { ...SILENT, high: true } }],
      act: async (store) => [await raise(store), await raise(store, 'cleared', { at: NOW + 1 })],
      isListed: false,
    },
    {
      when: 'an alert clears whose raise notified nobody',
      webhooks: [{ alertFlags: ONLY_LOW, mode: 'current_state' }],
      act: async (store) => [await raise(store), await raise(store, 'cleared', { at: NOW + 1 })],
      isListed: true,
    },
  ],
  match: [
    { when: 'no matchers are met', webhooks: [{ match: 'name="x"' }], isListed: true },
    {
      when: 'no matchers of a job are met',
      webhooks: [{ payloadType: 'JOB', match: 'job_status=success' }],
      act: runJob,
      isListed: true,
    },
  ],
  taken_by_others: [
    {
      when: 'the rest goes to a webhook',
      webhooks: [{ match: 'name="x"' }, { match: 'otherwise' }],
      isListed: false,
    },
    { when: 'another webhook takes it', webhooks: [{}, { match: 'otherwise' }], isListed: false },
    {
      when: 'the webhook that would take it is disabled, and the one for the rest wants other severities',
      webhooks: [OFF, { match: 'otherwise', alertFlags: ONLY_LOW }],
      isListed: true,
    },
  ],
  payload_type: [
    { when: 'there are only webhooks for job runs', webhooks: [{ payloadType: 'JOB' }], isListed: true },
    { when: 'there are only webhooks for alerts', webhooks: [{}], act: runJob, isListed: true },
  ],
  silenced: [
    ...(['every_change', 'current_state'] as const).map((mode) => ({
      when: `a silence holds it, mode ${mode}`,
      webhooks: [{ mode }],
      act: async (store: Store) => [await store.createSilence(silence(), NOW), await raise(store)],
      isListed: false,
    })),
    {
      when: 'a silence covers what notifies nobody anyway',
      webhooks: [],
      act: async (store) => [await store.createSilence(silence(), NOW), await raise(store)],
      isListed: true,
    },
    {
      when: 'a silence holds a job run',
      webhooks: [{ payloadType: 'JOB' }],
      act: async (store) => [await store.createSilence(silence(), NOW), await runJob(store)],
      isListed: false,
    },
  ],
  already_in_sync: [
    {
      when: 'the receiver has the state already',
      webhooks: [{ mode: 'current_state' }],
      act: async (store) => {
        await raise(store)
        await attempt(store, NOW)
        await raise(store, 'low', { at: NOW + 1 })
        await raise(store, 'high', { at: NOW + 2 })
      },
      isListed: false,
    },
  ],
  closed: [
    {
      when: 'it gets worse than its only webhook wants, which is told only that this is no longer for it',
      webhooks: [{ mode: 'current_state', alertFlags: ONLY_LOW }],
      act: async (store) => {
        await raise(store, 'low')
        await attempt(store, NOW)
        await raise(store, 'high', { at: NOW + 1 })
      },
      isListed: true,
    },
  ],
  not_made: [
    {
      when: 'it raises nothing: the alert is active already',
      webhooks: [],
      act: async (store) => {
        await store.createWebhook(newWebhook(), NOW)
        await raise(store)
        await store.changeWebhook(1, { enabled: false }, { now: NOW })
        await raise(store, 'high', { at: NOW + 1 })
      },
      isListed: false,
    },
  ],
  not_sent: [
    {
      when: 'its receiver fails, and the next delivery waits or is paused: the deliveries say so',
      webhooks: [{ retryScheduleMs: [0] }],
      act: async (store) => {
        await raise(store)
        await attempt(store, NOW, 'not_notified')
        await raise(store, 'low', { at: NOW + 1 })
      },
      isListed: false,
    },
  ],
  acknowledgements: [
    {
      when: 'nobody asks for acknowledgements, which are no report',
      webhooks: [{}],
      act: async (store) => {
        await raise(store)
        await store.acknowledgeAlert(1, { note: null, until: NOW + 1_000, now: NOW, by: AUTHOR })
      },
      isListed: false,
    },
  ],
  maintenance_windows: [
    {
      when: 'Tocsin itself says that a window begins, and nobody asks for that',
      webhooks: [{}],
      act: (store) => raise(store, 'low', { source: 'tocsin', key: 'window 1' }),
      isListed: false,
    },
    {
      when: 'an earlier release took an alert under the name of Tocsin',
      webhooks: [{ maintenanceWindows: true, match: 'name="x"' }],
      act: (store) => raise(store, 'low', { source: 'tocsin', key: 'disk' }),
      isListed: true,
    },
    {
      when: 'an earlier release took a job run under the name of Tocsin',
      webhooks: [{ payloadType: 'JOB', match: 'name="x"', maintenanceWindows: true }],
      act: (store) => store.acceptJobRuns([jobRunReport({ source: 'tocsin' })], NOW),
      isListed: true,
    },
  ],
  // Explanations of the past say these: they decide nothing when a report is accepted.
  not_kept: [],
  unknown: [],
}

/** Checks that no report that notified nobody is missing from the list of those. */
export function exerciseNotifiedNobody(engine: string, openStore: OpenStore): void {
  describe(`${engine}: what notified nobody is listed and counted`, () => {
    for (const [reason, cases] of Object.entries(CASES)) {
      for (const { when, webhooks, act = raise, isListed } of cases) {
        it(`${reason}: ${isListed ? 'listed' : 'not listed'} when ${when}`, async () => {
          const store = await openStore()
          for (const given of webhooks) await store.createWebhook(newWebhook(given), NOW)
          await act(store)

          const [newest] = await store.listEvents({}, { limit: 1 })
          const [listed] = await store.listEvents({ notifiedNobody: true }, { limit: 1 })
          assert.ok(newest)
          assert.equal(listed?.id === newest.id, isListed)
          assert.equal((await store.countNotifiedNobody({ since: NOW, limit: 9 })) > 0, isListed)
        })
      }
    }
  })
}
