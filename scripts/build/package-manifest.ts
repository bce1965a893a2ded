import manifest from '../../package.json' with { type: 'json' }

/**
 * Returns the `package.json` of the program: everything that it needs is in its bundle, so it depends on nothing
 * but the pinned runtime, which npm leaves away where there is no such runtime. An older Node.js starts that one
 * (bin/tocsin.js).
 */
export function packageManifest(): string {
  const { name, version, description, license, type, bin, optionalDependencies } = manifest
  const engines = { node: '>=18' }
  return `${JSON.stringify({ name, version, description, license, type, engines, bin, optionalDependencies }, null, 2)}\n`
}
