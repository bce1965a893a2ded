import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { SYSTEM_FLOOR } from '../../src/runtime/version.ts'
import { neededVersions, type NeededVersions } from './elf.ts'

/** The libraries of `libc6`, `libstdc++6` and `libgcc-s1`, which the packages of rpm have under other names. */
const LIBRARIES =
  /^(?:lib(?:c|m|dl|pthread|rt)\.so\.\d|libstdc\+\+\.so\.6|libgcc_s\.so\.1|ld-linux-[\w-]+\.so\.\d)$/

/** The add-on for another C library, which the npm package has for Alpine. */
const MUSL = /^libc\.musl-\w+\.so\.1$/

/**
 * The newest versions of names that a system at the floor has. `GLIBC_PRIVATE` and versions without a number do not
 * count.
 */
const NEWEST: Readonly<Record<string, string>> = {
  GLIBC: SYSTEM_FLOOR.glibc,
  GLIBCXX: SYSTEM_FLOOR.glibcxx,
  CXXABI: SYSTEM_FLOOR.cxxabi,
}

/** Returns a sentence for each ELF file in a folder that needs more than what the packages ask for. */
export function aboveFloor(folder: string): readonly string[] {
  return elfFilesIn(folder).flatMap(([path, needed]) =>
    problemsOf(needed).map((problem) => `${path} needs ${problem}`),
  )
}

/** The ELF files in a folder and what they need; links to other files do not count. */
export function elfFilesIn(folder: string): readonly (readonly [string, NeededVersions])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const file = join(folder, name)
    const needed = lstatSync(file).isFile() ? neededVersions(readFileSync(file)) : undefined
    return needed === undefined ? [] : [[relative(folder, file), needed] as const]
  })
}

export function problemsOf(needed: NeededVersions): readonly string[] {
  const isForMusl = [...needed.keys()].some((library) => MUSL.test(library))
  return [...needed].flatMap(([library, versions]) => [
    ...(LIBRARIES.test(library) || (isForMusl && MUSL.test(library))
      ? []
      : [`${library}, which the packages do not ask for`]),
    ...versions
      .filter((version) => isNewer(version))
      .map(
        (version) =>
          `${version} of ${library}, and the packages ask for glibc ${SYSTEM_FLOOR.glibc} and libstdc++ ${SYSTEM_FLOOR.libstdcxx}`,
      ),
  ])
}

function isNewer(version: string): boolean {
  const [prefix = '', number = ''] = version.split('_')
  const newest = NEWEST[prefix]
  return newest !== undefined && compareNumbers(number, newest) > 0
}

function compareNumbers(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
