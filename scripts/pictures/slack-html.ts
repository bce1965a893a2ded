/** The parts of a message to Slack that the presets use: https://docs.slack.dev/reference/block-kit/blocks */
export interface SlackMessage {
  readonly blocks: readonly SlackBlock[]
}

interface SlackBlock {
  readonly type: 'header' | 'section' | 'context'
  readonly text?: SlackText
  readonly fields?: readonly SlackText[]
  readonly elements?: readonly SlackText[]
}

interface SlackText {
  readonly text: string
}

/** The browser of the pictures has no font with them. */
const DOTS: Readonly<Record<string, string>> = {
  '🔴': '#e01e5a',
  '🟠': '#ec8b1f',
  '🟡': '#ecb22e',
  '🔵': '#1d9bd1',
  '🟢': '#2eb67d',
  '✅': '#2eb67d',
}

const STYLE = `
body { margin: 0; background: #fff; font: 15px/1.46 'Lato', 'Helvetica Neue', Arial, sans-serif; color: #1d1c1d }
#message { display: inline-flex; gap: 10px; padding: 14px 20px; width: 560px; box-sizing: border-box; border: 1px solid #ddd; border-radius: 8px }
.sender { flex: none; width: 36px; height: 36px; border-radius: 6px; background: #20486b; color: #fff; font-weight: 700; font-size: 20px; line-height: 36px; text-align: center }
.blocks { min-width: 0; overflow-wrap: anywhere }
.name b { margin-right: 6px } .app { background: #e8e8e8; border-radius: 2px; font-size: 10px; padding: 1px 3px } .time, .context { color: #616061; font-size: 12px }
.header { font-size: 18px; font-weight: 700; margin: 4px 0 6px }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: 6px 16px; margin-bottom: 8px }
.section { margin-bottom: 8px } a { color: #1264a3; text-decoration: none }
.dot { display: inline-block; width: 14px; height: 14px; border-radius: 50%; vertical-align: -1px }`

/** Returns a page with one element, `#message`, that looks as the message does in a chat. */
export function slackHtml({ blocks }: SlackMessage): string {
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><div id="message"><div class="sender">T</div><div class="blocks">
<div class="name"><b>Tocsin</b><span class="app">APP</span> <span class="time">5:12</span></div>
${blocks.map(blockHtml).join('\n')}</div></div>`
}

function blockHtml({ type, text, fields = [], elements = [] }: SlackBlock): string {
  if (type === 'header') return `<div class="header">${plainHtml(text?.text ?? '')}</div>`
  if (type === 'context')
    return `<div class="context">${elements.map((one) => textHtml(one.text)).join(' ')}</div>`
  if (text !== undefined) return `<div class="section">${textHtml(text.text)}</div>`
  return `<div class="fields">${fields.map((one) => `<div>${textHtml(one.text)}</div>`).join('')}</div>`
}

/** Slack wants `&`, `<` and `>` escaped in marked text, so only signs of its own are left to read. */
function textHtml(text: string): string {
  return withDots(
    text
      .replace(/<(https?:[^|>]*)\|([^>]*)>/g, '<a>$2</a>')
      .replace(/(^|[\s])(https?:\S+)/g, '$1<a>$2</a>')
      .replace(/(^|\s)\*(?! )([^*\n]+)\*(?=\s|$)/g, '$1<b>$2</b>')
      .replaceAll('\n', '<br>'),
  )
}

function plainHtml(text: string): string {
  return withDots(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
}

function withDots(html: string): string {
  return html.replace(/\p{Extended_Pictographic}/gu, (sign) => {
    const color = DOTS[sign]
    return color === undefined ? sign : `<span class="dot" style="background:${color}"></span>`
  })
}
