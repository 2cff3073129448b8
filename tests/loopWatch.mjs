/**
 * Given to a server by --import: watches how long its loop was held, and tells whoever started it.
 * What the machine took away meanwhile (others had the processor) is no fault of the server: Linux
 * says how long the thread stood in line. Where it also waits for its own helpers, such as those of
 * the garbage collector, only the processor time of a turn is free of others.
 */
import { readFileSync } from 'node:fs'

const EVERY_MILLISECONDS = 5

/**
 * Milliseconds that this thread ran, and that it was ready to run and did not; 0 where the system
 * does not say.
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
