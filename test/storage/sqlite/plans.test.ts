import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { UNDELIVERED_STATES } from '../../../src/domain/delivery/delivery.ts'
import type { DeliveryFilter } from '../../../src/domain/filter/delivery-filters.ts'
import { findIdRange, scanDeliveries } from '../../../src/storage/sqlite/history/delivery-lists.ts'
import { STATEMENTS } from '../../../src/storage/transactions/transaction-script.ts'
import { DIALECT, type SyncMethods } from '../../../src/storage/sqlite/connection/run-script.ts'
import { createEngine } from '../../../src/storage/sqlite/engine/engine.ts'
import { migrate } from '../../../src/storage/sqlite/migrate.ts'
import { NOW } from '../../support/build.ts'

const PAGE = { limit: 51, before: 1_000_000 }
const LATE = { from: NOW, until: NOW + 1 }

const UNDELIVERED = { states: UNDELIVERED_STATES }

/** The deliveries that an operation scans; a plan that sorts would read everything again in each step. */
const SCANS: Readonly<Record<string, DeliveryFilter>> = {
  'the failed ones': { states: ['failed'] },
  'the failed ones of a webhook': { states: ['failed', 'cancelled'], webhookId: 1 },
  'the unfinished ones': { states: ['waiting', 'pending'] },
  'the unfinished ones of a webhook': { states: ['waiting', 'pending'], webhookId: 1 },
  'everything undelivered': UNDELIVERED,
  'everything undelivered of a time': { ...UNDELIVERED, ...LATE },
  'those of an event': { ...UNDELIVERED, eventId: 1 },
}

/** Lists and steps that must find their rows by an index, however many others there are. */
const CASES: Readonly<Record<string, (methods: SyncMethods) => unknown>> = {
  'alerts by source': (methods) => methods.listAlerts({ source: 'a' }, PAGE),
  'alerts by key': (methods) => methods.listAlerts({ key: 'a' }, PAGE),
  'alerts by source and key': (methods) => methods.listAlerts({ source: 'a', key: 'a' }, PAGE),
  'alerts by name': (methods) => methods.listAlerts({ name: 'a', states: ['cleared'] }, PAGE),
  'raised alerts': (methods) => methods.listAlerts({ states: ['low', 'high'] }, PAGE),
  'job runs by source': (methods) => methods.listJobRuns({ source: 'a' }, PAGE),
  'job runs by job': (methods) => methods.listJobRuns({ jobId: 'a' }, PAGE),
  'job runs by status': (methods) => methods.listJobRuns({ status: 'cancelled' }, PAGE),
  'events by kind': (methods) => methods.listEvents({ kind: 'job_run' }, PAGE),
  'events by source': (methods) => methods.listEvents({ source: 'a' }, PAGE),
  'events by alert': (methods) => methods.listEvents({ alertId: 1, kind: 'alert' }, PAGE),
  'events by time': (methods) => methods.listEvents(LATE, PAGE),
  'deliveries by webhook': (methods) => methods.listDeliveries({ webhookId: 1 }, PAGE),
  'deliveries by event': (methods) => methods.listDeliveries({ eventId: 1, states: ['sending'] }, PAGE),
  'deliveries by alert': (methods) => methods.listDeliveries({ alertId: 1, states: ['failed'] }, PAGE),
  'deliveries by time': (methods) => methods.listDeliveries(LATE, PAGE),
  'failed deliveries': (methods) => methods.listDeliveries({ states: ['failed'] }, PAGE),
  'failed deliveries of a webhook': (methods) =>
    methods.listDeliveries({ states: ['failed'], webhookId: 1 }, PAGE),
  'unfinished deliveries': (methods) => methods.listDeliveries({ states: ['pending', 'sending'] }, PAGE),
  'audit entries by action': (methods) =>
    methods.listAudit({ actions: ['token.created', 'token.revoked'] }, PAGE),
  'audit entries by object': (methods) => methods.listAudit({ objectType: 'webhook', objectId: 1 }, PAGE),
  'audit entries by kind of object': (methods) => methods.listAudit({ objectType: 'token' }, PAGE),
  'audit entries by actor': (methods) => methods.listAudit({ actorName: 'a' }, PAGE),
  'audit entries by token': (methods) => methods.listAudit({ tokenId: 1 }, PAGE),
  'audit entries by user': (methods) => methods.listAudit({ userId: 1 }, PAGE),
  'audit entries by time': (methods) => methods.listAudit(LATE, PAGE),
  'undelivered deliveries': (methods) => methods.listDeliveries(UNDELIVERED, PAGE),
  'undelivered deliveries of a webhook': (methods) =>
    methods.listDeliveries({ ...UNDELIVERED, webhookId: 1 }, PAGE),
  'how many are undelivered': (methods) => methods.countDeliveries({ ...UNDELIVERED, webhookId: 1 }, 10_000),
  'operations by state': (methods) => methods.listOperations({ states: ['running'] }, PAGE),
}

