import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }

/** The version of the release, e.g. `0.1.0`. */
export const VERSION: string = packageJson.version

/** The folder of the whole program, in which `package.json` lies, whether it runs from its sources or from a bundle. */
export const PROGRAM_FOLDER = dirname(findPackageJSON(import.meta.url) ?? import.meta.filename)

/**
 * Names the oldest C and C++ libraries that the programs of the packages for Linux run with (Debian 12, Ubuntu 22.04,
 * RHEL 9). The packages ask for them, each program is checked against them where packages are made, and a start that
 * fails names them.
 */
export const SYSTEM_FLOOR = {
  glibc: '2.34',
  /** The version of GCC whose libstdc++ it is. */
  libstdcxx: '11',
  /** The versions of names in that libstdc++ (its manual, "ABI Policy and Guidelines"). */
  glibcxx: '3.4.29',
  cxxabi: '1.3.13',
} as const
