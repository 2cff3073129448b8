const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * The text that a barcode was made of whose bytes are UTF-8. Barcodes have Latin-1, but label
 * programs write UTF-8 into them: Müller arrives as MÃ¼ller. Null for any other text.
 */
export function readUtf8(text: string): string | null {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\u0000-\u00ff]/.test(text)) return null
  try {
    return decoder.decode(Uint8Array.from(text, (character) => character.charCodeAt(0)))
  } catch {
    return null // Latin-1 indeed
  }
}
