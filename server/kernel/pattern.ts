/** A person's regular expression, judged before it is ever run on anybody's text. */
import { RE2JS } from 're2js'
import type { Fits } from '#contract/rules/score'
import { badInput } from './errors.ts'

export type PatternFault = 'unreadable' | 'tooSlow'

/** Taken for granted by other engines, and what makes them slow: RE2 has neither back references nor look-arounds. */
const LOOKS_BACK_OR_AROUND = /\\[1-9k]|\(\?(?:[=!]|<[=!])/

/** Steps of a compiled pattern: each may be taken for every letter of a text. A serial number has about ten. */
const LARGEST = 200

/**
 * Patterns run on RE2, whose time grows with the text alone; so whatever it can compile may be used, and compiling is
 * itself bounded (at most a thousand repetitions). The page must run them on the same engine.
 */
export function patternFault(pattern: string): PatternFault | null {
  try {
    return compilePattern(pattern).programSize() > LARGEST ? 'tooSlow' : null
  } catch {
    return LOOKS_BACK_OR_AROUND.test(pattern) ? 'tooSlow' : 'unreadable'
  }
}

/** The whole text must fit. */
export const compilePattern = (pattern: string): RE2JS => RE2JS.compile(`^(?:${pattern})$`)

/** Steps that the answers of one request may cost together: under 50 ms. */
const MOST_STEPS = 400_000

/** Compiling costs more than matching a short text, and the same few patterns come with every performance. */
const compiledBefore = new Map<string, RE2JS>()
const MOST_KEPT = 500

function compiledOnce(pattern: string): RE2JS {
  const kept = compiledBefore.get(pattern) ?? compilePattern(pattern)
  compiledBefore.delete(pattern) // to the end: the one used longest ago goes first
  compiledBefore.set(pattern, kept)
  if (compiledBefore.size > MOST_KEPT) compiledBefore.delete(compiledBefore.keys().next().value ?? pattern)
  return kept
}

/** Holds texts against patterns that were judged when they were kept. One that cannot be used any more keeps nothing out. */
export function patternsWithin(path: string, most = MOST_STEPS): Fits {
  let steps = 0
  return (pattern, text) => {
    let compiled: RE2JS
    try {
      compiled = compiledOnce(pattern)
    } catch {
      return true
    }
    steps += compiled.programSize() * text.length
    if (steps > most) throw badInput(path, 'tooMuchWork', 'These texts are too long to be held against their patterns.')
    return compiled.matcher(text).matches()
  }
}
