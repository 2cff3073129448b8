/**
 * Work whose length a stranger decides (a file, a rule) runs in a worker thread with limits of time
 * and memory, so that the event loop stays free. A thread's limit does not count buffers outside
 * the heap, such as a decoded picture, so tasks that decode pictures run in a process whose whole
 * memory is bounded.
 * Tasks are declared by their input and output; server/threadWorker.ts gathers their code.
 */
import { Refusal, tooMany } from '#kernel/http/errors.ts'
import { serverFile, startThread } from '#ports/serverFile.ts'
import { BoundedProcess } from './boundedProcess.ts'
import { judgeTime, type Meter, meterOfProcess, meterOfThread } from './taskTime.ts'

/**
 * `quick` tasks run while a user types, `long` tasks read files, `apart` tasks decode or draw
 * pictures. Lanes never wait for each other.
 */
export type Lane = 'quick' | 'long' | 'apart'

interface Hand {
  postMessage(order: Order): void
  on(event: 'message', listener: (report: Report) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  removeAllListeners(event: 'message' | 'error' | 'exit'): unknown
  ref(): void
  unref(): void
  terminate(): Promise<unknown>
}

/** Declared beside the module's code. `In` and `Out` must survive a structured clone. */
export interface Task<In, Out> {
  name: string
  lane: Lane
  /** Never read; binds the types to the name. */
  readonly types?: (given: In) => Out
}
export const defineTask = <In, Out>(name: string, lane: Lane): Task<In, Out> => ({ name, lane })

export interface Threads {
  /**
   * Runs a task; companies take turns. Rethrows the task's `Refusal`. Throws 400 if the task takes
   * too long or too much memory, 429 if the queue is full or the machine too busy.
   */
  run<In, Out>(task: Task<In, Out>, companyId: number, given: In): Promise<Out>
  close(): Promise<void>
}

export interface LaneLimits {
  threads: number
  /** Maximum threads per company. Fewer than all, so that another company finds a free thread. */
  threadsEach: number
  waiting: number
  waitingEach: number
  /** Processor time, so that a busy machine refuses no more than an idle one. */
  milliseconds: number
  /** Limit of a thread's heap, or of a process's whole memory. */
  megabytes: number
  /** Idle threads end after this. Omit to keep them. */
  idleMilliseconds?: number
}
export const laneLimits: Readonly<Record<Lane, LaneLimits>> = {
  quick: {
    threads: 2,
    threadsEach: 1,
    waiting: 100,
    waitingEach: 20,
    milliseconds: 3_000,
    megabytes: 128,
  },
  long: {
    threads: 2,
    threadsEach: 1,
    waiting: 40,
    waitingEach: 8,
    milliseconds: 30_000,
    megabytes: 768,
  },
  apart: {
    threads: 2,
    threadsEach: 1,
    waiting: 40,
    waitingEach: 8,
    milliseconds: 30_000,
    megabytes: 640,
    idleMilliseconds: 30_000,
  },
}

export interface Order {
  id: number
  task: string
  given: unknown
}
interface WireRefusal {
  status: number
  message: string
  errors: Refusal['errors']
}
export type Report =
  | { id: number; done: unknown }
  | { id: number; refused: WireRefusal }
  | { id: number; failed: string }
  | { isReady: true }

interface Waiting {
  order: Order
  settle(report: Report): void
  fail(error: Error): void
}

/** `bundle`: the bundled server/threadWorker.ts. Omit to use the file beside this one. */
export function makeThreads({
  limits = laneLimits,
  bundle,
  meter,
}: {
  limits?: Readonly<Record<Lane, LaneLimits>>
  bundle?: URL | undefined
  meter?: () => Meter
} = {}): Threads {
  const spawn = (megabytes: number) => spawnWorker(megabytes, bundle)
  const busyThreads = (): number => lanes.quick.busy + lanes.long.busy
  const startMeter = (): Meter => meter?.() ?? meterOfThread(busyThreads)
  const lanes: Record<Lane, Pick<LaneOfThreads<Hand>, 'busy' | 'run' | 'close'>> = {
    quick: new LaneOfThreads(limits.quick, spawn, startMeter),
    long: new LaneOfThreads(limits.long, spawn, startMeter),
    apart: new LaneOfThreads(
      limits.apart,
      (megabytes) => new BoundedProcess(megabytes, serverFile('threadWorker', bundle)),
      (hand) => meter?.() ?? meterOfProcess(hand.pid),
    ),
  }
  let orders = 0
  return {
    run<In, Out>(which: Task<In, Out>, companyId: number, given: In) {
      orders += 1
      return lanes[which.lane].run(companyId, {
        id: orders,
        task: which.name,
        given,
      }) as Promise<Out>
    },
    async close() {
      await Promise.all(Object.values(lanes).map((lane) => lane.close()))
    },
  }
}

const tooLong = () =>
  new Refusal(400, 'The request cannot be read as it is.', [
    {
      path: 'body',
      code: 'tooMuchWork',
      message: 'This takes too long or too much memory to work out. Make it smaller or simpler.',
    },
  ])

const RETRY_SECONDS = 5

interface Share {
  busy: number
  waiting: Waiting[]
}

class LaneOfThreads<H extends Hand> {
  readonly #limits: LaneLimits
  readonly #spawn: (megabytes: number) => H
  readonly #startMeter: (hand: H) => Meter
  readonly #idle: H[] = []
  readonly #all = new Set<H>()
  /** Ordered by turn: the company at the front is next. */
  readonly #shares = new Map<number, Share>()
  #busy = 0

