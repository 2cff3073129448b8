/** `npm run bench [part]`: measures the built product; see tests/bench. */
import { ensureChromium, ensurePostgres } from './chromium.mjs'
import { runProgram } from './progress.mjs'
import { explainAndExit, root, setUp } from './setup.mjs'

try {
  await setUp({ build: true, tools: true })
  await ensurePostgres()
  const chromium = await ensureChromium(root)
  runProgram('tests/bench/main.ts', {
    cwd: root,
    env: { ...process.env, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) },
  })
} catch (error) {
  explainAndExit(error)
}
