/**
 * The address of the file that the application begins with: its name carries a hash of all that it
 * leads to, so it tells one release from another. The sign-in page begins with a smaller file of
 * its own and names the application's in its head.
 */
export function pageEntry(): string | null {
  const named = document.querySelector<HTMLMetaElement>('meta[name="plantroom:entry"]')?.content
  return named ?? document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
}
