import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './packages.ts'

interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly Volumes: Readonly<Record<string, object>>
  readonly Labels: Readonly<Record<string, string>>
  readonly Healthcheck: { readonly Test: readonly string[] }
}

interface ImageLayer {
  /** The name by which registries and engines know it: layers with the same one are loaded once. */
  readonly digest: string
  readonly comment: string
  readonly compressedBytes: number
}

/**
 * An image, unpacked. Its commands are run by bubblewrap as a container runtime would: its user, its variables, its
 * file system read-only, /tmp and its volume for itself; the network is the machine's.
 */
export class UnpackedImage {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tocsin-image-'))
  readonly config: ImageConfig
  readonly created: string
  readonly layers: readonly ImageLayer[]
  readonly rootfs = join(this.#folder, 'rootfs')

  constructor(archive: string) {
    mkdirSync(this.rootfs)
    run('chmod', ['755', this.#folder])
    run('tar', ['-xf', archive, '-C', this.#folder])
    const [{ Config, Layers }] =
      this.#read<[{ readonly Config: string; readonly Layers: readonly string[] }]>('manifest.json')
    for (const layer of Layers) run('tar', ['-xf', join(this.#folder, layer), '-C', this.rootfs])
    const { config, created, rootfs, history } = this.#read<{
      readonly config: ImageConfig
      readonly created: string
      readonly rootfs: { readonly diff_ids: readonly string[] }
      readonly history: readonly { readonly created_by: string }[]
    }>(Config)
    this.config = config
    this.created = created
    this.layers = rootfs.diff_ids.map((digest, index) => ({
      digest,
      comment: history[index]?.created_by ?? '',
      compressedBytes: statSync(join(this.#folder, Layers[index] ?? '')).size,
    }))
  }

  #read<T>(file: string): T {
    return JSON.parse(readFileSync(join(this.#folder, file), 'utf8')) as T
  }

  /** Makes an empty volume that belongs to the user of the image. */
  createVolume(): string {
    const folder = mkdtempSync(join(this.#folder, 'volume-'))
    const [user = 0, group = 0] = this.config.User.split(':').map(Number)
    chownSync(folder, user, group)
    return folder
  }

  /** The command line that runs a command of the image on this volume. */
  commandLine(
    command: readonly string[],
    volume: string,
    variables: Readonly<Record<string, string>> = {},
  ): readonly string[] {
    const [user = '', group = ''] = this.config.User.split(':')
    const [data = ''] = Object.keys(this.config.Volumes)
    const pairs = [...this.config.Env.map((entry) => entry.split('=')), ...Object.entries(variables)]
    const asUser = ['setpriv', '--reuid', user, '--regid', group, '--clear-groups', '--no-new-privs']
    const apart = ['bwrap', '--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts']
    const files = ['--ro-bind', this.rootfs, '/', '--bind', volume, data]
    const mounts = ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--clearenv']
    return [
      ...asUser,
      ...apart,
      ...files,
      ...mounts,
      ...pairs.flatMap(([name = '', value = '']) => ['--setenv', name, value]),
      ...command,
    ]
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
