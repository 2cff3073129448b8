/** The `rrule` library. Bundled, it has named exports; loaded by Node, they are on `default`. */
import * as published from 'rrule'

type Library = Pick<typeof published, 'RRule' | 'Weekday'>

// The types describe only the bundled form, so the form is detected at load. `Reflect.get` keeps
// the bundler from warning about a missing export.
const inNode = Reflect.get(published, 'default') as Partial<Library> | undefined
export const library: Library =
  inNode?.RRule !== undefined && inNode.Weekday !== undefined
    ? { RRule: inNode.RRule, Weekday: inNode.Weekday }
    : published
