import { isApiFailure } from '#api/http.ts'

const choices = ['tooCommon', 'ownWords', 'samePassword'] as const

/**
 * What only the server knows of a password that was chosen; null when it was refused for something
 * else.
 */
export function refusedChoice(error: unknown): (typeof choices)[number] | null {
  if (!isApiFailure(error)) return null
  return choices.find((choice) => error.errors.some(({ code }) => code === choice)) ?? null
}
