import { RE2JS } from 're2js'
import type { Fits } from '#contract/rules/score.ts'
import { badInput } from '#kernel/http/errors.ts'

export type PatternFault = 'unreadable' | 'tooSlow'

/** Back references and look-arounds, which RE2 lacks. Engines that support them can become slow. */
const LOOKS_BACK_OR_AROUND = /\\[1-9k]|\(\?(?:[=!]|<[=!])/

/**
 * Steps of a compiled pattern; each may run for every character of a text. A serial number has
 * about ten.
 */
const LARGEST = 200

/**
 * Pieces after writing out repetitions, before compiling. Compiling this many takes a few
 * milliseconds.
 */
const MAX_PIECES = 1_000

/**
 * Patterns run on RE2, whose time grows with the text alone, so a pattern that compiles small is
 * safe. Compiling writes out repetitions (a thousand of each), so their number is bounded first.
 * The page must use the same engine.
 */
export function patternFault(pattern: string): PatternFault | null {
  try {
    if (piecesOf(pattern) > MAX_PIECES) return 'tooSlow'
    return compilePattern(pattern).programSize() > LARGEST ? 'tooSlow' : null
  } catch {
    return LOOKS_BACK_OR_AROUND.test(pattern) ? 'tooSlow' : 'unreadable'
  }
}

const PIECE =
  /\\Q[^]*?(?:\\E|$)|\\[pP]\{[^}]*\}|\\[^]|\[\^?\]?(?:\[:[^\]]*:\]|\\[^]|[^\]\\])*\]|\{(\d+)(,?)(\d*)\}|\((?:\?(?:P?<\w+>|[a-zA-Z-]*:?))?|\)|[^]/gu

export function piecesOf(pattern: string): number {
  const outer: { before: number; last: number; isFlag: boolean }[] = []
  let [before, last] = [0, 0]
  for (const [piece, least, comma, most] of pattern.matchAll(PIECE)) {
    if (least !== undefined) {
      last *= Math.max(Number(least), Number(most ?? 0), comma === '' ? 0 : 1)
    } else if (piece.startsWith('(')) {
      outer.push({ before, last, isFlag: /^\(\?[a-zA-Z-]+$/.test(piece) })
      ;[before, last] = [0, 0]
    } else if (piece === ')') {
      const around = outer.pop() ?? { before: 0, last: 0, isFlag: false }
      // `(?i)` is not a piece: a repetition after it repeats the piece before. An empty group is
      // one piece, since each repetition captures it.
      const group = Math.max(1, before + last)
      before = around.before + (around.isFlag ? 0 : around.last)
      last = around.isFlag ? around.last : group
    } else {
      before += last
      last = piece.startsWith('\\Q') ? piece.length : 1
    }
  }
  return outer.reduce((sum, around) => sum + around.before + around.last, before + last)
}

export const compilePattern = (pattern: string): RE2JS => RE2JS.compile(`^(?:${pattern})$`)

/** Steps that all answers of one request may cost: under 50 ms. */
const MAX_STEPS = 400_000

/**
 * Cache: compiling costs more than matching a short text, and performances repeat the same
 * patterns.
 */
const compiledBefore = new Map<string, RE2JS>()
const MAX_KEPT = 500

function compiledOnce(pattern: string): RE2JS {
  const kept = compiledBefore.get(pattern) ?? compilePattern(pattern)
  compiledBefore.delete(pattern)
  compiledBefore.set(pattern, kept)
  if (compiledBefore.size > MAX_KEPT)
    compiledBefore.delete(compiledBefore.keys().next().value ?? pattern)
  return kept
}

/** Matches texts against stored patterns. A pattern that cannot run accepts everything. */
export function makePatternMatcher(path: string, most = MAX_STEPS): Fits {
  let steps = 0
  return (pattern, text) => {
    let compiled: RE2JS
    try {
      compiled = compiledOnce(pattern)
    } catch {
      return true
    }
    steps += compiled.programSize() * text.length
    if (steps > most)
      throw badInput(
        path,
        'tooMuchWork',
        'These texts are too long to be held against their patterns.',
      )
    return compiled.matcher(text).matches()
  }
}
