import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeTagChange, tagNamesOf, tagsAfter, retaggedBy } from './tag-change.ts'

const plain = { tags: null }
const dba = { tags: { env: 'prod', team: 'dba' } }
const web = { tags: { team: 'web' } }
const all = [plain, dba, web]

describe('tags of many webhooks', () => {
  it('are added beside those that are there, and replace those of the same name', () => {
    const change = { added: { team: 'dba' }, removed: [] }
    assert.deepEqual(tagsAfter(dba, change), { env: 'prod', team: 'dba' })
    assert.deepEqual(tagsAfter(web, change), { team: 'dba' })
    assert.deepEqual(retaggedBy(change, all), [plain, web])
    assert.deepEqual(describeTagChange(change, all), [
      '2 webhooks will get team=dba.',
      '1 of them had another team.',
    ])
  })

  it('are removed by name', () => {
    const change = { added: {}, removed: ['team'] }
    assert.deepEqual(
      tagNamesOf(all),
      new Map([
        ['env', 1],
        ['team', 2],
      ]),
    )
    assert.deepEqual(tagsAfter(dba, change), { env: 'prod' })
    assert.deepEqual(retaggedBy(change, all), [dba, web])
    assert.deepEqual(describeTagChange(change, all), ['2 webhooks will lose team.'])
  })

  it('stay if the change changes nothing', () => {
    assert.deepEqual(retaggedBy({ added: { team: 'dba' }, removed: ['team'] }, [dba]), [])
    assert.deepEqual(describeTagChange({ added: { team: 'dba' }, removed: [] }, [dba]), [
      'Nothing will change.',
    ])
  })
})
