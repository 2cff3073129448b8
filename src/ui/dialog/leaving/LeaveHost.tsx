/** The router's only blocker. The router consults just one: the last mounted. */
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import { areInterrupted } from '#lib/interruptedForms.ts'
import { type Leave, decideLeave } from './leaving.ts'
import { useLeaveQuestion } from './useLeaveQuestion.ts'

export function LeaveHost() {
  const ask = useLeaveQuestion()
  const isAsking = useRef(false)
  const leave = useRef<Leave>({ does: 'go' })
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (isAsking.current) return true // A second back press while the dialog is open repeats the question
    const isElsewhere =
      currentLocation.pathname + currentLocation.search !==
      nextLocation.pathname + nextLocation.search
    leave.current = decideLeave(historyAction === 'POP' ? 'back' : 'link', isElsewhere)
    return leave.current.does === 'close' || (leave.current.does === 'ask' && !areInterrupted())
  })
  const latest = useRef(blocker)
  useEffect(() => {
    latest.current = blocker
    if (blocker.state !== 'blocked' || isAsking.current) return
    const { current } = leave
    if (current.does === 'close') {
      blocker.reset()
      current.overlay.close()
    }
    if (current.does !== 'ask') return
    isAsking.current = true
    void ask(current.hint).then((leaves) => {
      isAsking.current = false
      if (latest.current.state !== 'blocked') return
      if (leaves && current.overlay === null) return latest.current.proceed()
      latest.current.reset()
      if (leaves) current.overlay?.close()
    })
  }, [blocker, ask])
  return null
}
