// A thread of its own with a connection of its own, so that the disk it waits for stops nobody else.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

const db = new Database(String(workerData), { fileMustExist: true })
db.pragma('synchronous = FULL')

parentPort?.on('message', () => {
  try {
    db.pragma('wal_checkpoint(PASSIVE)')
  } catch {
    // What it could not move is moved by the next one, or when the file is closed.
  }
  parentPort?.postMessage('done')
})
