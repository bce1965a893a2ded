import { parentPort, workerData } from 'node:worker_threads'
import type { SqliteOptions } from '../connection/connection.ts'
import { serveEngine } from './serve-engine.ts'

// The thread of the engine begins here.
if (parentPort) serveEngine(parentPort, workerData as SqliteOptions)
