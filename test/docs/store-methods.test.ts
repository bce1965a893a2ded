import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesWith, storeMethodsPage } from '../../scripts/pages/store-methods-page.ts'

describe('src/storage/METHODS.md', () => {
  it('has a script for each method of the store, or a file in each engine', () => {
    const rows = storeMethodsPage()
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').map((cell) => cell.trim()))

    assert.ok(rows.length > 80)
    assert.deepEqual(
      rows.filter(
        ([, , , script, changes, sqlite, postgres]) =>
          script === '' && changes === '' && (sqlite === '' || postgres === ''),
      ),
      [],
    )
  })

  it('finds functions before methods, and methods before properties', () => {
    const sources = [
      { file: 'property.ts', text: '    claimDue: (request) => claimDue(request),\n' },
      { file: 'method.ts', text: '  claimDue(request: ClaimRequest): Claimed {\n' },
      { file: 'function.ts', text: 'export async function claimDue(\n' },
    ]

    assert.deepEqual(filesWith('claimDue', sources), ['function.ts'])
    assert.deepEqual(filesWith('claimDue', sources.slice(0, 2)), ['method.ts'])
    assert.deepEqual(filesWith('claimDue', sources.slice(0, 1)), ['property.ts'])
    assert.deepEqual(filesWith('claim', sources), [])
  })
})
