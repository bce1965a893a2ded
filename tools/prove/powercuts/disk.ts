import type { Random } from '../../../test/simulation/random.ts'

interface Timed {
  readonly beganAtMs: number
  readonly endedAtMs: number
}

export interface DiskWrite extends Timed {
  readonly kind: 'write'
  readonly file: string
  readonly offset: number
  readonly data: Buffer
}

export interface DiskTruncation extends Timed {
  readonly kind: 'truncate'
  readonly file: string
  readonly size: number
}

/** A call of a process for its files. A flush that has ended holds for all that ended before it began. */
export type DiskStep =
  | DiskWrite
  | DiskTruncation
  | (Timed & { readonly kind: 'create' | 'remove' | 'flush'; readonly file: string })
  | (Timed & { readonly kind: 'flush folder' })

type Change = DiskWrite | DiskTruncation

interface Inode {
  /** The bytes that are on the disk for sure: the first `size`; zeros follow. */
  flushed: Buffer
  size: number
  /** Written and not flushed: the disk has any of it, or none. */
  changes: Change[]
}

type Folder = ReadonlyMap<string, Inode>
export type Files = ReadonlyMap<string, Buffer>

/** No disk writes less than this at once, and no system more than a page of its cache. */
const BLOCK_SIZES = [512, 4096] as const

/**
 * The files as a disk may have them when the power fails at a moment. The system writes in the order that it likes,
 * but never what a file had not yet: each block holds what it held after one of the changes. `choose` says after
 * how many of them.
 */
export function filesAtCut(
  before: Files,
  steps: readonly DiskStep[],
  { atMs, random }: { readonly atMs: number; readonly random: Random },
): Files {
  const folders = replay(before, steps, atMs)
  // Names are written in their order.
  const folder = folders[random.integer(0, folders.length - 1)] ?? new Map<string, Inode>()
  return new Map(
    [...folder].map(([name, inode]) => [name, contentOf(inode, choose(inode.changes.length, random))]),
  )
}

/** Returns the files as the process saw them at the end, whatever was flushed. */
export function filesAtEnd(before: Files, steps: readonly DiskStep[]): Files {
  const folder = replay(before, steps, Infinity).at(-1) ?? new Map<string, Inode>()
  return new Map(
    [...folder].map(([name, inode]) => [name, contentOf(inode, everything(inode.changes.length))]),
  )
}

/** Which names there may be, the oldest first; what was not flushed lies in the files. */
function replay(before: Files, steps: readonly DiskStep[], atMs: number): readonly Folder[] {
  const initial = new Map([...before].map(([name, content]): [string, Inode] => [name, inodeOf(content)]))
  let folders: readonly Map<string, Inode>[] = [initial]
  for (const step of steps) {
    if (step.beganAtMs >= atMs) break
    const newest = folders.at(-1) ?? initial
    const hasEnded = step.endedAtMs <= atMs
    if (step.kind === 'flush folder') {
      if (hasEnded) folders = [newest]
    } else if (step.kind === 'create') {
      if (!newest.has(step.file))
        folders = [...folders, new Map(newest).set(step.file, inodeOf(Buffer.alloc(0)))]
    } else if (step.kind === 'remove') {
      const rest = new Map(newest)
      rest.delete(step.file)
      folders = [...folders, rest]
    } else {
      const inode = newest.get(step.file)
      if (!inode) throw new Error(`${step.kind} of ${step.file}, which is not there`)
      if (step.kind === 'write' || step.kind === 'truncate') inode.changes.push(step)
      else if (hasEnded) flush(inode, step.beganAtMs)
    }
  }
  return folders
}

function inodeOf(content: Buffer): Inode {
  return { flushed: Buffer.from(content), size: content.length, changes: [] }
}

/** In place: a file is flushed hundreds of times. */
function flush(inode: Inode, beganAtMs: number): void {
  const changes = inode.changes.filter(({ endedAtMs }) => endedAtMs <= beganAtMs)
  inode.changes = inode.changes.filter(({ endedAtMs }) => endedAtMs > beganAtMs)
  for (const change of changes) {
    const size = sizeAfter(inode.size, change)
    if (size > inode.flushed.length) {
      const larger = Buffer.alloc(size * 2)
      inode.flushed.copy(larger)
      inode.flushed = larger
    }
    if (change.kind === 'write') change.data.copy(inode.flushed, change.offset)
    else inode.flushed.fill(0, size)
    inode.size = size
  }
}

/** After how many of the changes a block is as the disk has it, and after how many the size. */
interface Survival {
  readonly blockSize: number
  readonly changesOf: (block: number) => number
  readonly changesOfSize: number
}

function everything(count: number): Survival {
  return { blockSize: 4096, changesOf: () => count, changesOfSize: count }
}

/** Nothing, everything, what came first, or any block by itself: each is how some disk behaves. */
function choose(count: number, random: Random): Survival {
  const way = random.pick(['nothing', 'everything', 'first', 'blocks', 'blocks'] as const)
  if (way === 'everything') return everything(count)
  if (way !== 'blocks') {
    const first = way === 'nothing' ? 0 : random.integer(0, count)
    return { blockSize: 4096, changesOf: () => first, changesOfSize: first }
  }
  const share = random.pick([0.1, 0.5, 0.9])
  const chosen = new Map<number, number>()
  const changesOf = (block: number) => {
    const known = chosen.get(block) ?? (random.happens(share) ? random.integer(1, count) : 0)
    chosen.set(block, known)
    return known
  }
  return { blockSize: random.pick(BLOCK_SIZES), changesOf, changesOfSize: random.integer(0, count) }
}

function contentOf(
  { flushed, size, changes }: Inode,
  { blockSize, changesOf, changesOfSize }: Survival,
): Buffer {
  const sizes = [size]
  for (const change of changes) sizes.push(sizeAfter(sizes.at(-1) ?? 0, change))
  const content = Buffer.alloc(Math.max(...sizes))
  flushed.copy(content, 0, 0, size)
  for (const [index, change] of changes.entries()) {
    const { from, to } = rangeOf(change, content.length)
    for (let block = Math.floor(from / blockSize); block * blockSize < to; block += 1) {
      if (index >= changesOf(block)) continue
      const start = Math.max(from, block * blockSize)
      const end = Math.min(to, (block + 1) * blockSize)
      if (change.kind === 'write') change.data.copy(content, start, start - from, end - from)
      else content.fill(0, start, end)
    }
  }
  return content.subarray(0, sizes[changesOfSize])
}

function sizeAfter(size: number, change: Change): number {
  return change.kind === 'truncate' ? change.size : Math.max(size, change.offset + change.data.length)
}

/** Returns the bytes that it changes: a truncation changes all after its end. */
function rangeOf(change: Change, size: number): { readonly from: number; readonly to: number } {
  return change.kind === 'truncate'
    ? { from: change.size, to: size }
    : { from: change.offset, to: change.offset + change.data.length }
}
