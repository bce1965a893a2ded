// `npm run package [-- npm deb rpm image]`: writes the packages to `packages/`, with their contents (CycloneDX) and
// their checksums. Without words it makes all. It looks for the tools first; old packages stay until all new ones
// are made.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VERSION } from '../../src/runtime/version.ts'
import { buildClient } from '../build/client.ts'
import { root } from '../find-node.mjs'
import { writeImage } from './image.ts'
import { aboveFloor } from './check-floor.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { stageProgram, type Processor } from './stage.ts'
import { writeSystemPackage } from './system-packages.ts'
import { KINDS, missingTools, type Kind } from './tools.ts'

/**
 * Where the image has the entries for dpkg of its packages (image-base.ts); they are absent where no image is made.
 */
const DEBIAN_ENTRIES = 'layers/base/var/lib/dpkg/status.d'

const PROCESSORS: readonly Processor[] = ['x64', 'arm64']

const words = process.argv.slice(2)
const unknown = words.find((word) => !KINDS.some((kind) => kind === word))
if (unknown !== undefined) {
  process.stderr.write(`There is no package "${unknown}"; there are ${KINDS.join(', ')}.\n`)
  process.exit(2)
}
const wanted = (kind: Kind) => words.length === 0 || words.includes(kind)

const lacking = missingTools(KINDS.filter(wanted))
if (lacking.length > 0) {
  const others = KINDS.filter((kind) => missingTools([kind]).length === 0)
  process.stderr.write(`${lacking.join('\n')}\nWithout them: npm run package -- ${others.join(' ')}\n`)
  process.exit(1)
}

const target = join(root, 'packages.part')
const work = mkdtempSync(join(tmpdir(), 'tocsin-package-'))
try {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target)
  await writePackages()
  rmSync(join(root, 'packages'), { recursive: true, force: true })
  renameSync(target, join(root, 'packages'))
} finally {
  for (const folder of [work, target]) rmSync(folder, { recursive: true, force: true })
}

async function writePackages(): Promise<void> {
  const built = join(work, 'program')
  execFileSync(process.execPath, [join(root, 'scripts/build/main.ts'), built], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  refuseAboveFloor(built)
  if (wanted('npm')) for (const folder of [built, buildClient()]) packNpm(folder)
  for (const processor of PROCESSORS) {
    const isForImage = wanted('image') && processor === process.arch
    if (!wanted('deb') && !wanted('rpm') && !isForImage) continue
    const folder = join(work, processor)
    await stageProgram(folder, built, processor)
    refuseAboveFloor(folder)
    for (const kind of ['deb', 'rpm'] as const)
      if (wanted(kind)) writeSystemPackage(kind, { folder, processor, target })
    if (isForImage) writeImage({ folder, work, target })
  }
  writeFileSync(
    join(target, `tocsin-${VERSION}.cdx.json`),
    billOfMaterials(built, join(work, DEBIAN_ENTRIES)),
  )
  const files = readdirSync(target).sort()
  writeFileSync(
    join(target, 'SHA256SUMS'),
    files.map((name) => `${sha256(join(target, name))}  ${name}\n`).join(''),
  )
  for (const name of [...files, 'SHA256SUMS']) process.stdout.write(`packages/${name}\n`)
}

/** Ends with a sentence if a program in this folder does not start on what the packages ask for. */
function refuseAboveFloor(folder: string): void {
  const problems = aboveFloor(folder)
  if (problems.length > 0)
    throw new Error(`Raise the floor (src/runtime/version.ts), or ship another file:\n${problems.join('\n')}`)
}

function packNpm(folder: string): void {
  execFileSync('npm', ['pack', '--pack-destination', target, '--loglevel=error'], {
    cwd: folder,
    stdio: 'pipe',
  })
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
