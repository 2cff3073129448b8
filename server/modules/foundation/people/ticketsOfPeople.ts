import type { Id } from '#contract/ids.ts'
import type { RightsChange, Whose } from '#contract/people/unableTickets.ts'
import type { Scope } from '#kernel/access/scope.ts'

/** What the tickets, a layer above, do for the people. */
export interface TicketsOfPeople {
  handOver(scope: Scope, from: Id<'user'>, to: Id<'user'> | null): Promise<void>
  handOverUnable(scope: Scope, whose: Whose, to: Id<'user'> | null): Promise<void>
  countUnable(
    scope: Scope,
    whose: Whose,
    change: RightsChange,
  ): Promise<{ unable: number; all: number }>
}
