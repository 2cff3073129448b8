/**
 * Lets the user choose the equipment: due equipment first, then all that the procedure applies to,
 * searchable.
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProcedureDetail } from '#contract/procedures/procedures.ts'
import { equipmentCalls } from '#entities/calls/equipment.ts'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { SearchField } from '#ui/list/SearchField.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { Remaining } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState, NothingFound } from '#ui/feedback/states.tsx'
import styles from './chooseThing.module.css'

const SHOWN = 25

interface Thing {
  id: number
  name: string
  place: string | null
}

export function ChooseThing({
  procedure,
  onChoose,
}: {
  procedure: ProcedureDetail
  onChoose(id: number): void
}) {
  const { t } = useTranslation('procedures')
  const [search, setSearch] = useState('')
  const due = rruleCalls.useListOccurrencesQuery({
    body: {
      procedureIds: [procedure.id],
      states: ['due', 'late'],
      sort: 'dueBy',
      limit: SHOWN,
    },
  }).data?.rows
  const query = equipmentCalls.useListEquipmentQuery({
    body: {
      ...(procedure.equipmentTypeIds.length === 0
        ? {}
        : { filter: { equipmentTypeIds: procedure.equipmentTypeIds } }),
      ...(search.trim() === '' ? {} : { search: search.trim() }),
      sort: 'name',
      limit: SHOWN,
    },
  })
  const found = answerToShow(query)
  const dueThings = (due ?? []).flatMap(({ equipment, place }): Thing[] =>
    equipment === null ? [] : [{ ...equipment, place }],
  )
  const isSearching = search.trim() !== ''
  return (
    <>
      <SearchField value={search} onChange={setSearch} label={t('perform.find')} />
      {!isSearching && dueThings.length > 0 && (
        <>
          <h3 className={styles.group}>{t('perform.dueNow')}</h3>
          <Things things={dueThings} onChoose={onChoose} />
          <h3 className={styles.group}>{t('perform.all')}</h3>
        </>
      )}
      {found === undefined ? (
        query.error === undefined ? (
          <LoadingState rows={4} />
        ) : (
          <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
        )
      ) : found.count === 0 ? (
        <NothingFound />
      ) : (
        <>
          <Things
            things={found.rows.map(({ id, name, location }) => ({
              id,
              name,
              place: location?.name ?? null,
            }))}
            onChoose={onChoose}
          />
          {found.count > found.rows.length && <Remaining count={found.count - found.rows.length} />}
        </>
      )}
    </>
  )
}

function Things({ things, onChoose }: { things: readonly Thing[]; onChoose(id: number): void }) {
  return (
    <ul className={styles.things}>
      {things.map(({ id, name, place }) => (
        <li key={id}>
          <button type="button" className={styles.thing} onClick={() => onChoose(id)}>
            <bdi>{name}</bdi>
            {place !== null && <bdi className="quiet">{place}</bdi>}
          </button>
        </li>
      ))}
    </ul>
  )
}
