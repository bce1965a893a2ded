import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeLabelChange, labelNamesOf, labelsAfter, relabelledBy } from './label-change.ts'

const plain = { labels: null }
const dba = { labels: { env: 'prod', team: 'dba' } }
const web = { labels: { team: 'web' } }
const all = [plain, dba, web]

describe('labels of many webhooks', () => {
  it('are added beside those that are there, and replace those of the same name', () => {
    const change = { added: { team: 'dba' }, removed: [] }
    assert.deepEqual(labelsAfter(dba, change), { env: 'prod', team: 'dba' })
    assert.deepEqual(labelsAfter(web, change), { team: 'dba' })
    assert.deepEqual(relabelledBy(change, all), [plain, web])
    assert.deepEqual(describeLabelChange(change, all), [
      '2 webhooks will get team=dba.',
      '1 of them had another team.',
    ])
  })

  it('are removed by name', () => {
    const change = { added: {}, removed: ['team'] }
    assert.deepEqual(
      labelNamesOf(all),
      new Map([
        ['env', 1],
        ['team', 2],
      ]),
    )
    assert.deepEqual(labelsAfter(dba, change), { env: 'prod' })
    assert.deepEqual(relabelledBy(change, all), [dba, web])
    assert.deepEqual(describeLabelChange(change, all), ['2 webhooks will lose team.'])
  })

  it('stay if the change changes nothing', () => {
    assert.deepEqual(relabelledBy({ added: { team: 'dba' }, removed: ['team'] }, [dba]), [])
    assert.deepEqual(describeLabelChange({ added: { team: 'dba' }, removed: [] }, [dba]), [
      'Nothing will change.',
    ])
  })
})
