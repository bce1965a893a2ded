import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findPresets } from './find-presets.ts'

const presets = [
  { id: 'slack-blocks', name: 'Slack, blocks', summary: 'A message with a heading.' },
  { id: 'slack-text', name: 'Slack, plain text', summary: 'A line for each alert.' },
  {
    id: 'opsgenie',
    name: 'Jira Service Management or Opsgenie',
    summary: 'An alert is opened.',
  },
]

it('presets are found by words of their name, their id and their summary, in any order and case', () => {
  const idsOf = (wanted: string) => findPresets(presets, wanted).map(({ id }) => id)

  assert.deepEqual(idsOf('  '), ['slack-blocks', 'slack-text', 'opsgenie'])
  assert.deepEqual(idsOf('SLACK'), ['slack-blocks', 'slack-text'])
  assert.deepEqual(idsOf('line slack '), ['slack-text'])
  assert.deepEqual(idsOf('genie'), ['opsgenie'])
  assert.deepEqual(idsOf('pigeon'), [])
})
