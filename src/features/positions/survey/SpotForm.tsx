import { skipToken } from '@reduxjs/toolkit/query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import type { SpotFault } from '#contract/rules/standingSpot.ts'
import { LISTENS } from '#contract/rtls/siteSurvey.ts'
import { useDebounced } from '#lib/useDebounced.ts'
import { When } from '#ui/page/marks.tsx'
import { rtlsCalls } from '../calls.ts'
import { RoomSpot, type Spot } from '../venue/RoomSpot.tsx'
import { useRoomName } from '../map/useMapLabels.ts'
import type { NotBegun } from './useListening.ts'
import styles from './survey.module.css'

export function SpotForm({
  floor,
  spot,
  room,
  tag,
  isSighting,
  isGuess,
  fault,
  notBegun,
  isBusy,
  onTag,
  onSpot,
  onBegin,
}: {
  floor: Floor
  spot: Spot | null
  room: Floor['rooms'][number] | null
  tag: number | null
  /** The equipment stands still and was chosen before; nobody carries it. */
  isSighting: boolean
  /** True until the user moves the spot from the map's position. */
  isGuess: boolean
  fault: SpotFault | null
  notBegun: NotBegun | null
  isBusy: boolean
  onTag(id: number): void
  onSpot(spot: Spot): void
  onBegin(tag: number, takesOver: boolean): void
}) {
  const { t } = useTranslation('siteSurvey')
  const nameOf = useRoomName()
  return (
    <div className={styles.form}>
      {!isSighting && <TagChoice value={tag} onChange={onTag} />}
      {spot === null ? (
        <p className={styles.stand}>{t(isSighting ? 'touchWhere' : 'stand')}</p>
      ) : (
        <p className={styles.stand} role="status">
          {room === null || nameOf(room) === ''
            ? t('spotBetween')
            : t(isSighting ? 'spotOfThing' : 'spotIn', { room: nameOf(room) })}
        </p>
      )}
      {isGuess && spot !== null && <p>{t('moveIt')}</p>}
      {fault !== null && (
        <p role="alert" className={styles.useless}>
          {t(`fault_${fault}`)}
        </p>
      )}
      <RoomSpot key={floor.id} floor={floor} onSpot={onSpot} />
      <Button
        type="primary"
        size="large"
        block
        disabled={spot === null || tag === null}
        loading={isBusy}
        onClick={() => tag !== null && onBegin(tag, false)}
      >
        {t('begin', { count: LISTENS.whole })}
      </Button>
      {notBegun?.kind === 'away' && (
        <p role="alert" className={styles.useless}>
          {t('awayBegin')}
        </p>
      )}
      {notBegun?.kind === 'tagListened' && spot !== null && tag !== null && (
        <div role="alert" className={styles.listened}>
          <p>
            <Trans t={t} i18nKey="listenedBy" components={{ name: <bdi>{notBegun.by}</bdi> }} />
          </p>
          <Button loading={isBusy} onClick={() => onBegin(tag, true)}>
            {t('takeOver')}
          </Button>
        </div>
      )}
    </div>
  )
}

const SHOWN = 30

function TagChoice({ value, onChange }: { value: number | null; onChange(id: number): void }) {
  const { t } = useTranslation(['siteSurvey', 'common'])
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), 200)
  const { data, isFetching } = rtlsCalls.useSearchBeaconsQuery({
    body: {
      limit: SHOWN,
      isFree: false,
      sort: '-lastHeardAt',
      ...(search === '' ? {} : { search }),
    },
  })
  const { data: chosen } = rtlsCalls.useListMapEquipmentQuery(
    value === null ? skipToken : { body: { ids: [value] } },
  )
  const found = (data?.rows ?? []).flatMap(({ equipment, lastHeardAt }) =>
    equipment === null ? [] : [{ id: Number(equipment.id), name: equipment.name, lastHeardAt }],
  )
  const own = chosen?.rows[0]
  const options =
    own === undefined || found.some(({ id }) => id === own.id)
      ? found
      : [{ id: Number(own.id), name: own.name, lastHeardAt: null }, ...found]
  return (
    <label className={styles.tag}>
      <span>{t('tag')}</span>
      <Select
        aria-label={t('tag')}
        value={value}
        placeholder={t('tagPlaceholder')}
        showSearch
        filterOption={false}
        loading={isFetching}
        searchValue={typed}
        onSearch={setTyped}
        onChange={(id: number | null) => {
          setTyped('')
          if (id !== null) onChange(id)
        }}
        notFoundContent={t('noTags')}
        optionLabelProp="title"
        options={options.map(({ id, name, lastHeardAt }) => ({
          value: id,
          title: name,
          label: (
            <span className={styles.tagOption}>
              <bdi>{name}</bdi>
              {lastHeardAt !== null && (
                <span className="quiet">
                  <When at={lastHeardAt} />
                </span>
              )}
            </span>
          ),
        }))}
      />
    </label>
  )
}
