import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import type { AlertState } from '../../../src/domain/alert/alert.ts'
import { createEngine } from '../../../src/storage/sqlite/engine/engine.ts'
import { migrate } from '../../../src/storage/sqlite/migrate.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'

const ASKED = /\breceiver_states\b/

function open() {
  const asked: string[] = []
  const db = new Database(':memory:', { verbose: (sql) => asked.push(String(sql)) })
  migrate(db)
  const engine = createEngine(db)
  let at = NOW
  return {
    db,
    engine,
    /** The monitor says this; returns the queries of the table `receiver_states`. */
    report(state: AlertState): readonly string[] {
      asked.length = 0
      at += 1
      engine.methods.acceptObservations([observation({ state, at })], at)
      return asked.filter((sql) => ASKED.test(sql))
    },
  }
}

const following = `INSERT INTO receiver_states (alert_id, webhook_id, sent_state, sent_episode_number, uncertain, desired_state, desired_episode_number, event_id, resync, out_of_sync_since, escalated)
  VALUES (1, 1, 'high', 1, 0, 'high', 1, 1, 0, NULL, 1)`

describe('SQLite: the memory of what was sent', () => {
  it('is asked once while there is nothing in it, and nobody who would be remembered', () => {
    const { engine, report } = open()
    engine.methods.createWebhook(newWebhook(), NOW)
    assert.equal(report('high').length, 1)
    assert.deepEqual(report('low'), [])
    assert.deepEqual(report('cleared'), [])
  })

  it('is asked at each event while a webhook is in current-state mode', () => {
    const { engine, report } = open()
    engine.methods.createWebhook(newWebhook(), NOW)
    report('high')
    engine.methods.createWebhook(newWebhook({ mode: 'current_state' }), NOW)
    assert.ok(report('low').length > 0)
    assert.ok(report('medium').length > 0)
  })

  it('is asked while a fallback that nobody has any more follows an alert', () => {
    const { db, engine, report } = open()
    engine.methods.createWebhook(newWebhook(), NOW)
    db.exec(following)
    assert.ok(report('high').length > 1)
    assert.ok(report('low').length > 1)
  })

  it('is asked again after a rollback, which may have brought back what was forgotten', () => {
    const { db, engine, report } = open()
    engine.methods.createWebhook(newWebhook(), NOW)
    db.exec(following)
    const takeBack = engine.savepoint()
    db.exec('BEGIN; DELETE FROM receiver_states')
    assert.equal(report('high').length, 1)
    db.exec('ROLLBACK')
    takeBack()
    assert.ok(report('high').length > 1)
  })
})
