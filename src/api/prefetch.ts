/**
 * Asking before what shows the answer is drawn: the way to the server and the drawing take their
 * time beside each other.
 */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'

export type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>
interface Asked extends PromiseLike<unknown> {
  unsubscribe(): void
}

/** From the answer on whoever shows it keeps it; one that nobody shows is forgotten like others. */
export function prefetch(...questions: readonly Asked[]): void {
  for (const question of questions) void question.then(() => question.unsubscribe())
}
