const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes a barcode whose bytes are UTF-8: Müller arrives as MÃ¼ller, because barcodes have Latin-1
 * but label programs write UTF-8. Null for any other text.
 */
export function readUtf8(text: string): string | null {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\u0000-\u00ff]/.test(text)) return null
  try {
    return decoder.decode(Uint8Array.from(text, (character) => character.charCodeAt(0)))
  } catch {
    return null
  }
}
