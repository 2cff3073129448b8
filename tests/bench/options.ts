/** The command line of `npm run bench`. Pure. */
import { parseArgs } from 'node:util'

export interface Options {
  parts: string[]
  /** The commit to compare with. */
  against: string | undefined
  pairs: number
}

const PAIRS = 5
const MAX_PAIRS = 100

export class WrongOptions extends Error {}

export interface KnownPart {
  /** Why the part cannot run another build. */
  measuresSource?: boolean
}

/** Throws WrongOptions with a sentence for the user. */
export function readOptions(
  given: readonly string[],
  known: Readonly<Record<string, KnownPart>>,
): Options {
  const { values, positionals } = parsed(given)
  const unknown = positionals.filter((name) => !Object.hasOwn(known, name))
  if (unknown.length > 0)
    throw new WrongOptions(
      `Unknown part: ${unknown.join(', ')}. The parts are ${Object.keys(known).join(', ')}.`,
    )
  const { against, pairs } = values
  if (against === undefined) {
    if (pairs !== undefined) throw new WrongOptions('--pairs needs --against COMMIT.')
    return { parts: positionals, against, pairs: PAIRS }
  }
  const [part, ...others] = positionals
  if (part === undefined || others.length > 0)
    throw new WrongOptions('--against compares one part; name it before: PART --against COMMIT.')
  if (known[part]?.measuresSource === true)
    throw new WrongOptions(
      `${part} cannot be compared: it calls the source of this checkout, not a built server.`,
    )
  if (against === '' || against.startsWith('-'))
    throw new WrongOptions('--against needs a commit: PART --against COMMIT.')
  return { parts: positionals, against, pairs: pairs === undefined ? PAIRS : countOf(pairs) }
}

function parsed(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      options: { against: { type: 'string' }, pairs: { type: 'string' } },
      allowPositionals: true,
    })
  } catch (error) {
    throw new WrongOptions(error instanceof Error ? error.message : String(error))
  }
}

function countOf(pairs: string): number {
  const count = Number(pairs)
  if (/^\d+$/.test(pairs) && count >= 1 && count <= MAX_PAIRS) return count
  throw new WrongOptions(`--pairs is ${pairs}, but must be a whole number from 1 to ${MAX_PAIRS}.`)
}
