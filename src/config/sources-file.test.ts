import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { readSourcesFile } from './sources-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'tocsin-sources-file-'))
after(() => rmSync(folder, { recursive: true }))

function fileWith(text: string | Buffer, name = 'sources.yaml'): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

describe('readSourcesFile', () => {
  it('reads YAML and JSON, with what comes from variables and files', () => {
    fileWith('replica\n', 'label')
    const yaml = `sources:
  orders: # of the shop
    dialect: \${DIALECT}
    ignore_labels: ['\${file:${join(folder, 'label')}}']
`
    const sources = readSourcesFile(fileWith(yaml), { DIALECT: 'alertmanager' })

    const orders = sources.find(({ name }) => name === 'orders')
    assert.deepEqual([orders?.dialect, orders?.ignoreLabels], ['alertmanager', ['replica']])
    assert.ok(
      readSourcesFile(fileWith('{"sources": {"a": {"dialect": "prometheus"}}}')).some(
        ({ name }) => name === 'a',
      ),
    )
  })

  it('merges what is common, and passes over members x-…, whatever tool has saved the file', () => {
    const text = `x-common: &common
  dialect: prometheus
  x-owner: dba
  severity: { high: [Störung] }
sources:
  one: { <<: *common }
  two:
    <<: *common
    ignore_labels: [replica]
`
    for (const saved of [text, `\ufeff${text}`, Buffer.from(`\ufeff${text}`, 'utf16le')]) {
      const sources = readSourcesFile(fileWith(saved))
      const of = (wanted: string) => sources.find(({ name }) => name === wanted)

      assert.deepEqual(of('one')?.severity, of('two')?.severity)
      assert.deepEqual(of('two')?.severity.words.high, ['Störung'])
      assert.deepEqual(of('two')?.ignoreLabels, ['replica'])
    }
  })

  it('says what is wrong, and where', () => {
    for (const [text, mistake] of [
      ['sources:\n  a: {dialect: x', /which has mistakes:\n {6}line 2: is not valid YAML: /],
      ['a: 1', /which has mistakes:\n {6}a: is not known here/],
      [
        'sources: {a: {dialect: "${NOT_SET}", b: [1, "${file:/no/where}"]}}',
        /mistakes:\n {6}sources\.a\.dialect \(line 1\): refers to the variable NOT_SET, .*\n {6}sources\.a\.b\[1\] \(line 1\): refers to the file \/no\/where/,
      ],
      ['sources: *a', /line 1: cannot be read: Unresolved alias/],
      [
        Buffer.from('sources: # Störung\n', 'latin1'),
        /which is not UTF-8 text \(byte 0xF6 in line 1\); save it/,
      ],
      ['sources: {}\n---\nsources: {}', /line 2: is a second document \(---\)/],
    ] as const) {
      assert.throws(() => readSourcesFile(fileWith(text)), mistake)
    }
    assert.throws(() => readSourcesFile(join(folder, 'nowhere')), /nowhere, which cannot be read: ENOENT/)
  })
})
