import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, connectAsync, type IClientPublishOptions, type MqttClient } from 'mqtt'
import { unprivilegedUser } from './postgresCluster.ts'
import { root } from './root.ts'
import { sparePort } from './serverProcess.ts'

const program = [
  '/usr/sbin/mosquitto',
  '/usr/local/sbin/mosquitto',
  '/opt/homebrew/sbin/mosquitto',
].find((path) => existsSync(path))

const dynamicSecurity = [
  '/usr/lib/x86_64-linux-gnu/mosquitto_dynamic_security.so',
  '/usr/lib/aarch64-linux-gnu/mosquitto_dynamic_security.so',
  '/usr/lib/mosquitto_dynamic_security.so',
  '/opt/homebrew/lib/mosquitto_dynamic_security.so',
].find((path) => existsSync(path))

export const passwordProgram =
  ['/usr/bin/mosquitto_passwd', '/usr/local/bin/mosquitto_passwd'].find((path) =>
    existsSync(path),
  ) ?? ''

export const hasDynamicSecurity =
  program !== undefined && dynamicSecurity !== undefined && passwordProgram !== ''

/** False if Mosquitto is not installed. The test then reports that it was not run. */
export const hasMosquitto = program !== undefined

export interface Mosquitto {
  url: string
  folder: string
  /** At QoS 1. Resolves when the broker has acknowledged it. */
  publish(topic: string, payload: string | Buffer, options?: IClientPublishOptions): Promise<void>
  start(): Promise<void>
  kill(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  stop(): Promise<void>
}

/**
 * Persists every change, so that it can be killed. `acl`: Mosquitto's access list, by client name.
 */
export async function startMosquitto({
  acl,
  isShipped = false,
  prepare,
}: {
  acl?: string
  isShipped?: boolean
  prepare?: (folder: string) => void
} = {}): Promise<Mosquitto> {
  if (program === undefined) throw new Error('This machine has no Mosquitto.')
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-mosquitto-'))
  const port = await sparePort()
  const settings = join(folder, 'mosquitto.conf')
  const rules = join(folder, 'acl')
  writeFileSync(rules, acl ?? '')
  writeFileSync(
    settings,
    isShipped
      ? readFileSync(join(root, 'deploy/mosquitto.conf'), 'utf8')
          .replace('listener 1883', `listener ${port} 127.0.0.1`)
          .replace('/usr/lib/mosquitto_dynamic_security.so', dynamicSecurity ?? '')
          .replaceAll('/mosquitto/data', folder)
      : `listener ${port} 127.0.0.1
allow_anonymous true
persistence true
persistence_location ${folder}/
autosave_on_changes true
autosave_interval 1
max_queued_messages 0
log_type none
${acl === undefined ? '' : `acl_file ${rules}`}
`,
  )
  prepare?.(folder)
  chmodSync(folder, 0o755)
  const identity = unprivilegedUser()
  if (identity.uid !== undefined && identity.gid !== undefined)
    for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))])
      chownSync(path, identity.uid, identity.gid)
  const url = `mqtt://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let publisher: MqttClient | undefined
  const broker: Mosquitto = {
    url,
    folder,
    async publish(topic, payload, options = {}) {
      // Created at once, because two callers that wait for a connection would each create one, and
      // leave one open.
      publisher ??= connect(url, { reconnectPeriod: 20 }).on('error', () => undefined)
      await publisher.publishAsync(topic, payload, { qos: 1, ...options })
    },
    async start() {
      child = spawn(program, ['-c', settings], { ...identity, stdio: 'ignore' })
      for (const deadline = Date.now() + 20_000; ;) {
        try {
          await (await connectAsync(url, { reconnectPeriod: 0, connectTimeout: 1_000 })).endAsync()
          return
        } catch (error) {
          if (isRefused(error)) return
          if (Date.now() > deadline || child.exitCode !== null) throw error
          await wait(20)
        }
      }
    },
    async kill(signal = 'SIGKILL') {
      await publisher?.endAsync(true)
      publisher = undefined
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    },
    async stop() {
      await broker.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await broker.start()
  return broker
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 5 || error.code === 135)
