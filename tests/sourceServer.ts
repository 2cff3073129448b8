/**
 * The server of the present source as a process of its own, bundled when the run begins
 * (globalPglite.ts): how a start is refused, and what a running one bears.
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
  /** Given to Node before the server: a module that watches it, say. */
  nodeArguments?: string[]
  env?: Record<string, string>
  /** Where the server was bundled to, if not by the run itself. */
  bundle?: string
}

interface Started {
  child: ChildProcess
  port: number
  exited: Promise<unknown>
  output(): string
}

/** Only what the order says: nothing of the environment the tests run in decides a start. */
async function spawnSource({
  dataDir,
  nodeArguments = [],
  env = {},
  bundle = bundledSource,
}: SourceOrder): Promise<Started> {
  const port = await sparePort()
  // A server that lives for seconds is over before code that was compiled better has paid.
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
  } // nobody is left behind when the run itself is ended
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

/** Starts a server that is expected to end by itself; answers its exit code and what it wrote. */
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
