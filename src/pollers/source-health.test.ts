import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explainFault } from './source-health.ts'
import { PG_CRON } from './pg-cron.ts'
import { PGAGENT } from './pgagent.ts'

const settings = { host: 'db-1', port: '5433', database: 'jobs', role: 'a "reader"' }
const fault = (code: string, message = '') => Object.assign(new Error(message), { code })

describe('explainFault', () => {
  for (const [error, sentence] of [
    [fault('ECONNREFUSED'), /^db-1:5433 cannot be reached: nothing listens there/],
    [
      new AggregateError([fault('ENOTFOUND'), fault('ECONNREFUSED')]),
      /^db-1:5433 cannot be reached: the name is not known/,
    ],
    [
      fault('42P01'),
      /^cron\.job_run_details and cron\.job cannot be found in the database "jobs"\. Give the database that pg_cron works in/,
    ],
    [fault('42703', 'column d.x does not exist'), /^pg_cron is too old or too new to be read \(column d\.x/],
    [fault('42501', 'permission denied'), /may not read .* TO "a ""reader""";/],
    [fault('28P01'), /^db-1:5433 refuses the password of "a "reader""/],
    [fault('28000', 'no pg_hba.conf entry'), /lets "a "reader"" not in \(no pg_hba\.conf entry\)/],
    [fault('3D000'), 'There is no database "jobs" at db-1:5433.'],
    [fault('57014'), /^A look took longer than 20 s .*"Long histories"/],
    [fault('53300'), 'db-1:5433 takes no more connections.'],
    [new Error('self-signed certificate'), 'db-1:5433 cannot be asked: self-signed certificate.'],
    ['no error', 'db-1:5433 cannot be asked: no error.'],
    [null, 'db-1:5433 cannot be asked: null.'],
  ] as const) {
    it(`has a sentence for ${error instanceof Error ? `${error.name} ${error.message} ${'code' in error ? error.code : ''}` : String(error)}`, () => {
      const said = explainFault(error, settings, PG_CRON)
      if (typeof sentence === 'string') assert.equal(said, sentence)
      else assert.match(said, sentence)
    })
  }

  it('names the grants of the scheduler that is asked', () => {
    assert.match(explainFault(fault('42501'), settings, PGAGENT), /GRANT USAGE ON SCHEMA pgagent TO/)
  })
})
