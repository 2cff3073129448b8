/** A person's regular expression, judged before it is ever run on anybody's text. */
import { RE2JS } from 're2js'
import type { Fits } from '#contract/rules/score'
import { badInput } from './errors.ts'

export type PatternFault = 'unreadable' | 'tooSlow'

/**
 * Taken for granted by other engines, and what makes them slow: RE2 has neither back references nor
 * look-arounds.
 */
const LOOKS_BACK_OR_AROUND = /\\[1-9k]|\(\?(?:[=!]|<[=!])/

/**
 * Steps of a compiled pattern: each may be taken for every letter of a text. A serial number has
 * about ten.
 */
const LARGEST = 200

/**
 * Pieces a pattern may be written out to before it is compiled at all: compiling that many takes a
 * few milliseconds.
 */
const MAX_PIECES = 1_000

/**
 * Patterns run on RE2, whose time grows with the text alone; so whatever is small once compiled may
 * be used. Compiling itself writes every repetition out (a thousand of each), so that is bounded
 * first. The page must run patterns on the same engine.
 */
export function patternFault(pattern: string): PatternFault | null {
  try {
    if (piecesOf(pattern) > MAX_PIECES) return 'tooSlow'
    return compilePattern(pattern).programSize() > LARGEST ? 'tooSlow' : null
  } catch {
    return LOOKS_BACK_OR_AROUND.test(pattern) ? 'tooSlow' : 'unreadable'
  }
}

/**
 * A quotation, an escape, a class with all that stands in it, how often the last is repeated, the
 * start or end of a group, anything else.
 */
const PIECE =
  /\\Q[^]*?(?:\\E|$)|\\[pP]\{[^}]*\}|\\[^]|\[\^?\]?(?:\[:[^\]]*:\]|\\[^]|[^\]\\])*\]|\{(\d+)(,?)(\d*)\}|\((?:\?(?:P?<\w+>|[a-zA-Z-]*:?))?|\)|[^]/gu

/** Letters and classes that a pattern comes to when every repetition is written out. */
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
      // `(?i)` is no piece of its own: what repeats behind it repeats the piece in front of it. An
      // empty group is one: it is remembered each time.
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

/** The whole text must fit. */
export const compilePattern = (pattern: string): RE2JS => RE2JS.compile(`^(?:${pattern})$`)

/** Steps that the answers of one request may cost together: under 50 ms. */
const MAX_STEPS = 400_000

/**
 * Compiling costs more than matching a short text, and the same few patterns come with every
 * performance.
 */
const compiledBefore = new Map<string, RE2JS>()
const MAX_KEPT = 500

function compiledOnce(pattern: string): RE2JS {
  const kept = compiledBefore.get(pattern) ?? compilePattern(pattern)
  compiledBefore.delete(pattern) // to the end: the one used longest ago goes first
  compiledBefore.set(pattern, kept)
  if (compiledBefore.size > MAX_KEPT)
    compiledBefore.delete(compiledBefore.keys().next().value ?? pattern)
  return kept
}

/**
 * Holds texts against patterns that were judged when they were kept. One that cannot be used any
 * more keeps nothing out.
 */
export function patternsWithin(path: string, most = MAX_STEPS): Fits {
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
