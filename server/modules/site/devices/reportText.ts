/** Parses a report. Scripts and printf write NaN and inf, which JSON lacks. */

/** A string, or a word for a missing number where a value should be. */
const token = /"(?:[^"\\]|\\.)*"|(?<=[:,[]\s*)[-+]?(?:nan|inf(?:inity)?)(?=\s*[,}\]])/gi

/** Returns undefined if the text is not JSON. A number that is missing becomes null. */
export function parseReport(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    const plain = text
      .replace(/^\uFEFF/, '')
      .replace(token, (found) => (found.startsWith('"') ? found : 'null'))
    try {
      return plain === text ? undefined : { value: JSON.parse(plain) as unknown }
    } catch {
      return undefined
    }
  }
}
