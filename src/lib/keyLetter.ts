/**
 * The Latin character of a key: what it types, or what its position types on a Latin layout (a
 * Hebrew, Arabic or Russian keyboard gives ז, ئ or я for Z). Null for other keys.
 */
export function keyLetter({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return key.length === 1 ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null) : null
}
