/**
 * The server of the current source in its own process, bundled at the start of the run
 * (globalPglite.ts), for tests of refused starts and of a running server.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { bundledSource } from './bundledSource.ts'
import { root } from './root.ts'
import { sparePort } from './serverProcess.ts'

export interface SourceOrder {
  dataDir: string
  /** Options of Node, such as a module that watches the server. */
  nodeArguments?: string[]
  env?: Record<string, string>
  /** Folder of the bundled server, if the run itself did not bundle it. */
  bundle?: string
}

interface Started {
  child: ChildProcess
  port: number
  exited: Promise<unknown>
  output(): string
}

/** Uses only these settings, because the test's environment must not affect a start. */
async function spawnSource({
  dataDir,
  nodeArguments = [],
  env = {},
  bundle = bundledSource,
}: SourceOrder): Promise<Started> {
  const port = await sparePort()
  // A server that lives for seconds ends before optimised WebAssembly would pay off.
  const node = ['--liftoff-only', ...nodeArguments]
  const child = spawn(process.execPath, [...node, join(root, bundle, 'main.js')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  const end = () => {
    child.kill('SIGKILL')
  } // also ends the server if the test run is ended early
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  return { child, port, exited: once(child, 'exit'), output: () => output }
}

/** Starts a server that is expected to end by itself. Returns its exit code and output. */
export async function startRefused(
  order: SourceOrder,
): Promise<{ code: number | null; output: string }> {
  const { child, exited, output } = await spawnSource(order)
  const isUp = (async () => {
    while (child.exitCode === null && !output().includes('Plantroom is up')) await wait(50)
  })()
  await Promise.race([exited, isUp])
  if (child.exitCode === null) child.kill('SIGTERM')
  await exited
  return { code: child.exitCode, output: output() }
}

export interface SourceServer {
  url: string
  child: ChildProcess
  output(): string
  stop(): Promise<void>
}

export async function startFromSource(order: SourceOrder): Promise<SourceServer> {
  const { child, port, exited, output } = await spawnSource(order)
  while (!output().includes('Plantroom is up')) {
    if (child.exitCode !== null) throw new Error(`The server ended as it started:\n${output()}`)
    await wait(50)
  }
  return {
    url: `http://localhost:${port}`,
    child,
    output,
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM')
      await exited
    },
  }
}
