import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { newWebhook, observation } from '../support/build.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { asTokenWith } from '../support/app/make-token.ts'
import { eventually } from '../support/time/eventually.ts'
import { runTool } from './run-tool.ts'

const main = join(import.meta.dirname, '..', '..', 'src', 'main.ts')

describe('tocsin silence', () => {
  let app: TestApp
  before(async () => {
    // A retry within the test would be held as well.
    app = await startApp({ listen: true, settings: { TOCSIN_RETRY_SCHEDULE: '0s,1h' } })
    await app.store.createWebhook(newWebhook(), Date.now())
  })
  after(() => app.stop())

  const environment = (token = ADMIN_TOKEN) => ({ TOCSIN_URL: app.url, TOCSIN_TOKEN: token })
  const run = (...argv: readonly string[]) => runTool(['silence', ...argv], { environment: environment() })
  const report = (key: string) =>
    app.store.acceptObservations([observation({ key, name: key, state: 'low', at: Date.now() })], Date.now())

  it('add, list, show, edit and end: from the first word to the last', async () => {
    await report('lag')
    await eventually('it is sent before the silence begins', async () => {
      const { json } = await app.call('GET', '/v1/deliveries')
      return json.items[0]?.attempts_made === 1
    })
    const added = await run('add', '--match', 'name=~"lag|disk"', '--for', '2h', '--reason', 'patching db-1')
    assert.equal(added.code, 0)
    assert.match(added.out, /^Silence 1 is active until \S+ \(in 2 h\)\.\nIt covers 1 active alert now\.\n$/)

    await report('disk')
    const listed = await run('list')
    assert.match(
      listed.out,
      /ID {2}STATE .*\n *1 {2}active .* in 2 h +1 {2}name=~"lag\|disk" {2}patching db-1/,
    )
    const shown = await run('show', '1')
    assert.match(shown.out, /match {6}name=~"lag\|disk"\nwebhooks {3}all\n/)

    const edited = await run('edit', '1', '--for', '1h', '--reason', 'longer', '--json')
    assert.deepEqual([edited.json.reason, edited.json.state], ['longer', 'active'])
    const refused = await run('edit', '1', '--match', 'name="x"')
    assert.deepEqual([refused.code, /cannot change once the silence has begun/.test(refused.err)], [1, true])
    assert.equal((await run('edit', '1')).code, 2)

    const ended = await run('end', '1')
    assert.equal(
      ended.out,
      'Silence 1 has ended. It held 1 notification, which is sent now if it is still true.\n',
    )
    assert.equal(
      (await run('list')).out,
      'No silence is active or planned. Those that have ended: tocsin silence list --state expired\n',
    )
    assert.match((await run('list', '--state', 'expired')).out, /\n *1 {2}expired/)
  })

  it('add: names who uses this machine, or who is given', async () => {
    const by = async (argv: readonly string[], given: Readonly<Record<string, string>> = {}) => {
      const line = [
        'silence',
        'add',
        '--match',
        'name="x"',
        '--for',
        '1m',
        '--reason',
        'x',
        '--json',
        ...argv,
      ]
      const { json } = await runTool(line, { environment: { ...environment(), ...given } })
      await run('end', String(json.id))
      return json.created_by
    }
    assert.equal(await by([]), `${userInfo().username} (token admin token)`)
    assert.equal(await by([], { SUDO_USER: 'kim' }), 'kim (token admin token)')
    assert.equal(await by(['--as', 'ada'], { SUDO_USER: 'kim' }), 'ada (token admin token)')
    // A name that nobody gave does not keep a silence from being made.
    assert.equal(await by([], { SUDO_USER: 'x'.repeat(200) }), 'admin token')
    const { code, err } = await run('add', '--everything', '--for', '1m', '--reason', 'x', '--as', ' ')
    assert.deepEqual([code, err], [1, 'Invalid request:\n  as: must not be empty\n'])
  })

  it('add: holds everything only if that is said', async () => {
    const given = ['--for', '1h', '--reason', 'the network is down'] as const
    const refused = await run('add', '--match', 'name=~".*"', ...given)
    assert.deepEqual(
      [refused.code, /would silence everything: none of its matchers/.test(refused.err)],
      [1, true],
    )
    const added = await run('add', '--everything', ...given, '--json')
    assert.deepEqual([added.code, added.json.match, added.json.everything], [0, 'name=~".*"', true])
    await run('end', String(added.json.id))
  })

  it('add: says once what is wrong with matchers', async () => {
    const given = ['--match', 'severity=~"low|critical", server="zz"', '--for', '1h', '--reason', 'x']
    const { out } = await run('add', ...given)

    assert.equal(out.split('has an alternative that is never met').length, 2, out)
    await run('end', /^Silence (\d+)/.exec(out)?.[1] ?? '')
  })

  it('add: names what is missing before anything is sent', async () => {
    const cases: readonly (readonly [argv: readonly string[], sentence: RegExp])[] = [
      [
        ['--for', '2h', '--reason', 'x'],
        /needs matchers: give --match, e\.g\. --match 'server="db-1"', or --everything/,
      ],
      [['--match', 'name="x"', '--reason', 'x'], /A silence needs an end: give --for, e\.g\. --for 2h/],
      [['--match', 'name="x"', '--for', '2h'], /needs a reason: give --reason, e\.g\. --reason "patching"/],
      [['--match', 'name="x"', '--for', 'two hours', '--reason', 'x'], /"two hours", not a duration/],
      [['--match', 'name="x"', '--while'], /--while needs a command after --/],
      [['--match', 'name="x"', '--while', '--for', '2h', '--', 'true'], /leave out --for/],
      [['--match', 'name="x"', '--for', '2h', '--reason', 'x', '--', 'true'], /only with --while/],
    ]
    for (const [argv, sentence] of cases) {
      const { code, err } = await run('add', ...argv)
      assert.equal(code, 2, err)
      assert.match(err, sentence)
    }
    assert.deepEqual((await run('list', '--json')).json.items, [])
  })

  it('add: a token that may not read alerts creates one all the same', async () => {
    const { 'x-auth-token': token = '' } = await asTokenWith(app, 'silences:write')
    const argv = ['silence', 'add', '--match', 'name="x"', '--for', '1m', '--reason', 'x']
    const { code, out } = await runTool(argv, { environment: environment(token) })

    assert.equal(code, 0)
    assert.match(out, /^Silence \d+ is active until \S+ \(in \d+ s|in 1 min\)\.\n$/)
  })

  /** A real process: signals, output and the exit code are what this is about. */
  function start(...argv: readonly string[]) {
    const given = ['silence', 'add', '--match', 'name="x"', '--while', '--', ...argv]
    const child = spawn(process.execPath, [main, ...given], {
      env: { PATH: process.env['PATH'] ?? '', TOCSIN_CONFIG: '/nonexistent', ...environment() },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const written = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => (written.out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (written.err += chunk.toString()))
    return { child, written, closed: once(child, 'close') }
  }
  const newest = async () => (await app.call('GET', '/v1/silences?limit=1')).json.items[0]
  const begun = (reason: string) =>
    eventually(`a silence ${reason}`, async () => {
      const silence = await newest()
      return silence?.reason.startsWith(reason) && silence
    })

  it('add --while: lasts as long as the command, whose output and exit code it passes on', async () => {
    const { child, written, closed } = start('sh', '-c', 'read line; echo "$line"; exit 3')
    const silence = await begun('while sh ')
    const lastsMs = Date.parse(silence.ends_at) - Date.parse(silence.starts_at)
    assert.equal(lastsMs, 180_000)

    child.stdin.end('done\n')
    await closed

    assert.deepEqual([child.exitCode, written.out], [3, 'done\n'])
    assert.match(written.err, /silence \d+ is active\n.*silence \d+ has ended\n/s)
    assert.equal((await newest()).state, 'expired')
  })

  it('add --while: its reason names the program, and none of the arguments', async () => {
    const { closed } = start('/bin/echo', 'postgres://u:s3cret@db/x')
    await closed

    assert.match((await newest()).reason, /^while echo runs on \S+$/)
    assert.equal((await newest()).created_by, `${userInfo().username} (token admin token)`)
  })

  it('add --while: a killed command leaves a silence of some minutes at most', async () => {
    const { child, closed } = start('cat')
    const { ends_at: end } = await begun('while cat ')
    child.kill('SIGKILL')
    // The command sees the end of its input.
    child.stdin.destroy()
    await closed

    const left = await newest()
    assert.deepEqual([left.state, left.ends_at], ['active', end])
    assert.ok(Date.parse(end) - Date.now() <= 180_000)
  })

  it('add --while: does not start the command without its silence', async () => {
    const { child, written, closed } = start()
    await closed
    assert.equal(child.exitCode, 2)
    assert.equal(written.out, '')

    const argv = ['silence', 'add', '--match', '', '--while', '--', 'sh', '-c', 'echo started']
    const { code, out, err } = await runTool(argv, { environment: environment() })
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /match: is empty/)
  })
})
