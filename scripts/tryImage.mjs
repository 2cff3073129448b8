/**
 * `npm run try-image`: carries out the Dockerfile's last stage line by line in a plain folder,
 * without a container runtime. Copies the packages that the bundle needs, starts the server as the
 * image would, checks its health, and stops it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { copyRuntimePackages } from './runtimePackages.mjs'
import { explainAndExit, root, setUp } from './setup.mjs'

const PATIENCE = 180_000

/** The Dockerfile's stages: what each copies from another, and how the last one starts. */
function readDockerfile() {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ').split('\n')
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  const copies = last.flatMap((line) => {
    const [, copied] = /^COPY --from=build (.+)$/.exec(line) ?? []
    if (copied === undefined) return []
    const paths = copied.split(' ')
    return [{ from: paths.slice(0, -1), to: paths.at(-1) }]
  })
  const environment = Object.fromEntries(
    last
      .filter((line) => line.startsWith('ENV '))
      .flatMap((line) =>
        line
          .slice(4)
          .split(' ')
          .map((pair) => pair.split('=')),
      ),
  )
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(last.join('\n'))?.[1] ?? '[]')
  const user = /^USER (\S+)$/m.exec(last.join('\n'))?.[1]
  return { copies, environment, command, user }
}

async function tryImage() {
  await setUp({ build: true })
  const { copies, environment, command, user } = readDockerfile()
  if (user === undefined || user === 'root') throw new Error('The image runs as root.')
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-image-'))
  try {
    const runtime = join(folder, 'runtime')
    const app = join(folder, 'app')
    for (const each of [runtime, app]) mkdirSync(each)
    copyRuntimePackages(runtime)
    for (const { from, to } of copies)
      for (const path of from) {
        const source = path.startsWith('/runtime/')
          ? join(folder, path)
          : join(root, path.replace(/^\/app\//, ''))
        const target = to === './' ? join(app, path.replace(/^\/app\//, '')) : join(app, to)
        mkdirSync(dirname(target), { recursive: true })
        cpSync(source, target, { recursive: true })
      }
    await tryServer(app, { ...environment, DATA_DIR: join(folder, 'data') }, command)
    console.log('  ✓ The image’s steps make a server that starts, is ready, and stops when told.')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function tryServer(app, environment, [program, ...rest]) {
  const port = await sparePort()
  const child = spawn(program === 'node' ? process.execPath : program, rest, {
    cwd: app,
    env: { PATH: process.env.PATH, ...environment, HOST: '127.0.0.1', PORT: String(port) },
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
