/** A table; cells may hold Markdown, a `|` in them is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A block that shows a text as it is. Without a language nobody reformats it: what stands here was really sent. */
export function block(text: string): string {
  const fence = text.includes('```') ? '````' : '```'
  return `${fence}text\n${text.replace(/\n$/, '')}\n${fence}`
}

/** A text in a line; one with backticks in it needs more of them around it. */
export function code(text: string): string {
  if (text === '') return '(empty)'
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

/** Where people reach the console of the service of the pages. */
export const SITE = { publicUrl: 'https://tocsin.example.com' } as const
