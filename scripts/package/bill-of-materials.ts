import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../find-node.mjs'

interface Component {
  readonly name: string
  /** `pkg:npm/%40codemirror/state@6.7.6` */
  readonly purl: string
}

interface Bill {
  readonly components: readonly Component[]
  readonly dependencies: unknown
}

/**
 * Returns what the packages contain, as CycloneDX: of all that `npm sbom` knows, the libraries in the bundles of the program and of
 * the console, as their lists of licences have them, and the runtime.
 */
export function billOfMaterials(built: string): string {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 } as const
  const bill = JSON.parse(
    execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], options),
  ) as Bill
  const contained = new Set([
    ...namesIn(
      join(built, 'THIRD-PARTY-LICENSES.txt'),
      /^(?<name>(?:@[\w.-]+\/)?[\w.-]+) (?<version>\d+\.\d+\.\S+) \(/gm,
    ),
    ...namesIn(join(built, 'console/dist/licenses.md'), /^## (?<name>\S+) - (?<version>\S+)/gm),
  ])
  const components = bill.components.filter(
    ({ name, purl }) =>
      contained.has(decodeURIComponent(purl).replace('pkg:npm/', '')) || name.startsWith('node-linux-'),
  )
  if (components.length < 50) throw new Error(`only ${components.length} of the libraries are known to npm`)
  // How they need each other says nothing about what is in the packages.
  return `${JSON.stringify({ ...bill, components, dependencies: undefined }, null, 2)}\n`
}

function namesIn(file: string, line: RegExp): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(line)].map(
    ({ groups }) => `${groups?.['name']}@${groups?.['version']}`,
  )
}
