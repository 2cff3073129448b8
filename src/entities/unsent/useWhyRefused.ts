import { useTranslation } from 'react-i18next'
import type { ApiFailure } from '#api/http.ts'
import { refusalText } from '#api/notices.ts'
import type { Waits } from './device.ts'

type Why = Pick<ApiFailure, 'status' | 'errors'>

type Gone = 'procedure' | 'place' | 'person' | 'used' | 'file' | 'ticket' | 'ticketType'
const goneByPath: Readonly<Record<string, Gone>> = {
  '': 'ticket',
  'body.procedureId': 'procedure',
  'body.equipmentId': 'place',
  'body.locationId': 'place',
  'body.answers': 'person',
  'body.assigneeId': 'person',
  'body.used': 'used',
  'body.photoIds': 'file',
  'body.ticketTypeId': 'ticketType',
}

function goneOf({ errors }: Pick<Why, 'errors'>): Gone | undefined {
  const missed = errors.find(({ code }) => code === 'notThere')
  // A 'notThere' error names files too.
  return missed?.message === 'file' ? 'file' : missed && goneByPath[missed.path]
}

/** True if sending again can never succeed, because the target is gone. */
export const isPastSending = (why: Pick<Why, 'errors'>): boolean =>
  goneOf(why) === 'procedure' ||
  goneOf(why) === 'place' ||
  why.errors.some(({ code }) => code === 'retired')

/** The reason of a refusal. Entries of older pages have only the status. */
export const refusalReason = ({
  refused,
  errors = [],
}: Pick<Waits, 'refused' | 'errors'>): Why => ({
  status: refused,
  errors: [...errors],
})

export function useWhyRefused(): (why: Why) => string {
  const { t } = useTranslation('shell')
  return ({ status, errors }) => {
    const gone = goneOf({ errors })
    if (gone !== undefined) return t(`unsent.why.${gone}`)
    if (status === 404) return t('unsent.why.gone')
    if (status === 403) return t('unsent.why.denied')
    return errors.length === 0 ? t('unsent.why.other') : refusalText({ errors })
  }
}
