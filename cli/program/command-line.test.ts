import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { commandLine, prefixOf, withCommands } from './command-line.ts'

const CALLED = '_TOCSIN_CALLED_AS'

describe('prefixOf', () => {
  const prefix = (environment: Readonly<Record<string, string>>, user: string | undefined = 'ada') =>
    prefixOf({
      environment: { PATH: '/usr/local/bin:/usr/bin', ...environment },
      workingDirectory: '/home/ada/clone',
      user,
    })

  for (const [what, environment, expected] of [
    ['installed by a package', { [CALLED]: '/usr/lib/tocsin/bin/tocsin.js' }, 'tocsin'],
    ['installed by npm', { [CALLED]: '/usr/local/bin/tocsin' }, 'tocsin'],
    ['given by nothing that is known', {}, 'tocsin'],
    ['of a clone', { npm_lifecycle_event: 'tocsin', npm_package_name: 'tocsin' }, 'npm run tocsin --'],
    ['of npm start', { npm_lifecycle_event: 'start', npm_package_name: 'tocsin' }, 'npm run tocsin --'],
    ['of a script of another project', { npm_lifecycle_event: 'start', npm_package_name: 'shop' }, 'tocsin'],
    ['of npx', { npm_lifecycle_event: 'npx', [CALLED]: '/home/ada/.npm/_npx/1/tocsin' }, 'npx tocsin'],
    [
      'of npx with a package',
      { npm_lifecycle_event: 'npx', npm_config_package: './tocsin-0.3.0.tgz' },
      'npx --package ./tocsin-0.3.0.tgz -- tocsin',
    ],
    ['of the folder', { [CALLED]: '/home/ada/clone/bin/tocsin.js' }, './bin/tocsin.js'],
    ['of a folder beside it', { [CALLED]: '/opt/my own/bin/tocsin.js' }, "'/opt/my own/bin/tocsin.js'"],
  ] as const)
    it(`begins a command that is ${what} with ${expected}`, () => assert.equal(prefix(environment), expected))

  it('begins with sudo where that began the command, and not only the shell', () => {
    const given = (command: string, user?: string) => prefix({ SUDO_COMMAND: command }, user)
    assert.equal(given('/usr/bin/tocsin status', 'root'), 'sudo tocsin')
    assert.equal(given('/usr/bin/tocsin run -- x', 'postgres'), 'sudo -u postgres tocsin')
    assert.equal(given('/bin/bash', 'root'), 'tocsin')
    assert.equal(given('/usr/bin/apt-get install tocsin-tools', 'root'), 'tocsin')
  })
})

describe('withCommands', () => {
  for (const own of [
    'npm run tocsin --',
    'npx tocsin',
    'npx --package ./t.tgz -- tocsin',
    'sudo -u ada tocsin',
    'tocsin',
  ])
    it(`writes ${own} once before each command, however often it is asked`, () => {
      const once = withCommands('Add one with: tocsin webhook add, see tocsin webhook list', own)

      assert.equal(once, `Add one with: ${own} webhook add, see ${own} webhook list`)
      assert.equal(withCommands(once, own), once)
    })

  it('knows commands by what follows them', () => {
    const texts = [
      'See: tocsin serve --help',
      'Ask as root: sudo tocsin config check',
      '/var/lib/tocsin is gone',
      'tocsin.',
    ]
    assert.deepEqual(
      texts.map((text) => withCommands(text)),
      texts,
    )
    assert.equal(commandLine('status'), 'tocsin status')
  })
})
