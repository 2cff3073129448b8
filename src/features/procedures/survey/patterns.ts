/** The server's regular expression engine: linear time for every pattern. */
import { RE2JS } from 're2js'

/** Matches the whole text. An invalid pattern accepts everything here; the server reports it. */
export function fitsPattern(pattern: string, text: string): boolean {
  try {
    return RE2JS.compile(`^(?:${pattern})$`).matcher(text).matches()
  } catch {
    return true
  }
}
