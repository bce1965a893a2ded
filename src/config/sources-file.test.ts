import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { readSourcesFile } from './sources-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'tocsin-sources-file-'))
after(() => rmSync(folder, { recursive: true }))

function fileWith(text: string, name = 'sources.yaml'): string {
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

  it('says what is wrong, and where', () => {
    for (const [text, mistake] of [
      ['sources:\n  a: {dialect: x', /is no valid YAML: .* at line 2/s],
      ['a: 1', /which has mistakes:\n {6}a: is not known here/],
      [
        'sources: {a: {dialect: "${NOT_SET}", b: [1, "${file:/no/where}"]}}',
        /mistakes:\n {6}sources\.a\.dialect: refers to the variable NOT_SET, .*\n {6}sources\.a\.b\[1\]: refers to the file \/no\/where/,
      ],
      ['sources: *a', /which is no valid YAML: Unresolved alias/],
      ['sources: {}\n---\nsources: {}', /one document, without a line `---`/],
    ] as const) {
      assert.throws(() => readSourcesFile(fileWith(text)), mistake)
    }
    assert.throws(() => readSourcesFile(join(folder, 'nowhere')), /nowhere, which cannot be read: ENOENT/)
  })
})
