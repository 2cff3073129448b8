/** A plan that is being drawn: what is done to it, with the way back, what is chosen, what was refused. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { UndoProps } from '#ui/feedback/undo/UndoButtons.tsx'
import { useHistory } from '#ui/feedback/undo/useHistory.ts'
import { drawn, type Command, type Refusal } from './drawing/commands.ts'
import type { Plan } from './drawing/plan.ts'

interface Step {
  /** What it is done to: a drag is done to what was there when it began. */
  from?: Plan
  /** Steps of one group are undone together. */
  group?: string
  /** A pointer on its way passes over what cannot be. */
  isQuiet?: boolean
}
export interface Drawing extends UndoProps {
  plan: Plan
  keys: readonly string[]
  refused: Refusal | null
  act(command: Command, step?: Step): boolean
  choose(keys: readonly string[]): void
  restart(plan: Plan): void
}

export function useDrawing(initial: Plan): Drawing {
  const history = useHistory(initial)
  const { now: plan, change, restart } = history
  const [keys, choose] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<Refusal | null>(null)
  const current = useRef(plan)
  useEffect(() => {
    current.current = plan
  })
  const act = useCallback(
    (command: Command, { from, group, isQuiet = false }: Step = {}): boolean => {
      const next = drawn(from ?? current.current, command)
      if ('refused' in next) {
        if (!isQuiet) setRefused(next.refused)
        return false
      }
      setRefused(null)
      current.current = next.plan
      change(next.plan, group ?? null)
      if (next.keys !== null) choose(next.keys)
      return true
    },
    [change],
  )
  const begin = useCallback(
    (next: Plan) => {
      restart(next)
      choose([])
      setRefused(null)
    },
    [restart],
  )
  // What went with a step back is not chosen any more.
  const there = useMemo(
    () => new Set([...plan.rooms, ...plan.parts].map(({ key }) => key)),
    [plan.rooms, plan.parts],
  )
  return {
    ...history,
    plan,
    keys: useMemo(() => keys.filter((key) => there.has(key)), [keys, there]),
    refused,
    act,
    choose,
    restart: begin,
  }
}
