/** The codes of a refusal; none for another answer. */
export const codesIn = (body: unknown): string[] =>
  (body as { errors?: { code: string }[] }).errors?.map(({ code }) => code) ?? []
