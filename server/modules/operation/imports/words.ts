import { languages } from '#contract/languages.ts'
import { exportWord, type ExportWord } from '#kernel/data/exportWords.ts'

export function wordReader<K extends string>(
  keys: readonly K[],
  wordOf: (key: K) => ExportWord,
): (said: string) => K | undefined {
  const known = new Map<string, K>()
  for (const key of keys) {
    known.set(key.toLowerCase(), key)
    for (const language of languages)
      known.set(exportWord(language, wordOf(key)).toLowerCase(), key)
  }
  return (said) => known.get(said.trim().toLowerCase())
}
