import { unpackBrowser } from '../test/support/browser.ts'
import { buildConsole } from './build-console.mjs'

buildConsole(process.execPath)
await unpackBrowser()
