/**
 * `npm run try-image`: builds the image and uses it (tests/image). Without buildah it puts the
 * image's files together in a plain folder, starts the server there, asks it, and stops it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeImageRoot } from './imageRoot.mjs'
import { runProgram } from './progress.mjs'
import { explainAndExit, root, setUp } from './setup.mjs'

const PATIENCE = 180_000

async function tryImage() {
  if (existsSync('/usr/bin/buildah')) {
    await setUp({ tools: true })
    runProgram('tests/image/main.ts', { cwd: root })
    return
  }
  await setUp({ build: true })
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-image-'))
  try {
    makeImageRoot(folder, '')
    const [, command] = /^CMD (\[.*\])$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))
    await tryServer(join(folder, 'root/app'), folder, JSON.parse(command))
    console.log('  ✓ The image’s files make a server that starts, is ready, and stops when told.')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function tryServer(app, folder, [program, ...rest]) {
  const port = await sparePort()
  const child = spawn(program === 'node' ? process.execPath : program, rest, {
    cwd: app,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: join(folder, 'data'),
      HOST: '127.0.0.1',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  const exited = once(child, 'exit')
  try {
    for (const deadline = Date.now() + PATIENCE; ; await wait(200)) {
      if (child.exitCode !== null) throw new Error(`It ended as it started:\n${output}`)
      if (Date.now() > deadline) throw new Error(`It was not ready in time:\n${output}`)
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
      if (answer?.ok) break
    }
    const alive = await fetch(`http://127.0.0.1:${port}/healthz`)
    const page = await (await fetch(`http://127.0.0.1:${port}/login`)).text()
    if (!alive.ok || !page.includes('<div id="root"')) throw new Error('It serves no page.')
    if (!output.includes('/setup?token=')) throw new Error('It printed no link to begin with.')
    child.kill('SIGTERM')
    const [code] = await exited
    if (code !== 0) throw new Error(`It ended with ${code} when told to stop:\n${output}`)
  } finally {
    child.kill('SIGKILL')
  }
}

const sparePort = () =>
  new Promise((done, fail) => {
    const server = createServer()
      .on('error', fail)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address()
        server.close(() => done(port))
      })
  })

await tryImage().catch(explainAndExit)
