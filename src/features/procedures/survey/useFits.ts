import { useEffect, useState } from 'react'
import type { Fits } from '#contract/rules/score.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { untilLoaded } from '#lib/lateFiles.ts'

const anything: Fits = () => true

/**
 * Holds texts against patterns, once its engine is here. It is fetched only where a question asks
 * for it; before that the server alone judges.
 */
export function useFits(questions: readonly SurveyQuestion[]): Fits {
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
