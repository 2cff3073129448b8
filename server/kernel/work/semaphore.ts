import { tooMany } from '#kernel/http/errors.ts'

export interface Semaphore {
  take<T>(work: () => Promise<T>): Promise<T>
}

export function makeSemaphore({
  atOnce,
  waiting: most,
}: {
  atOnce: number
  waiting: number
}): Semaphore {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async take(work) {
      if (running >= atOnce) {
        if (waiting.length >= most) throw tooMany(5)
        await new Promise<void>((begin) => {
          waiting.push(begin)
        })
      } else {
        running += 1
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) running -= 1
        else next()
      }
    },
  }
}
