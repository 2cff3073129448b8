/**
 * The Latin letter of a key: by what it types, or by its place where the layout has no such letter
 * on it (a Hebrew, Arabic or Russian keyboard says ז, ئ or я for Z). Null for other keys.
 */
export function keyLetter({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return key.length === 1 ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null) : null
}
