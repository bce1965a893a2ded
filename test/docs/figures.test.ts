import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, it } from 'node:test'
import { olderFigures } from '../../scripts/pictures/figures.ts'

describe('the pictures of the documents', () => {
  it('show what the console and the messages look like now', () => {
    assert.deepEqual(olderFigures(), [], 'npm run screenshots takes them again')
  })

  it('stand on a page', () => {
    const pages = globSync(['docs/**/*.md', 'README.md']).map((page) => readFileSync(page, 'utf8'))
    const unused = globSync('docs/figures/*.{png,svg}')
      .map((file) => basename(file))
      .filter((name) => !pages.some((text) => text.includes(`figures/${name})`)))
    assert.deepEqual(unused, [])
  })
})
