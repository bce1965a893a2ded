/**
 * A plot as text: SVG that needs nothing else. It brings its own background and colours for light and dark, because a
 * picture in a document does not know what it lies on.
 */
export function svg(
  { width, height, title }: { readonly width: number; readonly height: number; readonly title: string },
  content: readonly string[],
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeText(title)}">
<title>${escapeText(title)}</title>
<style>${STYLE}</style>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
${content.join('\n')}
</svg>
`
}

const STYLE = `
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-weight: 600; font-size: 15px }
.faint { fill: #59636e }
.end { text-anchor: end }
.middle { text-anchor: middle }
.ground { fill: #ffffff }
.grid { stroke: #d1d9e0; stroke-width: 1 }
.bare { fill: #c8d1da }
.s0 { fill: #0969da } .s1 { fill: #bc4c00 } .s2 { fill: #1a7f37 } .s3 { fill: #8250df } .s4 { fill: #cf222e }
.line { fill: none; stroke-width: 2.5 }
.l0 { stroke: #0969da } .l1 { stroke: #bc4c00 } .l2 { stroke: #1a7f37 } .l3 { stroke: #8250df } .l4 { stroke: #cf222e }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc }
.faint { fill: #9198a1 }
.ground { fill: #0d1117 }
.grid { stroke: #3d444d }
.bare { fill: #3d444d }
.s0 { fill: #4493f8 } .s1 { fill: #f0883e } .s2 { fill: #3fb950 } .s3 { fill: #ab7df8 } .s4 { fill: #f85149 }
.l0 { stroke: #4493f8 } .l1 { stroke: #f0883e } .l2 { stroke: #3fb950 } .l3 { stroke: #ab7df8 } .l4 { stroke: #f85149 }
}
`

interface Place {
  readonly x: number
  readonly y: number
}

export function text({ x, y }: Place, words: string, classes = ''): string {
  return `<text x="${place(x)}" y="${place(y)}"${classes === '' ? '' : ` class="${classes}"`}>${escapeText(words)}</text>`
}

export function bar(
  { x, y }: Place,
  { width, height, name }: { readonly width: number; readonly height: number; readonly name: string },
): string {
  return `<rect class="${name}" x="${place(x)}" y="${place(y)}" width="${place(Math.max(0, width))}" height="${place(height)}" rx="2"/>`
}

export function gridLine(from: Place, to: Place): string {
  return `<line class="grid" x1="${place(from.x)}" y1="${place(from.y)}" x2="${place(to.x)}" y2="${place(to.y)}"/>`
}

/** With a dot at each point. */
export function line(points: readonly Place[], colour: number): string {
  const path = points.map(({ x, y }) => `${place(x)},${place(y)}`).join(' ')
  const dots = points.map(
    ({ x, y }) => `<circle class="s${colour}" cx="${place(x)}" cy="${place(y)}" r="3.5"/>`,
  )
  return `<polyline class="line l${colour}" points="${path}"/>${dots.join('')}`
}

function place(value: number): string {
  return String(Math.round(value * 10) / 10)
}

function escapeText(words: string): string {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
