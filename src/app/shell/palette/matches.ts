/** Each typed word must occur in the name: 'ticket new' finds 'New ticket'. */
export function matches(name: string, typed: string): boolean {
  const letters = name.toLocaleLowerCase()
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => letters.includes(word))
}
