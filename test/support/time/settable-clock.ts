// Loaded before a service that is tested (`--import`): the clock of its machine is ahead by what a file says, in milliseconds.
import { readFileSync } from 'node:fs'

const READ_EVERY_MS = 20

const file = process.env['TOCSIN_TEST_CLOCK_FILE'] ?? ''
const machineNow = Date.now.bind(Date)
let aheadMs = 0
let readAt = -Infinity

Date.now = () => {
  if (performance.now() - readAt > READ_EVERY_MS) {
    aheadMs = Number(readFileSync(file, 'utf8'))
    readAt = performance.now()
  }
  return machineNow() + aheadMs
}
