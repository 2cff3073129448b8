import { Form } from 'antd'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { search, type NamesakeKind } from '#contract/search.ts'
import { fold } from '#contract/rules/fold.ts'
import { prefix } from '#contract/rules/truncate.ts'
import { injectContract } from '#api/api.ts'
import { addressOf } from '#entities/addresses/addressOf.ts'
import { asId } from '#lib/ids.ts'
import { useDebounced } from '#lib/useDebounced.ts'

const { useFindNamesakesQuery } = injectContract(search)

const MAX_LETTERS = 401
const PAUSE_MILLISECONDS = 400

interface NamesakesProps {
  kind: NamesakeKind
  name: string
  exceptId?: number | undefined
  parentId?: number | null | undefined
}

/** Warns if an entity of the typed name exists, as search compares names. Never blocks the save. */
export function Namesakes({ kind, name, exceptId, parentId }: NamesakesProps) {
  const { t } = useTranslation(['entities', 'common'])
  const typed = prefix(name.trim(), MAX_LETTERS)
  const settled = useDebounced(typed, PAUSE_MILLISECONDS)
  const { currentData } = useFindNamesakesQuery(
    {
      body: {
        kind,
        name: settled,
        ...(exceptId === undefined ? {} : { exceptId }),
        ...(parentId == null ? {} : { parentId: asId('location', parentId) }),
      },
    },
    { skip: settled === '' || fold(settled) !== fold(typed) },
  )
  const { count, rows } = currentData ?? { count: 0, rows: [] }
  return (
    <span role="status">
      {fold(settled) === fold(typed) && rows.length > 0 && (
        <span className="quiet">
          {t(kind === 'user' ? 'namesakePerson' : 'namesake')}{' '}
          {rows.map((row, index) => (
            <Fragment key={row.id}>
              {index > 0 && ' · '}
              <Link to={addressOf(kind, row.id) ?? ''}>
                <bdi>{row.name}</bdi>
              </Link>
              {row.hint !== null && (
                <>
                  {' '}
                  (<bdi>{row.hint}</bdi>)
                </>
              )}
            </Fragment>
          ))}
          {count > rows.length && (
            <> · {t('common:moreRemaining', { count: count - rows.length })}</>
          )}
        </span>
      )}
    </span>
  )
}

/**
 * `Namesakes` for a form with the field `name`. An existing row is compared only after its name
 * changes.
 */
export function NamesakesOfForm({ kind, exceptId }: Pick<NamesakesProps, 'kind' | 'exceptId'>) {
  const form = Form.useFormInstance()
  const name: unknown = Form.useWatch('name', form)
  const parentId: unknown = Form.useWatch('parentId', form)
  const isWanted = exceptId === undefined || form.isFieldTouched('name')
  return (
    <Namesakes
      kind={kind}
      name={isWanted && typeof name === 'string' ? name : ''}
      exceptId={exceptId}
      parentId={typeof parentId === 'number' && kind === 'location' ? parentId : null}
    />
  )
}
