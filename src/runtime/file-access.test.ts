import assert from 'node:assert/strict'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { asOwner, explainReading, giveTo, ownerOf } from './file-access.ts'

const NOBODY = { uid: 65_534, gid: 65_534, mode: 0o600 }

describe(
  'work as the owner of a file, for root',
  { skip: process.getuid?.() !== 0 && 'it takes root' },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-owner-'))
    const file = join(folder, 'file')
    before(() => {
      chmodSync(folder, 0o755)
      writeFileSync(file, '', { mode: 0o600 })
    })
    after(() => rmSync(folder, { recursive: true }))

    it('makes files that belong to the owner, and goes back to root', () => {
      chownSync(folder, NOBODY.uid, NOBODY.gid)
      asOwner(NOBODY, () => writeFileSync(join(folder, 'made'), ''))

      assert.equal(statSync(join(folder, 'made')).uid, NOBODY.uid)
      assert.equal(process.geteuid?.(), 0)
    })

    it('says which file the owner may not read, and whose it is', () => {
      assert.equal(
        asOwner(NOBODY, () => explainReading(file)),
        `The file ${file} cannot be read: it belongs to root (user 0), has mode 600, and this process runs as nobody (user 65534).`,
      )
      assert.equal(explainReading(file), undefined)
    })

    it('takes the owner of the folder for a file of root in it, and gives that away; links stay', () => {
      const [found, link] = [ownerOf(file), join(folder, 'link')]
      symlinkSync('/etc/passwd', link)
      giveTo(found, [file, link])

      assert.deepEqual(
        [found?.uid, statSync(file).uid, statSync('/etc/passwd').uid],
        [NOBODY.uid, NOBODY.uid, 0],
      )
    })
  },
)
