import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { runTool } from './run-tool.ts'

const folder = mkdtempSync(join(tmpdir(), 'tocsin-completion-'))
after(() => rmSync(folder, { recursive: true }))

async function scriptFor(shell: string): Promise<string> {
  const { code, out } = await runTool(['completion', shell])
  assert.equal(code, 0)
  const file = join(folder, shell)
  writeFileSync(file, out)
  return file
}

const run = (shell: string, ...argv: readonly string[]) => spawnSync(shell, argv, { encoding: 'utf8' })
const isMissing = (shell: string) =>
  run(shell, '--version').error !== undefined && `${shell} is not installed`

describe('tocsin completion', () => {
  it('completes commands, options and their values in bash', async () => {
    const script = `
      source ${await scriptFor('bash')}
      complete_words() {
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        _tocsin
        echo "\${COMPREPLY[@]}"
      }
      complete_words tocsin webh
      complete_words tocsin webhook te
      complete_words tocsin --json webhook add --nam
      complete_words tocsin completion ''
      complete_words tocsin webhook add --mode ''
      complete_words tocsin alert send --state ''
      complete_words tocsin webhook add --preset slack
      complete_words tocsin preset show nt
      complete_words tocsin run -- ls --
      complete_words tocsin webhook add --template ''`
    const { stdout, stderr } = run('bash', '-c', script)

    assert.equal(stderr, '')
    // The last one is the name of a file, which bash completes itself.
    assert.deepEqual(stdout.split('\n'), [
      'webhook',
      'test',
      '--name',
      'bash zsh fish --help',
      'every_change current_state',
      'cleared low medium high',
      'slack-blocks slack-text',
      'ntfy',
      '',
      '',
      '',
    ])
  })

  it('completes in fish, with what the words mean', { skip: isMissing('fish') }, async () => {
    const { stdout, stderr } = run(
      'fish',
      '-c',
      `source ${await scriptFor('fish')}; complete -C 'tocsin webhook lis'`,
    )

    assert.equal(stderr, '')
    assert.equal(stdout, 'list\tlist webhooks\n')
  })

  it('can be read by zsh', { skip: isMissing('zsh') }, async () => {
    const { status, stderr } = run('zsh', '-n', await scriptFor('zsh'))

    assert.deepEqual([status, stderr], [0, ''])
  })
})
