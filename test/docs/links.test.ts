import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, it } from 'node:test'

const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...globSync('{docs,src}/**/*.md'),
]

describe('the links of the documents', () => {
  for (const page of PAGES) {
    it(`${page}: every one leads somewhere`, () => {
      const broken = linksOf(prose(page)).filter((link) => !leadsSomewhere(page, link))

      assert.deepEqual(broken, [])
    })
  }

  it('docs/README.md names every document, itself or by the list of its folder', () => {
    const lists = PAGES.filter((page) => /^docs\/(?:.+\/)?README\.md$/.test(page))
    const named = new Set(
      lists.flatMap((list) => linksOf(prose(list)).map((link) => normalize(join(dirname(list), link)))),
    )

    const unnamed = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md')
    assert.deepEqual(
      unnamed.filter((page) => !named.has(page)),
      [],
    )
  })

  it('finds a broken one', () => {
    assert.equal(leadsSomewhere('docs/api.md', 'nowhere.md'), false)
    assert.equal(leadsSomewhere('docs/api.md', 'errors.md#nowhere'), false)
    assert.equal(leadsSomewhere('docs/api.md', '#tokens-and-scopes'), true)
    assert.equal(leadsSomewhere('docs/api.md', '../README.md'), true)
  })
})

/** Without code, in which brackets are no links and lines with # no headings. */
function prose(page: string): string {
  return readFileSync(page, 'utf8').replaceAll(/^( *)(`{3,})[\s\S]*?^\1\2 *$/gm, '')
}

/** Those within the project. */
function linksOf(text: string): readonly string[] {
  return [...text.replaceAll(/`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(target)) return false
  return anchor === undefined || (statSync(target).isFile() && anchorsOf(target).has(anchor))
}

/** As GitHub makes them: lower case, without punctuation, blanks as hyphens; a second one of a name gets a number. */
function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of prose(page).matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const name = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    let anchor = name
    for (let number = 1; anchors.has(anchor); number += 1) anchor = `${name}-${number}`
    anchors.add(anchor)
  }
  return anchors
}