/** What is rare beside a crowd: found by all columns of one index, or by the fewest. */
const RARE: Readonly<Record<string, readonly [run: (methods: SyncMethods) => unknown, step: RegExp]>> = {
  'cancelled deliveries among failed ones': [
    (methods) => methods.listDeliveries({ states: ['cancelled'] }, PAGE),
    /deliveries_unsuccessful \(state=\? AND rowid<\?\)/,
  ],
  'cancelled deliveries of a webhook among failed ones': [
    (methods) => methods.listDeliveries({ states: ['cancelled'], webhookId: 1 }, PAGE),
    /deliveries_unsuccessful_by_webhook \(webhook_id=\? AND state=\? AND rowid<\?\)/,
  ],
  'deliveries of an alert among those of a webhook': [
    (methods) => methods.listDeliveries({ states: ['pending'], webhookId: 1, alertId: 1 }, PAGE),
    /deliveries_by_event \(event_id=\?/,
  ],
  'alerts in one state among raised ones': [
    (methods) => methods.listAlerts({ states: ['high'] }, PAGE),
    /alerts_active \(state=\? AND rowid<\?\)/,
  ],
  'alerts of one source in one state': [
    (methods) => methods.listAlerts({ states: ['high', 'cleared'], source: 'a' }, PAGE),
    /alerts_by_source \(source=\? AND state=\? AND rowid<\?\)/,
  ],
  'job runs of one source and status': [
    (methods) => methods.listJobRuns({ source: 'a', status: 'failure' }, PAGE),
    /job_runs_by_source \(source=\? AND status=\? AND rowid<\?\)/,
  ],
  'events of one source and kind': [
    (methods) => methods.listEvents({ source: 'a', kind: 'alert' }, PAGE),
    /events_by_source \(source=\? AND kind=\? AND rowid<\?\)/,
  ],
}

/** The steps of a plan that find rows neither by an index nor between two ids. */
const SLOW = /^SCAN \w+$|^SEARCH \w+ USING INTEGER PRIMARY KEY \(rowid<\?\)$/

describe('the plans of SQLite', () => {
  const real = new Database(':memory:')
  migrate(real)
  const asked: string[] = []
  const plans: string[] = []
  const plan = (sql: string, values: readonly unknown[] = []) => {
    const steps = real.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values)
    plans.push(...steps.map(({ detail }) => detail))
  }
  const db = new Proxy(real, {
    get(target, name) {
      if (name === 'prepare') {
        return (sql: string) => {
          asked.push(sql)
          return target.prepare(sql)
        }
      }
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const { methods } = createEngine(db)
  const prepared = [...asked]

  for (const [name, run] of Object.entries(CASES)) {
    it(`find ${name} by an index`, () => {
      asked.length = 0
      plans.length = 0
      run(methods)
      assert.ok(asked.length > 0)
      for (const sql of asked) plan(sql, Array<number>(sql.split('?').length - 1).fill(1))
      assert.deepEqual(
        plans.filter((step) => SLOW.test(step)),
        [],
        asked.join('\n'),
      )
    })
  }

  for (const [name, [run, step]] of Object.entries(RARE)) {
    it(`find ${name} without looking through the others`, () => {
      asked.length = 0
      plans.length = 0
      run(methods)
      for (const sql of asked) plan(sql, Array<number>(sql.split('?').length - 1).fill(1))
      assert.ok(plans.some((each) => step.test(each)))
      assert.deepEqual(
        plans.filter(
          (each) => /^(SCAN|SEARCH) \w+s /.test(each) && !step.test(each) && !/ events /.test(each),
        ),
        [],
      )
    })
  }

  for (const [name, filter] of Object.entries(SCANS)) {
    it(`scan ${name} in the order of an index`, () => {
      asked.length = 0
      plans.length = 0
      scanDeliveries(db, filter, { after: 1, upToId: 100, limit: 10 })
      for (const sql of asked) plan(sql, Array<number>(sql.split('?').length - 1).fill(1))

      assert.deepEqual(
        plans.filter((step) => SLOW.test(step) || /TEMP B-TREE/.test(step)),
        [],
        asked.join('\n'),
      )
    })

    it(`find where ${name} begin and end by an index`, () => {
      asked.length = 0
      plans.length = 0
      findIdRange(db, filter, [])
      for (const sql of asked) plan(sql, Array<number>(sql.split('?').length - 1).fill(1))

      assert.ok(asked.length > 0)
      assert.deepEqual(
        plans.filter((step) => SLOW.test(step)),
        [],
        asked.join('\n'),
      )
    })
  }

  it('read no whole table in any statement that is always the same', () => {
    plans.length = 0
    const records = STATEMENTS.map(({ textIn }) => textIn(DIALECT))
    assert.ok(records.length > 50)
    for (const sql of [...prepared, ...records]) {
      const values = Array<number>(sql.split('?').length - 1).fill(1)
      plan(sql.replaceAll(/@\w+/g, '1'), values)
    }
    // What is unfinished is never looked for in the history of its webhook.
    assert.deepEqual(
      plans.filter((step) => /deliveries USING .*deliveries_by_webhook/.test(step)),
      [],
    )
    // All of them have few rows; but of the deliveries, those that were made before the first that has ended and is kept, and what a dry
    // run counts of what it has just found (`raised`, `followed`, `unsent`).
    assert.deepEqual(
      new Set(plans.filter((step) => /^SCAN \w+$/.test(step))),
      new Set([
        'SCAN unfinished_webhook_changes',
        'SCAN webhook_flow',
        // What is counted up to a limit.
        'SCAN counted_up',
        'SCAN sqlite_sequence',
        // All of them decide what is left for `otherwise`, and a set is applied only if none of them has changed.
        'SCAN webhooks',
        'SCAN next',
        'SCAN seeded',
        'SCAN deliveries',
        'SCAN raised',
        'SCAN followed',
        'SCAN unsent',
        'SCAN open',
        'SCAN resync',
        // A range of an index, with at most so many entries.
        'SCAN windows',
        'SCAN held',
        'SCAN counted',
        'SCAN tokens',
        // The attempts of one delivery.
        'SCAN newest',
        'SCAN sized',
        'SCAN users',
      ]),
    )
  })
})
