import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }

/** The version of the release, e.g. `0.1.0`. */
export const VERSION: string = packageJson.version

/** The folder of the whole program, in which `package.json` lies, whether it runs from its sources or from a bundle. */
export const PROGRAM_FOLDER = dirname(findPackageJSON(import.meta.url) ?? import.meta.filename)
