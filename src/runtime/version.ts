import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }

/** The version of the release, e.g. `0.1.0`. */
export const VERSION: string = packageJson.version

/** The folder of `package.json`, for sources and for a bundle. */
export const PROGRAM_FOLDER = dirname(findPackageJSON(import.meta.url) ?? import.meta.filename)

/**
 * The oldest C and C++ libraries of the Linux packages (Debian 12, Ubuntu 22.04, RHEL 9): required by them,
 * checked by packaging, named by a failed start.
 */
export const SYSTEM_FLOOR = {
  glibc: '2.34',
  /** The GCC version of that libstdc++. */
  libstdcxx: '11',
  /** Symbol versions of that libstdc++ (its manual, "ABI Policy and Guidelines"). */
  glibcxx: '3.4.29',
  cxxabi: '1.3.13',
} as const
