import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { slackHtml } from './slack-html.ts'

describe('the picture of a message', () => {
  const shown = (text: string) =>
    slackHtml({ blocks: [{ type: 'section', text: { text } }] })
      .split('class="section">')[1]!
      .split('</div>')[0]

  it('reads marks, links and lines as Slack does', () => {
    assert.equal(shown('*Value*\n4 &amp; 2'), '<b>Value</b><br>4 &amp; 2')
    assert.equal(shown('a <https://x.example/?a=1|page>'), 'a <a>page</a>')
    assert.equal(shown('https://x.example/?a=1'), '<a>https://x.example/?a=1</a>')
    assert.equal(shown('2 * 3 * 4'), '2 * 3 * 4')
  })

  it('escapes a heading, which has no marks', () => {
    const html = slackHtml({ blocks: [{ type: 'header', text: { text: '<b> & *c*' } }] })
    assert.match(html, /<div class="header">&lt;b> &amp; \*c\*<\/div>/)
  })
})
