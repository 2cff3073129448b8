/** A real Mosquitto for a test, on a port and in a folder of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, connectAsync, type IClientPublishOptions, type MqttClient } from 'mqtt'
import { unprivilegedUser } from './postgresCluster.ts'
import { sparePort } from './serverProcess.ts'

const program = [
  '/usr/sbin/mosquitto',
  '/usr/local/sbin/mosquitto',
  '/opt/homebrew/sbin/mosquitto',
].find((path) => existsSync(path))

/** False on a machine that has none; the test then says that it was not run. */
export const hasMosquitto = program !== undefined

export interface Mosquitto {
  url: string
  /** At QoS 1, done when the broker has it. */
  publish(topic: string, payload: string | Buffer, options?: IClientPublishOptions): Promise<void>
  start(): Promise<void>
  kill(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  stop(): Promise<void>
}

/**
 * What is kept is on the disk with every change: it may be killed. `acl`: who may what, as
 * Mosquitto writes it, by the names that clients give themselves.
 */
export async function startMosquitto({ acl }: { acl?: string } = {}): Promise<Mosquitto> {
  if (program === undefined) throw new Error('This machine has no Mosquitto.')
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-mosquitto-'))
  const port = await sparePort()
  const settings = join(folder, 'mosquitto.conf')
  const rules = join(folder, 'acl')
  writeFileSync(rules, acl ?? '')
  writeFileSync(
    settings,
    `listener ${port} 127.0.0.1
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
  chmodSync(folder, 0o755)
  const identity = unprivilegedUser()
  if (identity.uid !== undefined && identity.gid !== undefined)
    for (const path of [folder, settings, rules]) chownSync(path, identity.uid, identity.gid)
  const url = `mqtt://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let publisher: MqttClient | undefined
  const broker: Mosquitto = {
    url,
    async publish(topic, payload, options = {}) {
      // At once: two that both waited for a connection would each leave one, and none be ended.
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
