/**
 * Longer than requests and jobs may take. Supervisors kill after 30 seconds or more. Commits are on
 * the disk however the process ends.
 */
const PATIENCE_MILLISECONDS = 25_000

export interface Ending {
  close(): Promise<void>
  exit(code: number): void
  say(sentence: string): void
}

/** Signal handler. A second signal exits at once. */
export function makeStop({ close, exit, say }: Ending): () => void {
  let isStopping = false
  const giveUp = (why: string) => {
    say(`${why}: the server ends without closing everything. What was saved is kept.`)
    exit(1)
  }
  return () => {
    if (isStopping) return giveUp('Told to stop again')
    isStopping = true
    const patience = setTimeout(
      () => giveUp(`Not closed after ${PATIENCE_MILLISECONDS / 1000} seconds`),
      PATIENCE_MILLISECONDS,
    )
    close()
      .then(
        () => exit(0),
        (error: unknown) => {
          say(`Stopping failed: ${String(error)}`)
          exit(1)
        },
      )
      .finally(() => clearTimeout(patience))
  }
}
