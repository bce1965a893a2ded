import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { VERSION } from '../../src/runtime/version.ts'
import { root } from '../find-node.mjs'
import { DOC } from './stage.ts'
import { writeImageArchive } from './image-archive.ts'
import { layOutBase } from './image-base.ts'
import { DATA, imageConfig, USER } from './image-config.ts'

const RUNTIME = `usr/lib/tocsin/node_modules/node-linux-${process.arch}`

/** The licence of all that the package contains; other pages and completions are for machines with a shell. */
const LICENCES = `${DOC}/copyright`

/** The time of files that are not ours: releases with the same ones have the same layers. */
const NO_TIME = 0

/**
 * Writes a container image of the program that is laid out in `folder`, for this machine's processor. It has three
 * layers, what changes least at the bottom, so that an upgrade loads the program alone: Debian's libraries,
 * Node.js, the program.
 */
export function writeImage({
  folder,
  work,
  target,
}: {
  readonly folder: string
  readonly work: string
  readonly target: string
}): void {
  // The user of the image reads all of it, whoever builds it.
  process.umask(0o022)
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const layer = (name: string) => join(work, 'layers', name)
  layOutBase(layer('base'), work)
  cpSync(folder, layer('program'), { recursive: true, preserveTimestamps: true })
  rmSync(join(layer('program'), 'usr/share'), { recursive: true })
  cpSync(join(folder, LICENCES), join(layer('program'), LICENCES))
  moveRuntime(layer('program'), layer('runtime'))
  placeCommand(layer('program'))

  const time = Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }))
  const image = {
    name: `localhost/tocsin:${VERSION}`,
    architecture,
    time,
    config: imageConfig(new Date(time * 1000).toISOString()),
    layers: [
      {
        comment: "Debian's libraries",
        folder: layer('base'),
        time: NO_TIME,
        owned: { path: DATA, user: USER },
      },
      { comment: 'Node.js', folder: layer('runtime'), time: NO_TIME },
      { comment: `Tocsin ${VERSION}`, folder: layer('program'), time },
    ],
  }
  writeImageArchive(image, work, join(target, `tocsin-${VERSION}-${architecture}.image.tar`))
}

/** Moves Node.js into a layer of its own, without the symbols that only debuggers and profilers read. */
function moveRuntime(program: string, runtime: string): void {
  mkdirSync(dirname(join(runtime, RUNTIME)), { recursive: true })
  renameSync(join(program, RUNTIME), join(runtime, RUNTIME))
  rmSync(join(program, dirname(RUNTIME)), { recursive: true })
  execFileSync('strip', ['--strip-all', join(runtime, RUNTIME, 'bin/node')])
  mkdirSync(join(runtime, 'usr/bin'))
  symlinkSync(join('..', relative('usr', RUNTIME), 'bin/node'), join(runtime, 'usr/bin/node'))
}

/** Makes `tocsin` run by Node.js: the launcher of the packages is a script of a shell, which is not there. */
function placeCommand(program: string): void {
  const launcher = join(program, 'usr/lib/tocsin/bin/tocsin.js')
  writeFileSync(launcher, readFileSync(launcher, 'utf8').replace(/^#!.*/, '#!/usr/bin/node'))
  chmodSync(launcher, 0o755)
  rmSync(join(program, 'usr/bin/tocsin'))
  symlinkSync('../lib/tocsin/bin/tocsin.js', join(program, 'usr/bin/tocsin'))
}
