import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Column, layTable, textOf } from './screen.ts'
import stringWidth from 'string-width'

interface Row {
  readonly id: string
  readonly name: string
  readonly url: string
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'ID', cell: (row) => row.id, align: 'right' },
  { title: 'NAME', cell: (row) => row.name, shrinks: true },
  { title: 'URL', cell: (row) => row.url, shrinks: true },
]

const ROWS: readonly Row[] = [
  { id: '7', name: 'chat', url: 'https://chat.example.com/hook' },
  { id: '12', name: '重要', url: 'http://127.0.0.1:9000/' },
]

function lay(rows: readonly Row[], width?: number): readonly string[] {
  return layTable(COLUMNS, rows, width).map((line) => line.map(textOf).join(''))
}

describe('layTable', () => {
  it('aligns columns, wide letters included, without blanks at the end of lines', () => {
    assert.deepEqual(lay(ROWS), [
      'ID  NAME  URL',
      ' 7  chat  https://chat.example.com/hook',
      '12  重要  http://127.0.0.1:9000/',
    ])
  })

  it('leaves out spare columns, the last one first, before it cuts what says most', () => {
    const columns: readonly Column<Row>[] = [
      COLUMNS[0]!,
      { title: 'FIRST', cell: () => 'one', isSpare: true },
      { title: 'SECOND', cell: () => 'two', isSpare: true },
      COLUMNS[1]!,
    ]
    const heads = (width: number) => layTable(columns, ROWS, width)[0]?.map(textOf).join('')
    assert.equal(heads(40), 'ID  FIRST  SECOND  NAME')
    assert.equal(heads(20), 'ID  FIRST  NAME')
    assert.equal(heads(12), 'ID  NAME')
  })

  it('cuts the widest column first, down to the width of the terminal', () => {
    const lines = lay(ROWS, 30)

    assert.equal(lines[1], ' 7  chat  https://chat.exampl…')
    assert.ok(lines.every((line) => stringWidth(line) <= 30))
  })

  it('cuts the end of each line on a terminal that is far too narrow, and is never wider than that', () => {
    assert.equal(lay(ROWS, 12)[1], ' 7  chat  h…')
    assert.equal(lay(ROWS, 9)[1], ' 7  chat…')
    for (let width = 1; width < 40; width += 1) {
      for (const line of lay(ROWS, width)) assert.ok(stringWidth(line) <= width, `${width}: ${line}`)
    }
  })

  it('lets no cell break out of its line', () => {
    const [, line] = lay([{ id: '1', name: 'a\n2  fake\u001b[1A', url: 'http://x/' }])

    assert.equal(line, ' 1  a\\n2  fake\\x1b[1A  http://x/')
  })
})
