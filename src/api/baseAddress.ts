/** Same origin unless the build says otherwise. The mobile variant adds `m/` (spec section 7). */
export function baseAddress(): string {
  const host = import.meta.env['VITE_API_BASE_URL'] ?? ''
  const origin =
    host === '' && typeof window !== 'undefined' ? window.location.origin : host.replace(/\/+$/, '')
  return import.meta.env['VITE_MOBILE'] === '1' ? `${origin}/m` : origin
}

/** True if the page's own server answers its calls. */
export const isSameOrigin = (): boolean =>
  typeof window !== 'undefined' && new URL(baseAddress()).origin === window.location.origin
