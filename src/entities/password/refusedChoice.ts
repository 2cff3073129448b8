import { isApiFailure } from '#api/http.ts'

const choices = ['tooCommon', 'ownWords', 'samePassword'] as const

/**
 * The error code of a chosen password that only the server can check. Null if the request was
 * refused for another reason.
 */
export function refusedChoice(error: unknown): (typeof choices)[number] | null {
  if (!isApiFailure(error)) return null
  return choices.find((choice) => error.errors.some(({ code }) => code === choice)) ?? null
}
