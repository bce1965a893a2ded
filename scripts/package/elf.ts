/** The libraries that an ELF file needs, each with the versions of names that it must have (`GLIBC_2.34`). */
export type NeededVersions = ReadonlyMap<string, readonly string[]>

const SECTION_DYNAMIC = 6
const SECTION_NEEDED_VERSIONS = 0x6f_ff_ff_fe
const TAG_NEEDED = 1n

interface Section {
  readonly type: number
  readonly offset: number
  readonly bytes: number
  readonly link: number
}

/** Reads what an ELF file of 64 bits needs; undefined for any other file. */
export function neededVersions(file: Buffer): NeededVersions | undefined {
  if (file.length < 64 || file.readUInt32BE(0) !== 0x7f_45_4c_46 || file[4] !== 2 || file[5] !== 1) return
  const sections = sectionsOf(file)
  const needed = new Map<string, string[]>()
  for (const section of sections) {
    const names = sections[section.link]
    if (names === undefined) continue
    const nameAt = (offset: number) => {
      const begin = names.offset + offset
      return file.toString('latin1', begin, file.indexOf(0, begin))
    }
    if (section.type === SECTION_DYNAMIC)
      for (let at = section.offset; at < section.offset + section.bytes; at += 16)
        if (file.readBigInt64LE(at) === TAG_NEEDED) {
          const library = nameAt(Number(file.readBigUInt64LE(at + 8)))
          needed.set(library, needed.get(library) ?? [])
        }
    if (section.type === SECTION_NEEDED_VERSIONS)
      for (const [library, versions] of readVersions(file, section, nameAt)) needed.set(library, versions)
  }
  return needed
}

function sectionsOf(file: Buffer): readonly Section[] {
  const [begin, each, count] = [
    Number(file.readBigUInt64LE(40)),
    file.readUInt16LE(58),
    file.readUInt16LE(60),
  ]
  return Array.from({ length: count }, (_, index) => {
    const at = begin + index * each
    return {
      type: file.readUInt32LE(at + 4),
      offset: Number(file.readBigUInt64LE(at + 24)),
      bytes: Number(file.readBigUInt64LE(at + 32)),
      link: file.readUInt32LE(at + 40),
    }
  })
}

/** A chain of libraries, each with a chain of versions; the last of a chain says that 0 bytes lead on. */
function readVersions(
  file: Buffer,
  { offset }: Section,
  nameAt: (offset: number) => string,
): readonly (readonly [string, string[]])[] {
  const found: (readonly [string, string[]])[] = []
  for (let at = offset, next = 1; next > 0; at += next) {
    const versions: string[] = []
    for (let each = at + file.readUInt32LE(at + 8), step = 1; step > 0; each += step) {
      versions.push(nameAt(file.readUInt32LE(each + 8)))
      step = file.readUInt32LE(each + 12)
    }
    found.push([nameAt(file.readUInt32LE(at + 4)), versions])
    next = file.readUInt32LE(at + 12)
  }
  return found
}
