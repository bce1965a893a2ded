import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { describeFailure } from './database/failure.ts'
import { emptyDatabaseImage, sqliteEngine } from './database/in-process-store.ts'
import {
  ABSENCE_BUGS,
  ABSENCES,
  CLOCK_BUGS,
  CLOCKS,
  DEATHS,
  HEIR_BUGS,
  JUMP_BUGS,
  JUMPS,
  PAUSE_BUGS,
  PAUSES,
  CURRENT_STATE,
  SHORTAGE_BUGS,
  SHORTAGES,
  URGENT,
  URGENT_BUGS,
} from './planted-bugs.ts'
import { CURRENT_STATE_BUGS, CURRENT_STATE_TRIGGERS } from './current-state-bugs.ts'
import { firstBroken, SEEDS_MAX } from './run-seeds.ts'
import type { Engine } from './database/simulated-database.ts'

/** A bug of the service, planted as a trigger: what the service writes is not what it should have written. */
const BUGS: readonly { readonly bug: string; readonly trigger: string }[] = [
  {
    bug: 'a new delivery does not wait for an unfinished one',
    trigger: `AFTER INSERT ON deliveries WHEN new.state = 'waiting'
      BEGIN UPDATE deliveries SET state = 'pending', due_at = created_at WHERE id = new.id; END`,
  },
  {
    bug: 'a retry is due at once, whatever the schedule and the receiver say',
    trigger: `AFTER UPDATE ON deliveries WHEN old.state = 'sending' AND new.state = 'pending' AND new.due_at > 0
      BEGIN UPDATE deliveries SET due_at = 1 WHERE id = new.id; END`,
  },
  {
    bug: 'a lost lease uses up the schedule',
    trigger: `AFTER UPDATE OF attempts_uncounted ON deliveries WHEN new.attempts_uncounted = old.attempts_uncounted + 1
      BEGIN UPDATE deliveries SET attempts_uncounted = old.attempts_uncounted WHERE id = new.id; END`,
  },
  {
    bug: 'an acknowledged event forgets a webhook',
    trigger: `AFTER INSERT ON deliveries WHEN new.id % 10 = 0
      BEGIN DELETE FROM deliveries WHERE id = new.id; END`,
  },
  {
    bug: 'a disabled webhook keeps what is due',
    trigger: `AFTER UPDATE OF due_at ON deliveries WHEN new.state = 'pending' AND new.due_at IS NULL
      BEGIN UPDATE deliveries SET due_at = 1 WHERE id = new.id; END`,
  },
  {
    bug: 'a clear that overtakes its raise is forgotten',
    trigger: 'AFTER INSERT ON clear_marks BEGIN DELETE FROM clear_marks; END',
  },
  {
    bug: 'a raise counts that is older than the newest word',
    trigger: `AFTER UPDATE OF spoken_at ON alerts WHEN new.spoken_at > new.changed_at
      BEGIN UPDATE alerts SET spoken_at = changed_at WHERE id = new.id; END`,
  },
  {
    bug: 'an attempt is not recorded',
    trigger: `AFTER INSERT ON attempts WHEN new.number = 2 BEGIN DELETE FROM attempts WHERE id = new.id; END`,
  },
]

/** Likewise, of which delivery goes first. */
const URGENCY_TRIGGERS: typeof BUGS = [
  {
    bug: 'everything goes by its due time, whatever it says',
    trigger: `AFTER UPDATE OF state ON deliveries WHEN new.state = 'pending' AND new.line_urgency <> 2
      BEGIN UPDATE deliveries SET line_urgency = 2 WHERE id = new.id; END`,
  },
  {
    bug: 'a probe is what failed last',
    trigger: `AFTER UPDATE OF failed_delivery_id ON webhook_flow WHEN new.failed_delivery_id IS NOT NULL
      BEGIN UPDATE webhook_flow SET failed_delivery_id = NULL WHERE webhook_id = new.webhook_id; END`,
  },
  {
    bug: 'a pause grows beyond a minute',
    trigger: `AFTER UPDATE OF pause_ms ON webhook_flow WHEN new.pause_ms >= 10000
      BEGIN UPDATE webhook_flow SET paused_until = new.paused_until + 240000 WHERE webhook_id = new.webhook_id; END`,
  },
]

describe('planted bugs', () => {
  for (const { bug, trigger } of BUGS) {
    it(`are found: ${bug}`, async () => {
      const found = await firstBroken(withTrigger(trigger))

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
      assert.match(describeFailure(found), new RegExp(`^seed ${found.seed}, step ${found.step}: `))
      assert.ok(describeFailure(found).split('\n').length <= 32)
    })
  }
})

