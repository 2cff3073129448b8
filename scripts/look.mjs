/** `npm run look [name]`: saves pictures of the screens to screenshots/; see e2e/look. */
import { ensureChromium } from './chromium.mjs'
import { runProgram } from './progress.mjs'
import { explainAndExit, root, setUp } from './setup.mjs'

try {
  await setUp({ build: process.env.BASE_URL === undefined, tools: true })
  const chromium = await ensureChromium(root)
  runProgram('e2e/look/main.ts', {
    cwd: root,
    env: { ...process.env, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) },
  })
} catch (error) {
  explainAndExit(error)
}
