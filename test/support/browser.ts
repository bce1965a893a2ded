import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import chromium, { inflate } from '@sparticuz/chromium'
import { chromium as playwright, type Browser } from 'playwright-core'

/** A real Chromium, from npm alone. Its first start on a machine unpacks 200 MB into the temporary folder. */
export async function startBrowser(): Promise<Browser> {
  await unpackBrowser()
  const executablePath = join(FOLDER, EXECUTABLE)
  return launch(executablePath, {}).catch(async (error: unknown) => {
    if (!String(error).includes('shared libraries')) throw error
    return launch(executablePath, { LD_LIBRARY_PATH: join(FOLDER, LIBRARIES, 'lib') })
  })
}

/** Kept from one run to the next, which the temporary folder of tests is not. */
const FOLDER = process.env['TOCSIN_TEST_BROWSER_FOLDER'] ?? tmpdir()

/** The names that the package gives to what is in it; where its fonts are looked for is written in them. */
const EXECUTABLE = 'chromium'
const LIBRARIES = 'al2023'

/**
 * Into a folder of its own, and from there to where it is looked for, the program last: the package takes a file
 * that is there for a whole one, though another process may still be writing it.
 */
export async function unpackBrowser(): Promise<void> {
  const folder = FOLDER
  if (existsSync(join(folder, EXECUTABLE)) && existsSync(join(folder, LIBRARIES))) return
  const fresh = await mkdtemp(join(folder, 'tocsin-browser-'))
  try {
    await unpackInto(fresh)
    const names = await readdir(fresh)
    for (const name of [...names.filter((name) => name !== EXECUTABLE), EXECUTABLE]) {
      await rename(join(fresh, name), join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        // Another process was first with a folder; files are replaced.
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
      })
    }
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** What a bare machine lacks (NSS, expat) is in the package too. */
async function unpackInto(folder: string): Promise<void> {
  const before = process.env.TMPDIR
  // The package knows no other way to say where to.
  process.env.TMPDIR = folder
  try {
    await chromium.executablePath()
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
    await inflate(join(dirname(dirname(entry)), 'bin', `${LIBRARIES}.tar.br`))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

/** Guards against hanging only. */
const START_MS_MAX = 180_000

function launch(executablePath: string, environment: Readonly<Record<string, string>>): Promise<Browser> {
  return playwright.launch({
    executablePath,
    // The package's own arguments include --single-process, which dies when a context closes.
    args: ['--no-sandbox'],
    headless: true,
    timeout: START_MS_MAX,
    env: {
      ...process.env,
      // A machine without any font shows boxes instead of letters; the package has one.
      ...(!existsSync('/etc/fonts') && { FONTCONFIG_PATH: join(dirname(executablePath), 'fonts') }),
      ...environment,
    },
  })
}
