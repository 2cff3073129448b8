/** `npm run bench [part]`: measures the built product; see tests/bench. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureChromium, ensurePostgres } from './chromium.mjs'
import { explainAndExit, root, setUp } from './setup.mjs'

try {
  await setUp({ build: true })
  await ensurePostgres()
  const chromium = await ensureChromium(root)
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/tsx/dist/cli.mjs'), 'tests/bench/main.ts', ...process.argv.slice(2)],
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
