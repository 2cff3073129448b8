/** What moves on the map, told to its layers without React: a feed that is read, and a call when it has changed. */
export interface Mover {
  id: number
  longitude: number
  latitude: number
  /** #rrggbb */
  colour: string
  /** 1 is fresh; what was not heard for long fades. */
  opacity: number
  /** In pixels on the flat map. */
  radius: number
  name: string
  /** How many floors above the ground of what is drawn: 0 unless floors are stacked. */
  level: number
}

export interface MoverFeed {
  read(): readonly Mover[]
  /** Called at most once a frame. Answers how to stop. */
  subscribe(listener: () => void): () => void
}

/** Grouping changes into one call a frame. */
export function oncePerFrame(work: () => void): { ask(): void; stop(): void } {
  let asked: number | undefined
  return {
    ask() {
      asked ??= requestAnimationFrame(() => {
        asked = undefined
        work()
      })
    },
    stop() {
      if (asked !== undefined) cancelAnimationFrame(asked)
      asked = undefined
    },
  }
}

/** The one nearest to a point on screen, within reach. */
export function nearestOnScreen(movers: readonly Mover[], point: { x: number; y: number }, project: (mover: Mover) => { x: number; y: number }, reach = 22): Mover | null {
  let best: Mover | null = null
  let least = reach
  for (const mover of movers) {
    const at = project(mover)
    const distance = Math.hypot(at.x - point.x, at.y - point.y)
    if (distance >= least) continue
    least = distance
    best = mover
  }
  return best
}
