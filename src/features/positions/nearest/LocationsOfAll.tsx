import { Input, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { equipmentName } from '#entities/pickers/pickers.tsx'
import { useDebounced } from '#lib/useDebounced.ts'
import { When } from '#ui/page/marks.tsx'
import { EmptyState, NothingFound, PendingState } from '#ui/feedback/states.tsx'
import { rtlsCalls } from '../calls.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from '../rtls.module.css'
import { RoomName } from '#entities/whereabouts/RoomName.tsx'

const SIZE = 50

export function LocationsOfAll({ intro }: { intro: string }) {
  const { t } = useTranslation(['map', 'common'])
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const search = useDebounced(typed.trim(), 180)
  const query = rtlsCalls.useGetLocationsOfAllEquipmentQuery({
    body: {
      limit: SIZE,
      offset: (page - 1) * SIZE,
      sort: 'name',
      ...(search === '' ? {} : { search }),
    },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  const find = (next: string) => {
    setTyped(next)
    setPage(1)
  }
  return (
    <section aria-label={t('locationsOfAll')}>
      <p className="quiet">{intro}</p>
      <div className={styles.nearestForm}>
        <h2>{t('locationsOfAll')}</h2>
        <Input.Search
          allowClear
          dir="auto"
          value={typed}
          aria-label={t('common:search')}
          placeholder={t('common:search')}
          onChange={(event) => find(event.target.value)}
        />
      </div>
      {data === undefined ? (
        <PendingState failure={error} onRetry={() => void refetch()} />
      ) : data.rows.length === 0 ? (
        search === '' ? (
          <EmptyState title={t('locationsOfNone')} />
        ) : (
          <NothingFound onClear={() => find('')} />
        )
      ) : (
        <>
          <div className="table-scroll">
            <table className="table" aria-label={t('locationsOfAll')}>
              <thead>
                <tr>
                  <th scope="col">{t('equipment')}</th>
                  <th scope="col">{t('room')}</th>
                  <th scope="col">{t('belongsTo')}</th>
                  <th scope="col">{t('when')}</th>
                </tr>
              </thead>
              <tbody>
                {data.rows.map((row) => (
                  <tr key={row.id}>
                    <td>
                      <Link
                        dir="auto"
                        to={pathTo('nearestEquipmentHistory', { equipmentId: row.id })}
                      >
                        {equipmentName(row)}
                      </Link>
                    </td>
                    <td>
                      <RoomName name={row.roomName} between={t('onTheWay')} />
                      <div className="quiet">
                        <bdi>{row.floorName}</bdi> · <bdi>{row.buildingName}</bdi>
                      </div>
                    </td>
                    <td>
                      {row.location === null ? (
                        <span className="quiet">–</span>
                      ) : (
                        <bdi>{row.location.name}</bdi>
                      )}
                    </td>
                    <td>
                      <When at={row.at} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {data.count > SIZE && (
            <Pagination
              size="small"
              current={page}
              pageSize={SIZE}
              total={data.count}
              showSizeChanger={false}
              onChange={setPage}
            />
          )}
        </>
      )}
    </section>
  )
}
