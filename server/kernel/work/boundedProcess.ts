/** A child process with the interface of a worker thread and a bound on its whole memory. */
import type { ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { MEMORY_VARIABLE } from './memoryWatch.ts'
import { startProcess, type ServerFile } from '#ports/serverFile.ts'

export class BoundedProcess extends EventEmitter {
  readonly #child: ChildProcess
  #isEnding = false

  constructor(megabytes: number, file: ServerFile) {
    super()
    this.#child = startProcess(file, {
      execArgv: [`--max-old-space-size=${Math.round(megabytes * 0.8)}`],
      serialization: 'advanced',
      // Without the server's secrets, since it handles files of strangers.
      env: { PATH: process.env['PATH'] ?? '', [MEMORY_VARIABLE]: String(megabytes) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child.on('message', (report) => this.emit('message', report))
    this.#child.on('error', (error) => this.#fail(error))
    this.#child.on('exit', (code, signal) => {
      if (this.#isEnding) return
      // SIGKILL comes from the memory watch or the system; SIGABRT comes from V8.
      const isMemory = signal === 'SIGKILL' || signal === 'SIGABRT' || code === 134
      if (isMemory) this.#fail(Object.assign(new Error('Out of memory'), { code: OUT_OF_MEMORY }))
      else this.emit('exit', code)
    })
  }

  /** Undefined if the system could not start it. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  postMessage(message: unknown): void {
    if (this.#child.connected)
      this.#child.send(message as object, (error) => {
        if (error !== null && !this.#isEnding) this.#fail(error)
      })
    else this.#fail(new Error('The process has ended'))
  }

  ref(): void {
    this.#child.ref()
    this.#child.channel?.ref()
  }

  unref(): void {
    this.#child.unref()
    this.#child.channel?.unref()
  }

  async terminate(): Promise<void> {
    this.#isEnding = true
    const { exitCode, signalCode, pid } = this.#child
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    this.#child.ref() // keeps an otherwise idle server from exiting first
    const over = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await over
  }

  #fail(error: Error): void {
    if (this.listenerCount('error') > 0) this.emit('error', error)
  }
}

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'
