/**
 * The library `rrule`, the same wherever it runs: bundled it has named exports, as Node loads it
 * they sit on `default`.
 */
import * as published from 'rrule'

type Library = Pick<typeof published, 'RRule' | 'Weekday'>

// Its types know only the bundled form; which of the two this is shows when it is loaded. Asked for
// by name, so that the
// bundler does not warn of the form that is not its own.
const inNode = Reflect.get(published, 'default') as Partial<Library> | undefined
export const library: Library =
  inNode?.RRule !== undefined && inNode.Weekday !== undefined
    ? { RRule: inNode.RRule, Weekday: inNode.Weekday }
    : published
