/**
 * Given to a server by --import: watches how long its loop was held, and tells whoever started it.
 * What the machine took away meanwhile (others had the processor) is no fault of the server: Linux
 * says how long the thread stood in line.
 */
import { readFileSync } from 'node:fs'

const EVERY_MILLISECONDS = 5

/** Milliseconds that this thread was ready to run and did not; 0 where the system does not say. */
function stoodInLine() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

let longest = 0
let last = performance.now()
let lined = stoodInLine()
setInterval(() => {
  const [now, line] = [performance.now(), stoodInLine()]
  longest = Math.max(longest, now - last - EVERY_MILLISECONDS - (line - lined))
  last = now
  lined = line
}, EVERY_MILLISECONDS).unref()

process.on('message', (word) => {
  if (word === 'reset') longest = 0
  process.send?.({ longestMilliseconds: longest })
})
