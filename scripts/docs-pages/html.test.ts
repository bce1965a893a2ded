import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { html, prose } from './html.ts'

describe('html', () => {
  it('escapes text, wherever it stands, and leaves markup of its own as it is', () => {
    const hostile = `<b title="x" lang='y'>&`

    assert.equal(
      html`<p title="${hostile}">${[hostile, html`<i>${1}</i>`]}</p>`.markup,
      '<p title="&lt;b title=&quot;x&quot; lang=&#39;y&#39;&gt;&amp;">&lt;b title=&quot;x&quot; lang=&#39;y&#39;&gt;&amp;<i>1</i></p>',
    )
  })

  it('leaves nothing behind of what is not there', () => {
    assert.equal(html`<p>${false}${undefined}${[]}${0}</p>`.markup, '<p>0</p>')
  })
})

describe('prose', () => {
  it('makes paragraphs and code of a description', () => {
    assert.equal(html`${prose('One `<a>`.\n\nTwo.')}`.markup, '<p>One <code>&lt;a&gt;</code>.</p><p>Two.</p>')
  })
})
