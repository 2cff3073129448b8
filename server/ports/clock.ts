/** Time is injected: nothing in the house asks the machine what time it is. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands until a test moves it. */
export class FakeClock implements Clock {
  #now: Date
  constructor(start: string) {
    this.#now = new Date(start)
  }
  now() {
    return new Date(this.#now)
  }
  advance(milliseconds: number) {
    this.#now = new Date(this.#now.getTime() + milliseconds)
  }
}
