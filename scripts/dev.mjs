/** `npm run dev`: restarts the server on changes and reloads the page. One Ctrl-C ends both. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { explainAndExit, loadEnvironment, root, setUp } from './setup.mjs'

try {
  loadEnvironment()
  await setUp({ build: false, tools: true })
} catch (error) {
  explainAndExit(error)
}

const serverPort = process.env.PORT || '4000'
const pagePort = process.env.DEV_PORT || String(Number(serverPort) + 1)
const children = [
  start('tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'server/main.ts']),
  start('vite/bin/vite.js', ['--port', pagePort, '--strictPort'], {
    PLANTROOM_API: `http://localhost:${serverPort}`,
  }),
]
console.log(`\n  The page with reload: http://localhost:${pagePort}/ (server on ${serverPort})\n`)

function start(script, args, env = {}) {
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  child.on('exit', (code) => end(code ?? 0))
  return child
}

let ending = false
function end(code) {
  if (ending) return
  ending = true
  process.exitCode = code
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM')
}
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
