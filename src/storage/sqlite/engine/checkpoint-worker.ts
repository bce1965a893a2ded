// A thread with its own connection, so that waiting for the disk stops nobody else.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

const db = new Database(String(workerData), { fileMustExist: true })
db.pragma('synchronous = FULL')

parentPort?.on('message', () => {
  try {
    db.pragma('wal_checkpoint(PASSIVE)')
  } catch {
    // The next checkpoint, or closing the file, moves the rest.
  }
  parentPort?.postMessage('done')
})
