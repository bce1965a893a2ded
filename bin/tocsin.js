#!/bin/sh
':' //; [ -r /proc/$$/status ] && while read -r n v; do [ "$n" = SigIgn: ] && export _TOCSIN_SIGIGN="$v"; done < /proc/$$/status; exec node "$0" "$@"
// The command `tocsin`, of a clone and of the build alike. Any Node.js may start it, therefore plain JavaScript: it finds the one that
// Tocsin needs, and runs the program under that. A shell reads the second line, and notes which signals are ignored (`nohup`), which Node.js
// forgets at its start; to Node.js that line is a text and a comment.
import { existsSync, realpathSync } from 'node:fs'
import * as module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  compileCache,
  findNode,
  noteIgnoredSignals,
  replaceBy,
  root,
  runUnder,
} from '../scripts/find-node.mjs'

noteIgnoredSignals()
// What is printed to be pasted begins as this was called.
process.env._TOCSIN_CALLED_AS = process.argv[1]
const built = join(root, 'src', 'main.js')
const isBuilt = existsSync(built)
if (!isBuilt && !existsSync(join(root, 'node_modules', 'commander'))) {
  process.stderr.write(
    `The dependencies of Tocsin are not installed. Install them with: cd ${root} && npm ci\n`,
  )
  process.exit(1)
}
const main = isBuilt ? built : join(root, 'src', 'main.ts')
const node = findNode()
const args = [main, ...process.argv.slice(2)]
if (realpathSync(node) === realpathSync(process.execPath)) {
  // The right one already. What ends soon has no need of settings for its memory, and to begin anew would cost time.
  if (process.argv[2] === 'serve') replaceBy(node, args)
  module.enableCompileCache?.(compileCache())
  await import(pathToFileURL(main).href)
} else {
  runUnder(node, args)
}
