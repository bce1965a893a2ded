import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { SEVERITY_WORDS } from '../src/domain/alert/severity.ts'
import {
  DETAILS_FROM_ANNOTATIONS,
  DETAILS_FROM_LABELS,
  PAIRS_MAX,
  TEXT_LENGTH_MAX,
} from '../src/intake/reading/label-alert.ts'
import { ALERTS_MAX } from '../src/intake/reading/dialect.ts'

const page = readFileSync(join(dirname(import.meta.dirname), 'docs', 'sources-prometheus.md'), 'utf8')
const rows = new Map(
  [...page.matchAll(/^(?:\| (\S+) +\| (.+?) +\||- \*\*(\S+)\*\*: (.+))$/gm)].map(
    ([, cell, words, name = '', from = '']) => [cell ?? name, words ?? from],
  ),
)

/** The names in the docs are those of the markers. */
const MARKER_OF: Readonly<Record<string, string>> = {
  objectName: 'ObjectName',
  database: 'DatabaseName',
  schema: 'SchemaName',
  databaseObject: 'DatabaseObjectName',
  agentName: 'AgentName',
  currentValue: 'CurrentValue',
  thresholdValue: 'ThresholdValue',
  info: 'AlertInfo',
}

describe('docs/sources-prometheus.md', () => {
  it('lists the severity words as they are', () => {
    for (const [state, words] of Object.entries(SEVERITY_WORDS))
      assert.equal(rows.get(state), words.join(', '))
  })

  it('says from which labels and annotations the values come', () => {
    for (const [kind, table] of [
      ['label', DETAILS_FROM_LABELS],
      ['annotation', DETAILS_FROM_ANNOTATIONS],
    ] as const) {
      for (const [member, names] of table) {
        const expected = `${kind} ${names.map((name) => `\`${name}\``).join(', else ')}`

        assert.equal(rows.get(MARKER_OF[member] ?? ''), expected)
      }
    }
  })

  it('states the limits as they are', () => {
    for (const limit of [ALERTS_MAX, PAIRS_MAX, TEXT_LENGTH_MAX]) {
      assert.ok(page.includes(limit.toLocaleString('en')), `${limit}`)
    }
  })
})
