/** A person's regular expression, judged before it is ever run on anybody's text. */
export type PatternFault = 'unreadable' | 'tooSlow'

/**
 * A repetition inside a repetition, or alternatives inside one, may take for ever on a text of thirty letters; such a
 * pattern is refused rather than timed. What is left runs in time that grows with the text.
 */
export function patternFault(pattern: string): PatternFault | null {
  try {
    new RegExp(`^(?:${pattern})$`, 'u')
  } catch {
    return 'unreadable'
  }
  const plain = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x') // escapes and classes are one character each
  return /\([^()]*[*+|{][^()]*\)\s*[*+{]/.test(plain) || /\(.*\(.*\).*\)\s*[*+{]/.test(plain) || /\\[1-9]/.test(pattern) ? 'tooSlow' : null
}
