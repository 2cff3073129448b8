import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { UndoProps } from '#ui/feedback/undo/UndoButtons.tsx'
import { useHistory } from '#ui/feedback/undo/useHistory.ts'
import { applyCommand, type Command, type Refusal } from './drawing/commands.ts'
import type { Plan } from './drawing/plan.ts'

interface Step {
  /** The base plan: a drag applies to the plan at its start. */
  from?: Plan
  group?: string
  /** Ignores refusals while the pointer moves. */
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
      const next = applyCommand(from ?? current.current, command)
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
  // Undo may remove selected items, so the selection is filtered.
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
