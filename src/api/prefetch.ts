/** Requests data before its screen is drawn, so that network and drawing overlap. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'

export type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>
interface Asked extends PromiseLike<unknown> {
  unsubscribe(): void
}

export function prefetch(...questions: readonly Asked[]): void {
  for (const question of questions) void question.then(() => question.unsubscribe())
}
