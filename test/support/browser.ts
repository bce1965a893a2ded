import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import chromium, { inflate } from '@sparticuz/chromium'
import { chromium as playwright, type Browser } from 'playwright-core'

/** A real Chromium, from npm alone. Its first start on a machine unpacks 200 MB into the temporary folder. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = await chromium.executablePath()
  return launch(executablePath, {}).catch(async (error: unknown) => {
    if (!String(error).includes('shared libraries')) throw error
    return launch(executablePath, { LD_LIBRARY_PATH: await unpackLibraries() })
  })
}

function launch(executablePath: string, environment: Readonly<Record<string, string>>): Promise<Browser> {
  return playwright.launch({
    executablePath,
    // The package's own arguments include --single-process, which dies when a context closes.
    args: ['--no-sandbox'],
    headless: true,
    env: {
      ...process.env,
      // A machine without any font shows boxes instead of letters; the package has one.
      ...(!existsSync('/etc/fonts') && { FONTCONFIG_PATH: join(dirname(executablePath), 'fonts') }),
      ...environment,
    },
  })
}

/** What a bare machine lacks (NSS, expat) is in the package too. */
async function unpackLibraries(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const folder = await inflate(join(dirname(dirname(entry)), 'bin', 'al2023.tar.br'))
  return join(folder, 'lib')
}
