import { z } from 'zod'

/** The message is one sentence with the variable, its value and the reason. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(
    readonly variable: string,
    shown: string,
    reason: string,
  ) {
    super(`${variable} is ${shown}, but ${reason}.`)
  }
}

export type Environment = Record<string, string | undefined>

export function readSetting<T extends z.ZodType>(
  env: Environment,
  name: string,
  schema: T,
): z.output<T> {
  const value = env[name] === '' ? undefined : env[name]
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ConfigError(
    name,
    JSON.stringify(value),
    result.error.issues[0]?.message ?? 'it cannot be read',
  )
}

export function wholeNumber(from: number, to: number) {
  const reason = `it must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d{1,9}$/, reason)
    .transform(Number)
    .refine((value) => value >= from && value <= to, reason)
}

export function parseUrl(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined
}
