import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { billOfMaterials } from '../../scripts/package/bill-of-materials.ts'
import { VERSION } from '../../src/runtime/version.ts'
import { UnpackedImage } from './support/image.ts'
import { missing, packageOf, run } from './support/packages.ts'
import { pythonProgram } from './support/python-program.ts'

interface Component {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly cpe?: string
  readonly components?: readonly Component[]
}

/** Says what in a file is not CycloneDX 1.5, and nothing if all is. */
const VALIDATE = `
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
print(JsonStrictValidator(SchemaVersion.V1_5).validate_str(open(sys.argv[1]).read()) or '')`

describe('what the packages contain', { skip: missing('python3') }, () => {
  it('is listed in CycloneDX, by its schema', () => {
    const library = pythonProgram('cyclonedx-python-lib[json-validation]', '11.12.0')

    assert.equal(
      run(join(dirname(library), 'python'), ['-c', VALIDATE, packageOf('this', '.cdx.json')]).trim(),
      '',
    )
  })

  it('names the program, its libraries, Node.js and SQLite with what they contain, and the C library of the image', () => {
    const bill = JSON.parse(readFileSync(packageOf('this', '.cdx.json'), 'utf8')) as {
      readonly metadata: { readonly component: Component }
      readonly components: readonly Component[]
    }
    const find = (name: string) => bill.components.find((each) => each.name === name) ?? assert.fail(name)

    assert.equal(bill.metadata.component.purl, `pkg:npm/tocsin@${VERSION}`)
    assert.equal(bill.metadata.component.name, 'tocsin')
    for (const name of ['fastify', 'react', 'better-sqlite3', 'sqlite']) find(name)
    for (const name of ['libc6', 'libstdc++6', 'libgcc-s1'])
      assert.match(find(name).purl, /^pkg:deb\/debian\/.*arch=/)
    const node = find('node')
    assert.match(node.cpe ?? '', /^cpe:2\.3:a:nodejs:node\.js:\d+\.\d+\.\d+:/)
    const openssl = node.components?.find(({ name }) => name === 'openssl')
    assert.equal(openssl?.version, process.versions.openssl)
    assert.ok(bill.components.length > 120)
  })

  it('is made twice with the same bytes', { skip: missing('root', 'strip') }, (t) => {
    const built = mkdtempSync(join(tmpdir(), 'tocsin-bill-'))
    t.after(() => rmSync(built, { recursive: true }))
    run('tar', ['-xzf', packageOf('this', '.tgz'), '-C', built, '--strip-components=1'])
    const image = new UnpackedImage(packageOf('this', '.image.tar'))
    t.after(() => image.remove())

    const again = billOfMaterials(built, join(image.rootfs, 'var/lib/dpkg/status.d'))
    assert.equal(again, readFileSync(packageOf('this', '.cdx.json'), 'utf8'))
  })
})
