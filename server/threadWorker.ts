/**
 * Thread or process that runs tasks for kernel/work/threads.ts: each task's code by name, one order
 * at a time.
 */
import { parentPort } from 'node:worker_threads'
import { isBoundedProcess, watchMemory } from '#kernel/work/memoryWatch.ts'
import { Refusal } from '#kernel/http/errors.ts'
import type { Order, Report, Task } from '#kernel/work/threads.ts'
import { summariseFile, summariseFileTask } from './modules/operation/imports/inThread.ts'
import {
  checkPlanInThread,
  checkPlanTask,
  readIfcFile,
  readIfcTask,
  readVenueFile,
  readVenueTask,
} from './modules/site/venues/inThread.ts'
import {
  readCalendarInThread,
  readCalendarTask,
} from './modules/foundation/holidayLists/inThread.ts'
import { planInThread, planTask } from './modules/work/schedules/inThread.ts'
import {
  drawInThread,
  drawTask,
  scaleInProcess,
  scaleTask,
} from './modules/work/signedLogs/inThread.ts'

if (!parentPort && !isBoundedProcess())
  throw new Error('threadWorker.ts runs in a thread or process of kernel/work/threads.ts only')
const answer = (report: Report) =>
  parentPort ? parentPort.postMessage(report) : process.send?.(report)

type Work = (given: never) => unknown
const works = new Map<string, Work>()
const gather = <In, Out>({ name }: Task<In, Out>, work: (given: In) => Out | Promise<Out>) =>
  works.set(name, work)

gather(planTask, planInThread)
gather(readCalendarTask, readCalendarInThread)
gather(readVenueTask, readVenueFile)
gather(readIfcTask, readIfcFile)
gather(checkPlanTask, checkPlanInThread)
gather(summariseFileTask, summariseFile)
gather(drawTask, drawInThread)
gather(scaleTask, scaleInProcess)

const handle = (order: Order): void => {
  // Reports the start, so that the task's time limit begins then.
  answer({ isReady: true })
  void (async () => {
    try {
      const work = works.get(order.task)
      if (work === undefined) throw new Error(`There is no task called ${order.task}`)
      // the caller's Task type ties name and argument
      answer({ id: order.id, done: await work(order.given as never) })
    } catch (error) {
      if (error instanceof Refusal)
        answer({
          id: order.id,
          refused: { status: error.status, message: error.message, errors: error.errors },
        })
      else
        answer({
          id: order.id,
          failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
        })
    }
  })()
}

if (parentPort) parentPort.on('message', handle)
else {
  watchMemory()
  process.on('message', handle)
  process.on('disconnect', () => process.exit())
}
