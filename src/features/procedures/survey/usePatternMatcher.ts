import { useEffect, useState } from 'react'
import type { Fits } from '#contract/rules/score.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { untilLoaded } from '#lib/lateFiles.ts'

const anything: Fits = () => true

/**
 * Matches texts against patterns. The engine loads only if a question needs it; until then only the
 * server validates.
 */
export function usePatternMatcher(questions: readonly SurveyQuestion[]): Fits {
  const [fits, setFits] = useState<Fits>(() => anything)
  const isWanted = questions.some(({ validation }) => typeof validation?.pattern === 'string')
  useEffect(() => {
    if (!isWanted) return
    let isHere = true
    void untilLoaded(() => import('./patterns.ts'), 'part').then(({ fitsPattern }) => {
      if (isHere) setFits(() => fitsPattern)
    })
    return () => {
      isHere = false
    }
  }, [isWanted])
  return fits
}
