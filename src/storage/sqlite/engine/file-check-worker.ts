import { parentPort, workerData } from 'node:worker_threads'
import { codeOf } from '../connection/faults.ts'
import { checkFile } from './check-file.ts'
import type { FileCheckResult } from './file-check.ts'

if (parentPort) parentPort.postMessage(check(String(workerData)))

function check(file: string): FileCheckResult {
  try {
    return checkFile(file)
  } catch (error) {
    return { error: `${codeOf(error)} ${String(error)}` }
  }
}
