import { basename, dirname } from 'node:path'
import type { DiskStep } from './disk.ts'

/**
 * The options with which `readStraceLine` understands `strace`: every word in hexadecimal, the names of
 * descriptors, begin and duration.
 */
export const STRACE_OPTIONS = [
  '-ff',
  '-ttt',
  '-T',
  '-y',
  '-xx',
  '-s',
  '1048576',
  '--seccomp-bpf',
  '-e',
  'trace=openat,write,pwrite64,pwritev,pwritev2,writev,truncate,ftruncate,fallocate,fsync,fdatasync,sync_file_range,rename,renameat,renameat2,link,linkat,unlink,unlinkat',
] as const

/** `1795404764.844040 pwrite64(22<…>, "…", 32, 0) = 32 <0.000012>`; one under way when the process died has no end. */
const LINE = /^(\d+)\.(\d{6}) (\w+)\((.*)$/s
const ENDING = /\) += (-?\d+|\?)(?:<[^>]*>)?[^<]*(?: <(\d+\.\d+)>)?$/
const UNFINISHED = /\)?(?: <unfinished \.\.\.>)?$/
const DESCRIPTOR = /^\d+<([^>]*)>/
const TEXT = /"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/
const NUMBERS = /, (\d+)(?:, (\d+))?$/

/**
 * Returns the step in a line of `strace`, if it is about one of the files of a folder (those that begin with the
 * name of the database, but for what a power cut takes along) or the folder itself. Throws if it is one that cannot
 * be replayed.
 */
export function readStraceLine(line: string, database: string): DiskStep | undefined {
  const [, seconds, micros, call, rest] = LINE.exec(line) ?? []
  if (seconds === undefined || micros === undefined || call === undefined || rest === undefined)
    return undefined
  const ending = ENDING.exec(rest)
  const result = ending?.[1]
  // It failed, and changed nothing.
  if (result?.startsWith('-')) return undefined
  const args = ending ? rest.slice(0, ending.index) : rest.replace(UNFINISHED, '')
  const beganAtMs = Number(seconds) * 1000 + Number(micros) / 1000
  const duration = result === undefined || result === '?' ? undefined : ending?.[2]
  const endedAtMs = duration === undefined ? Infinity : beganAtMs + Number(duration) * 1000
  const times = { beganAtMs, endedAtMs }
  const path = pathOf(call, args)
  if (path === dirname(database) && call.startsWith('f')) return { ...times, kind: 'flush folder' }
  const file = basename(path)
  if (!isOurs(path, database)) return undefined
  const numbers = NUMBERS.exec(args)?.slice(1).map(Number) ?? []
  switch (call) {
    case 'openat':
      return args.includes('O_CREAT') ? { ...times, kind: 'create', file } : undefined
    case 'pwrite64': {
      const data = bytesOf(args)
      return {
        ...times,
        kind: 'write',
        file,
        offset: numbers[1] ?? 0,
        data: data.subarray(0, written(result, data)),
      }
    }
    case 'ftruncate':
      return { ...times, kind: 'truncate', file, size: numbers[0] ?? 0 }
    case 'fsync':
    case 'fdatasync':
      return { ...times, kind: 'flush', file }
    case 'unlink':
      return { ...times, kind: 'remove', file }
    default:
      throw new Error(`${call} of ${file} cannot be replayed`)
  }
}

/** The log and the journal; `-shm` is memory, and `.lock` has nothing in it. */
function isOurs(path: string, database: string): boolean {
  return path === database || path === `${database}-wal` || path === `${database}-journal`
}

function pathOf(call: string, args: string): string {
  const isNamed = /^(?:openat|unlink|rename|link|truncate)/.test(call)
  return isNamed ? bytesOf(args).toString('utf8') : decode(DESCRIPTOR.exec(args)?.[1] ?? '').toString('utf8')
}

function bytesOf(args: string): Buffer {
  const [, hex = '', cut] = TEXT.exec(args) ?? []
  if (cut !== undefined) throw new Error('strace has cut off what was written')
  return decode(hex)
}

function decode(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(String.raw`\x`, ''), 'hex')
}

function written(result: string | undefined, data: Buffer): number {
  return result === undefined || result === '?' ? data.length : Number(result)
}
