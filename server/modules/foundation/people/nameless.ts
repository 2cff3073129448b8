import { conflict } from '#kernel/http/errors.ts'

export function refuseNameless({ anonymisedAt }: { anonymisedAt: Date | null }): void {
  if (anonymisedAt !== null)
    throw conflict('This person was made nameless. Nothing was changed.', [
      { path: '', code: 'wrongStatus', message: 'anonymised' },
    ])
}
