import { after, afterEach, before, describe, it } from 'node:test'
import { ALL_PAGES } from './all-pages.ts'
import { startConsole, type TestConsole } from './console.ts'
import { assertNothing, visit } from './visit.ts'

describe('every page with nothing to show yet', () => {
  let console: TestConsole
  before(async () => {
    console = await startConsole()
  })
  afterEach((story) => console.closePages(story))
  after(() => console.stop())

  for (const page of ALL_PAGES) {
    const { address, showsEmpty } = page
    if (showsEmpty === undefined) continue
    it(`${address} is accessible in both themes, on a desk and on a phone`, async () => {
      assertNothing(await visit(console, page, showsEmpty))
    })
  }
})
