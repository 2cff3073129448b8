/**
 * Loaded into a server by --import: measures event loop delays and reports them to the parent. Time
 * in which other programs had the processor is subtracted (Linux reports the run queue wait of a
 * thread). Waits for the server's own helper threads, such as the garbage collector's, remain; only
 * the processor time of a turn excludes them.
 */
import { readFileSync } from 'node:fs'

const EVERY_MILLISECONDS = 5

/**
 * Milliseconds in which this thread ran, and in which it was ready but did not run. 0 if the system
 * does not report them.
 */
function timesOfThread() {
  try {
    const [ran, waited] = readFileSync('/proc/self/schedstat', 'utf8').split(' ')
    return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 }
  } catch {
    return { ran: 0, waited: 0 }
  }
}

let longest = 0
let longestTurn = 0
let last = performance.now()
let times = timesOfThread()
setInterval(() => {
  const [now, before] = [performance.now(), times]
  times = timesOfThread()
  longest = Math.max(longest, now - last - EVERY_MILLISECONDS - (times.waited - before.waited))
  longestTurn = Math.max(longestTurn, times.ran - before.ran)
  last = now
}, EVERY_MILLISECONDS).unref()

process.on('message', (word) => {
  if (word === 'reset') {
    longest = 0
    longestTurn = 0
  }
  process.send?.({ longestMilliseconds: longest, longestTurnMilliseconds: longestTurn })
})
