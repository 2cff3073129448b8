/** A person's regular expression, judged before it is ever run on anybody's text. */
import { RE2JS } from 're2js'

export type PatternFault = 'unreadable' | 'tooSlow'

/** Taken for granted by other engines, and what makes them slow: RE2 has neither back references nor look-arounds. */
const LOOKS_BACK_OR_AROUND = /\\[1-9k]|\(\?(?:[=!]|<[=!])/

/**
 * Patterns run on RE2, whose time grows with the text alone; so whatever it can compile may be used, and compiling is
 * itself bounded (at most a thousand repetitions). The page must run them on the same engine.
 */
export function patternFault(pattern: string): PatternFault | null {
  try {
    compilePattern(pattern)
    return null
  } catch {
    return LOOKS_BACK_OR_AROUND.test(pattern) ? 'tooSlow' : 'unreadable'
  }
}

/** The whole text must fit. */
export const compilePattern = (pattern: string): RE2JS => RE2JS.compile(`^(?:${pattern})$`)
