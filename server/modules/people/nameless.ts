import { conflict } from '#kernel/http/errors.ts'

/** Whoever was made nameless is nobody any more: there is no one to change, and none to come back. */
export function refuseNameless({ anonymisedAt }: { anonymisedAt: Date | null }): void {
  if (anonymisedAt !== null)
    throw conflict('This person was made nameless. Nothing was changed.', [
      { path: '', code: 'wrongStatus', message: 'anonymised' },
    ])
}
