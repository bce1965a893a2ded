// Loaded by a service before its own modules: while the file that TOCSIN_TEST_FAIL_FLUSHES names holds a number above 0, so many
// flushes of the write-ahead log fail with an error of the disk.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const control = process.env['TOCSIN_TEST_FAIL_FLUSHES'] ?? ''
const { fdatasync, fdatasyncSync, fsync, fsyncSync } = fs

function takeFailure(): Error | undefined {
  const left = fs.existsSync(control) ? Number(fs.readFileSync(control, 'utf8')) : 0
  if (left <= 0) return undefined
  fs.writeFileSync(control, String(left - 1))
  return Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', syscall: 'fdatasync' })
}

type Done = (error: NodeJS.ErrnoException | null) => void

const failing = (flush: (descriptor: number, done: Done) => void) => (descriptor: number, done: Done) => {
  const failure = takeFailure()
  if (failure) setImmediate(done, failure)
  else flush(descriptor, done)
}

const failingSync = (flush: (descriptor: number) => void) => (descriptor: number) => {
  const failure = takeFailure()
  if (failure) throw failure
  flush(descriptor)
}

Object.assign(fs, {
  fdatasync: failing(fdatasync),
  fdatasyncSync: failingSync(fdatasyncSync),
  fsync: failing(fsync),
  fsyncSync: failingSync(fsyncSync),
})
syncBuiltinESMExports()