describe('planted bugs that show when the clock is set', () => {
  it('are what is found: without them nothing is', async () => {
    const found = await firstBroken(sqliteEngine(), { plan: CLOCKS })

    assert.equal(found && describeFailure(found), undefined)
  })

  for (const { bug, plant } of CLOCK_BUGS) {
    it(`are found: ${bug}`, async () => {
      const found = await firstBroken(sqliteEngine(), { plant, plan: CLOCKS })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }
})

describe('planted bugs that show when the clock is set forward while receivers fail', () => {
  it('are what is found: without them nothing is', async () => {
    const found = await firstBroken(sqliteEngine(), { plan: JUMPS })

    assert.equal(found && describeFailure(found), undefined)
  })

  for (const { bug, plant } of JUMP_BUGS) {
    it(`are found: ${bug}`, async () => {
      const found = await firstBroken(sqliteEngine(), { plant, plan: JUMPS })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }
})

describe('planted bugs that show when nobody could report for a while', () => {
  it('are what is found: without them nothing is', async () => {
    const found = await firstBroken(sqliteEngine(), { plan: ABSENCES })

    assert.equal(found && describeFailure(found), undefined)
  })

  for (const { bug, plant } of ABSENCE_BUGS) {
    it(`are found: ${bug}`, async () => {
      const found = await firstBroken(sqliteEngine(), { plant, plan: ABSENCES })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }
})

describe('planted bugs that show when a node follows another', () => {
  it('are what is found: without them nothing is', async () => {
    const found = await firstBroken(sqliteEngine(), { plan: DEATHS })

    assert.equal(found && describeFailure(found), undefined)
  })

  for (const { bug, plant } of HEIR_BUGS) {
    it(`are found: ${bug}`, async () => {
      const found = await firstBroken(sqliteEngine(), { plant, plan: DEATHS })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }
})

describe('planted bugs that show when something is damaged or wanting', () => {
  it('are what is found: without them nothing is', async () => {
    const found = await firstBroken(sqliteEngine(), { plan: SHORTAGES })

    assert.equal(found && describeFailure(found), undefined)
  })

  for (const { bug, plant } of SHORTAGE_BUGS) {
    it(`are found: ${bug}`, async () => {
      const found = await firstBroken(sqliteEngine(), { plant, plan: SHORTAGES })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }
})

describe('planted bugs that show when much is urgent and some of it is rejected', () => {
  it('are what is found: without them nothing is', async () => {
    const found = await firstBroken(sqliteEngine(), { plan: URGENT })

    assert.equal(found && describeFailure(found), undefined)
  })

  for (const { bug, trigger } of URGENCY_TRIGGERS) {
    it(`are found: ${bug}`, async () => {
      const found = await firstBroken(withTrigger(trigger), { plan: URGENT })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }

  for (const { bug, plant } of URGENT_BUGS) {
    it(`are found: ${bug}`, async () => {
      const found = await firstBroken(sqliteEngine(), { plant, plan: URGENT })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }
})

describe('planted bugs that show when the clock is set back while something holds back a webhook', () => {
  it('are what is found: without them nothing is', async () => {
    const found = await firstBroken(sqliteEngine(), { plan: PAUSES })

    assert.equal(found && describeFailure(found), undefined)
  })

  for (const { bug, plant } of PAUSE_BUGS) {
    it(`are found: ${bug}`, async () => {
      const found = await firstBroken(sqliteEngine(), { plant, plan: PAUSES })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }
})

describe('planted bugs that show when receivers are kept at the present', () => {
  it('are what is found: without them nothing is', async () => {
    const found = await firstBroken(sqliteEngine(), { plan: CURRENT_STATE })

    assert.equal(found && describeFailure(found), undefined)
  })

  for (const { bug, trigger } of CURRENT_STATE_TRIGGERS) {
    it(`are found: ${bug}`, async () => {
      const found = await firstBroken(withTrigger(trigger), { plan: CURRENT_STATE })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }

  for (const { bug, plant } of CURRENT_STATE_BUGS) {
    it(`are found: ${bug}`, async () => {
      const found = await firstBroken(sqliteEngine(), { plant, plan: CURRENT_STATE })

      assert.ok(found, `not found in ${SEEDS_MAX} seeds`)
    })
  }
})

function withTrigger(trigger: string): Engine {
  const db = new Database(emptyDatabaseImage())
  db.exec(`CREATE TRIGGER planted ${trigger}`)
  const image = db.serialize()
  db.close()
  return sqliteEngine(image)
}
