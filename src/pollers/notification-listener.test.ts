import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createReportReader } from '../api/v1/reports/report-reader.ts'
import { readNotifications } from './notification-listener.ts'

const REFUSED =
  'source must not be tocsin, the name of what Tocsin itself reports; give the sender another name'

describe('readNotifications', () => {
  const reader = createReportReader(() => 1_000)
  const read = (...payloads: readonly object[]) =>
    readNotifications(
      payloads.map((payload) => JSON.stringify(payload)),
      'sql',
      reader,
    )

  it('goes by the name of the source, whatever a payload says', () => {
    const { observations } = read({ key: 'wal', name: 'WAL grows', state: 'low', source: 'x' })

    assert.deepEqual(
      observations.map(({ source }) => source),
      ['sql'],
    )
  })

  it('refuses what claims to come from Tocsin itself, and takes the others', () => {
    const alert = { key: 'wal', name: 'WAL grows', state: 'low' }
    const run = { job_id: 1, run_id: 7, name: 'copy', status: 'failure' }
    const refused = read({ ...alert, source: 'tocsin' }, { job_run: { ...run, source: 'tocsin' } }, alert)

    assert.deepEqual([refused.taken, refused.mistakeCount, refused.mistake], [1, 2, REFUSED])
  })
})
