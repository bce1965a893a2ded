import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A layer of an image: the files of a folder. They belong to root, except `owned`, the folder of a user. */
export interface Layer {
  readonly comment: string
  readonly folder: string
  /** The time of all files, in seconds of Unix. */
  readonly time: number
  readonly owned?: { readonly path: string; readonly user: number }
}

export interface ImageArchive {
  readonly name: string
  readonly architecture: string
  /** The time of the image, in seconds of Unix. */
  readonly time: number
  /** User, variables, command and so on, as Docker's image specification has them. */
  readonly config: object
  readonly layers: readonly Layer[]
}

/**
 * Writes an archive that `docker load` and `podman load` take, with compressed layers. The same files give the same
 * archive and the same digest for each layer, whoever builds it and when.
 */
export function writeImageArchive(image: ImageArchive, work: string, target: string): void {
  const folder = join(work, 'archive')
  mkdirSync(folder)
  const layers = image.layers.map((layer) => writeLayer(layer, work, folder))
  const created = new Date(image.time * 1000).toISOString()
  const config = JSON.stringify({
    architecture: image.architecture,
    os: 'linux',
    created,
    config: image.config,
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => `sha256:${diffId}`) },
    history: image.layers.map(({ comment }) => ({ created, created_by: comment })),
  })
  const configFile = `${sha256(config)}.json`
  writeFileSync(join(folder, configFile), config)
  const manifest = [{ Config: configFile, RepoTags: [image.name], Layers: layers.map(({ file }) => file) }]
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  tar(target, { folder, time: image.time })
}

function writeLayer(layer: Layer, work: string, target: string) {
  const file = join(work, 'layer.tar')
  tar(file, layer)
  const diffId = sha256(readFileSync(file))
  // It is a million bytes smaller than what Node.js compresses at the same level.
  execFileSync('gzip', ['--best', '--no-name', '--force', file])
  const name = `${sha256(readFileSync(`${file}.gz`))}.tar.gz`
  renameSync(`${file}.gz`, join(target, name))
  return { file: name, diffId }
}

function tar(file: string, { folder, time, owned }: Pick<Layer, 'folder' | 'time' | 'owned'>): void {
  const options = [
    '--format=gnu',
    '--sort=name',
    '--numeric-owner',
    `--mtime=@${time}`,
    `--directory=${folder}`,
  ]
  const belongingTo = (user: number) => [`--owner=${user}`, `--group=${user}`]
  const others = owned === undefined ? [] : [`--exclude=${owned.path}`]
  execFileSync('tar', [
    '--create',
    `--file=${file}`,
    ...options,
    ...belongingTo(0),
    ...others,
    ...readdirSync(folder),
  ])
  if (owned !== undefined)
    execFileSync('tar', ['--append', `--file=${file}`, ...options, ...belongingTo(owned.user), owned.path])
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
