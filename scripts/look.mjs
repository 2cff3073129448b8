/**
 * `npm run look [name]`: pictures of every built screen into screenshots/, for people to look at;
 * see e2e/look.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { explainAndExit, root, setUp } from './setup.mjs'

try {
  await setUp({ build: process.env.BASE_URL === undefined })
  const chromium = await ensureChromium(root)
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/tsx/dist/cli.mjs'), 'e2e/look/main.ts', ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) },
    },
  )
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
} catch (error) {
  explainAndExit(error)
}
