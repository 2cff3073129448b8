/** Time is injected: no code reads the machine's clock directly. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }

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
