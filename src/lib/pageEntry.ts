/**
 * The address of the application's entry file. Its name has a hash of everything it loads, so it
 * identifies the release. The sign-in page starts with a smaller file and names this one in its
 * head.
 */
export function pageEntry(): string | null {
  const named = document.querySelector<HTMLMetaElement>('meta[name="plantroom:entry"]')?.content
  return named ?? document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
}
