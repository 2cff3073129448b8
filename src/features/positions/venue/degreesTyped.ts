export interface Place {
  latitude: number
  longitude: number
}

/**
 * Parses latitude and longitude as maps copy them: `50.088, 14.42`, `50,088; 14,42`, `50.088
 * 14.42`.
 */
export function degreesTyped(text: string): Place | null {
  const [latitude, longitude, ...others] = text
    .trim()
    .split(/\s*;\s*|,?\s+|,(?=[^,]*$)(?=-?\d+\.\d)/)
    .map((part) => part.replace(',', '.'))
    .map((part) => (/^[-+]?\d+(?:\.\d+)?$/.test(part) ? Number(part) : Number.NaN))
  if (latitude === undefined || longitude === undefined || others.length > 0) return null
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}
