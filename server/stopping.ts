/** How the server ends when it is told to: in order, but never for ever. */

/**
 * As long as requests and jobs under way may take, and a little; supervisors kill after 30 seconds
 * or more. What was committed is on the disk by then, whichever way the process ends.
 */
const PATIENCE_MILLISECONDS = 25_000

export interface Ending {
  close(): Promise<void>
  exit(code: number): void
  /** To standard error. */
  say(sentence: string): void
}

/** What a signal calls. Whoever asks a second time does not want to wait any longer. */
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
