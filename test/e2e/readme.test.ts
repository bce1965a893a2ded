import assert from 'node:assert/strict'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'

const root = dirname(dirname(import.meta.dirname))
const readme = await readFile(join(root, 'README.md'), 'utf8')
const tour = await readFile(join(root, 'docs/start.md'), 'utf8')

/** `npm start` builds the console first, if that has not been done. */
const START_MS_MAX = 300_000

/** What stands between fences of this language, in order. */
function blocks(page: string, language: string): readonly string[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, found, text = '']) =>
    found === language ? [text] : [],
  )
}

/** A window in which commands of the page are typed; the folder is the project's, as the page says. */
class Terminal {
  readonly child: ChildProcess
  output = ''

  constructor(command: string, environment: Readonly<Record<string, string>>) {
    this.child = spawn('sh', ['-e', '-c', command], {
      cwd: root,
      // A group of its own, so that Ctrl-C reaches all that runs in it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], NO_UPDATE_NOTIFIER: '1', ...environment },
    })
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()))
    }
  }

  /** What stands where the pattern has its group; waits for it. */
  shows(pattern: RegExp): Promise<string> {
    return eventually(
      () => `${pattern} in:\n${this.output}`,
      () => {
        const shown = pattern.exec(this.output)?.[1]
        if (shown === undefined) assert.ok(this.isOpen, this.output)
        return shown
      },
      START_MS_MAX,
    )
  }

  get isOpen(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  async pressCtrlC(): Promise<number | null> {
    const closed = once(this.child, 'close')
    process.kill(-(this.child.pid ?? 0), 'SIGINT')
    await closed
    return this.child.exitCode
  }
}

/** What a terminal shows of a command that ends by itself; it must end well. stderr (curl's progress, npm) is left out. */
function run(command: string, environment: Readonly<Record<string, string>>): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', command], {
    cwd: root,
    encoding: 'utf8',
    timeout: 120_000,
    env: { PATH: process.env['PATH'], NO_UPDATE_NOTIFIER: '1', ...environment },
  })
  assert.equal(status, 0, `${command}\n${stdout}${stderr}`)
  return stdout
}

/** Without what differs from run to run: times, ids of installations, addresses, and what npm says before a script. */
function lines(text: string): readonly string[] {
  return (
    text
      .replaceAll(/^\n?(?:> .*\n)+\n?/gm, '')
      .replaceAll(/\d\d:\d\d:\d\d UTC/g, '<time>')
      .replaceAll(/(webhook-timestamp: )\d+/g, '$1<seconds>')
      .replaceAll(/dlv_[0-9a-f]+_[0-9a-f]+_/g, 'dlv_<installation>_<epoch>_')
      .replaceAll(/just now|\b\d+ s ago/g, '<ago>')
      .replaceAll(/\b[\d.]+ m?s\b/g, '<duration>')
      // The second request uses the connection of the first, if that is still open.
      .replaceAll('connected <duration>, ', '')
      .replaceAll(/127\.0\.0\.1:\d+/g, '<address>')
      .trim()
      .split('\n')
      .map((line) => line.trimEnd())
  )
}

describe('README.md, and docs/start.md after it', () => {
  const [startCommand = '', sendCommand = ''] = blocks(readme, 'sh')
  const [listenCommand = '', ...tourCommands] = blocks(tour, 'sh')
  let folder = ''
  let service: Terminal
  let receiver: Terminal
  let dataFolder = ''
  let receiverUrl = ''

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-readme-'))
    dataFolder = join(folder, 'data')
    // `exec`: the shell that stands in for the window must not be hit by Ctrl-C.
    service = new Terminal(`exec ${startCommand}`, {
      HOME: folder,
      TOCSIN_LISTEN: '127.0.0.1:0',
      TOCSIN_DATA_FOLDER: dataFolder,
      // A service that was started here before has left its own.
      TOCSIN_DATABASE: `sqlite:${join(dataFolder, 'tocsin.db')}`,
    })
    receiver = new Terminal(`exec ${listenCommand.trim()} --port 0`, { HOME: folder })
    await service.shows(/Tocsin listens on (\S+);/)
    receiverUrl = await receiver.shows(/Listening on (\S+)/)
  })
  after(async () => {
    for (const terminal of [service, receiver]) {
      if (terminal.isOpen) await terminal.pressCtrlC()
    }
    await rm(folder, { recursive: true })
  })

  /** On the addresses of this test instead of the usual ones; commands find the service by themselves. */
  function type(command: string): string {
    const moved = command.replaceAll('http://127.0.0.1:9000/', receiverUrl)
    return run(moved, { HOME: folder, TOCSIN_DATA_FOLDER: dataFolder })
  }

  it('have the commands that this test knows', () => {
    assert.equal(startCommand, 'npm start\n')
    assert.equal(listenCommand, 'npm run tocsin -- listen\n')
    assert.deepEqual(
      [blocks(readme, 'sh'), blocks(readme, 'text')].map(({ length }) => length),
      [2, 1],
    )
    assert.deepEqual(
      [tourCommands, blocks(tour, 'text')].map(({ length }) => length),
      [4, 5],
    )
  })

  it('bring a newcomer from the start to a delivered webhook, its story, and why nobody was notified before', async () => {
    const [sent = ''] = blocks(readme, 'text')
    const [added = '', received = '', cleared = '', story = '', explained = ''] = blocks(tour, 'text')
    const [add = '', clear = '', show = '', explain = ''] = tourCommands
    assert.deepEqual(lines(type(sendCommand)), lines(sent))
    assert.deepEqual(lines(type(add)), lines(added))

    // Down to its last line: a window shows what a program prints piece by piece.
    await receiver.shows(/^ {4}"text": .*\n {2}(})$/m)
    const arrived = receiver.output.slice(receiver.output.indexOf('#1 '))
    assert.deepEqual(lines(arrived), lines(received))

    assert.deepEqual(lines(type(clear)), lines(cleared))
    const notified = await eventually('the delivery is on record', async () => {
      const output = lines(type(show))
      return output[0] === 'Delivery 2: delivered' && output
    })
    const gap = lines(story).indexOf('…')
    const [head, tail] = [lines(story).slice(0, gap), lines(story).slice(gap + 1)]
    assert.deepEqual(notified.slice(0, head.length), head)
    assert.deepEqual(notified.slice(-tail.length), tail)
    assert.deepEqual(lines(type(explain)), lines(explained))
  })

  it('name only scripts that there are', async () => {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const named = [...`${readme}${tour}`.matchAll(/\bnpm (?:run ([a-z:]+)|(?=start|test)([a-z]+))/g)].map(
      ([, script, name]) => script ?? name ?? '',
    )
    assert.deepEqual(
      named.filter((name) => !Object.hasOwn(scripts, name)),
      [],
    )
  })

  it('Ctrl-C ends the service and the receiver well', async () => {
    assert.equal(await service.pressCtrlC(), 0, service.output)
    assert.equal(await receiver.pressCtrlC(), 0, receiver.output)
  })
})