  constructor(limits: LaneLimits, spawn: (megabytes: number) => H, startMeter: (hand: H) => Meter) {
    this.#limits = limits
    this.#spawn = spawn
    this.#startMeter = startMeter
  }

  get busy(): number {
    return this.#busy
  }

  run(companyId: number, order: Order): Promise<unknown> {
    const share = this.#shares.get(companyId) ?? { busy: 0, waiting: [] }
    const all = [...this.#shares.values()].reduce((sum, { waiting }) => sum + waiting.length, 0)
    if (share.waiting.length >= this.#limits.waitingEach || all >= this.#limits.waiting)
      return Promise.reject(tooMany(RETRY_SECONDS))
    this.#shares.set(companyId, share)
    return new Promise((done, fail) => {
      share.waiting.push({
        order,
        fail,
        settle: (report) => {
          if ('done' in report) done(report.done)
          else if ('refused' in report)
            fail(new Refusal(report.refused.status, report.refused.message, report.refused.errors))
          else
            fail(new Error('failed' in report ? report.failed : 'The thread answered out of turn'))
        },
      })
      this.#next()
    })
  }

  async close(): Promise<void> {
    for (const { waiting } of this.#shares.values())
      for (const { fail } of waiting.splice(0)) fail(new Error('The server is stopping'))
    await Promise.all([...this.#all].map((worker) => worker.terminate()))
  }

  #next(): void {
    if (this.#busy >= this.#limits.threads) return
    const [companyId, share] =
      [...this.#shares].find(
        ([, { busy, waiting }]) => busy < this.#limits.threadsEach && waiting.length > 0,
      ) ?? []
    const waiting = share?.waiting.shift()
    if (companyId === undefined || share === undefined || waiting === undefined) return
    this.#shares.delete(companyId)
    this.#shares.set(companyId, share)
    this.#busy += 1
    share.busy += 1
    const worker = this.#idle.pop() ?? this.#start()
    void this.#work(worker, waiting).then((isAlive) => {
      if (isAlive) this.#rest(worker)
      this.#busy -= 1
      share.busy -= 1
      if (share.busy === 0 && share.waiting.length === 0) this.#shares.delete(companyId)
      this.#next()
    })
  }

  #rest(worker: H): void {
    this.#idle.push(worker)
    const { idleMilliseconds } = this.#limits
    if (idleMilliseconds === undefined) return
    setTimeout(() => {
      const at = this.#idle.indexOf(worker)
      if (at === -1) return
      this.#idle.splice(at, 1)
      this.#all.delete(worker)
      void worker.terminate()
    }, idleMilliseconds).unref()
  }

  #start(): H {
    const worker = this.#spawn(this.#limits.megabytes)
    this.#all.add(worker)
    worker.unref()
    return worker
  }

  /** Resolves true while the thread can take another task. */
  #work(worker: H, { order, settle, fail }: Waiting): Promise<boolean> {
    return new Promise((done) => {
      let timer: NodeJS.Timeout | undefined
      const end = (isAlive: boolean, tell: () => void) => {
        clearTimeout(timer)
        for (const event of ['message', 'error', 'exit'] as const) worker.removeAllListeners(event)
        worker.on('error', () => undefined) // the thread is idle or ending, and its next order reports the error
        worker.unref()
        tell()
        if (isAlive) return done(true)
        this.#all.delete(worker)
        // A thread inside one long call of the engine (JSON.parse) cannot be stopped; its slot is
        // free once it has ended.
        void worker.terminate().finally(() => done(false))
      }
      const watchTime = () => {
        const limit = this.#limits.milliseconds
        const worked = this.#startMeter(worker)
        const begun = performance.now()
        const look = () => {
          const verdict = judgeTime(worked(), performance.now() - begun, limit)
          if (verdict.kind === 'tooLong') end(false, () => fail(tooLong()))
          else if (verdict.kind === 'busy') end(false, () => fail(tooMany(RETRY_SECONDS)))
          else timer = setTimeout(look, verdict.nextMilliseconds)
        }
        look()
      }
      worker.on('message', (report: Report) => {
        // Starting a thread does not count toward the task's time.
        if ('isReady' in report) watchTime()
        else end(true, () => settle(report))
      })
      worker.on('error', (error) => {
        const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        end(false, () => fail(isMemory ? tooLong() : error))
      })
      worker.on('exit', () => end(false, () => fail(new Error('The thread ended'))))
      worker.ref()
      worker.postMessage(order)
    })
  }
}

function spawnWorker(megabytes: number, bundle: URL | undefined): Hand {
  return startThread(serverFile('threadWorker', bundle), {
    resourceLimits: {
      maxOldGenerationSizeMb: megabytes,
      maxYoungGenerationSizeMb: 32,
      stackSizeMb: 4,
    },
  })
}
