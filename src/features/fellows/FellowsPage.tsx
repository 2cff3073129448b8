/**
 * Fellow equipment: owners with everything below them, beside equipment without an owner. With an
 * equipment in the address, only its tree.
 */
import { Button, Input, Pagination } from 'antd'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import { fellowCalls } from '#entities/fellows/calls.ts'
import {
  draggable,
  FellowTree,
  HoldButton,
  ThingWords,
  type Holding,
} from '#entities/fellows/FellowTree.tsx'
import { useAttach, type Held, type Owner } from '#entities/fellows/useAttach.ts'
import { EquipmentPicker } from '#entities/pickers/pickers.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { pathTo } from '#lib/paths.ts'
import { useDebounced } from '#lib/useDebounced.ts'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { listAddress, useListAddress } from '#ui/list/listAddress.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import { Remaining } from '#ui/page/marks.tsx'
import { Page, Section } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound, PendingState } from '#ui/feedback/states.tsx'
import styles from './fellows.module.css'

const address = listAddress(['name'], 'name', 'equipment')
const SIZE = 20

export function FellowsPage() {
  const { t } = useTranslation(['fellows', 'titles', 'common'])
  const { equipmentId } = useParams()
  const about = equipmentId === undefined ? null : Number(equipmentId)
  const navigate = useNavigate()
  const { state, change } = useListAddress(address)
  const mayEdit = useMay('editor|equipment')
  const keepsTypes = useMay('editor|management')
  const { isBusy, attach, scan, detach } = useAttach()
  const [held, setHeld] = useState<Held | null>(null)
  const query = fellowCalls.useGetFellowTreeQuery({
    body:
      about === null
        ? {
            limit: SIZE,
            offset: (state.page - 1) * SIZE,
            ...(state.search === '' ? {} : { search: state.search }),
          }
        : { equipmentId: about },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  const holding: Holding | undefined = mayEdit
    ? {
        held,
        onHold: setHeld,
        onPut: (owner) => {
          if (held !== null) void attach(held, owner)
          setHeld(null)
        },
        onDetach: (thing) => void detach(thing),
      }
    : undefined
  const current = data?.rows
    .flatMap((tree) => [tree, ...tree.members])
    .find(({ id }) => id === about)
  return (
    <Page
      title={t('titles:fellowEquipment')}
      kind="wide"
      hint={about === null && data !== undefined ? t('owners', { count: data.count }) : undefined}
      back={
        about === null
          ? { to: pathTo('equipment'), label: t('titles:equipment') }
          : { to: pathTo('fellowEquipment', {}), label: t('titles:fellowEquipment') }
      }
      actions={
        <>
          {keepsTypes && (
            <LinkButton to={pathTo('fellowEquipmentType')}>
              {t('titles:fellowEquipmentType')}
            </LinkButton>
          )}
        </>
      }
      filters={
        about === null && (
          <FilterBar
            search={state.search}
            onSearch={(search) => change({ search, page: 1 })}
            searchLabel={t('searchLabel')}
          />
        )
      }
    >
      <div className={mayEdit ? styles.columns : undefined}>
        <div className={styles.trees}>
          {mayEdit && about === null && (
            <div className={styles.form}>
              <label>
                {t('chooseOwner')}
                <EquipmentPicker
                  value={null}
                  onChange={(id: number | null) => {
                    if (id !== null) void navigate(pathTo('fellowEquipment', { equipmentId: id }))
                  }}
                />
              </label>
            </div>
          )}
          {mayEdit && current !== undefined && (
            <ScanForm owner={current} isBusy={isBusy} onScan={scan} />
          )}
          {held !== null && held.isDragged !== true && (
            <div className={styles.held} role="status">
              <span>{t('held', { fellow: held.name })}</span>
              <Button size="small" onClick={() => setHeld(null)}>
                {t('common:cancel')}
              </Button>
            </div>
          )}
          {data === undefined && <PendingState failure={error} onRetry={() => void refetch()} />}
          {data?.rows.length === 0 &&
            (state.search === '' ? (
              <EmptyState
                title={t('emptyTitle')}
                hint={keepsTypes ? t('emptyHintTypes') : t('emptyHint')}
              />
            ) : (
              <NothingFound onClear={() => change({ search: '', page: 1 })} />
            ))}
          {data?.rows.map((tree) => (
            <FellowTree key={tree.id} tree={tree} currentId={about} holding={holding} />
          ))}
          {about !== null && data?.rows[0]?.members.length === 0 && (
            <p className="quiet">{t('nothingBelongs')}</p>
          )}
          {data !== undefined && data.count > SIZE && (
            <Pagination
              size="small"
              current={state.page}
              pageSize={SIZE}
              total={data.count}
              showSizeChanger={false}
              onChange={(page) => change({ page }, { push: true })}
            />
          )}
        </div>
        {holding !== undefined && <Free ownerId={about} holding={holding} />}
      </div>
    </Page>
  )
}

function ScanForm({
  owner,
  isBusy,
  onScan,
}: {
  owner: Owner
  isBusy: boolean
  onScan(number: string, owner: Owner): Promise<boolean>
}) {
  const { t } = useTranslation('fellows')
  const [number, setNumber] = useState('')
  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (number.trim() !== '' && (await onScan(number.trim(), owner))) setNumber('')
  }
  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(event)}>
      <label>
        {t('scanLabel', { owner: owner.name })}
        <Input
          value={number}
          maxLength={200}
          dir="ltr"
          autoComplete="off"
          onChange={(event) => setNumber(event.target.value)}
        />
      </label>
      <Button htmlType="submit" type="primary" loading={isBusy} disabled={number.trim() === ''}>
        {t('attach')}
      </Button>
    </form>
  )
}

const SHOWN = 50

function Free({ ownerId, holding }: { ownerId: number | null; holding: Holding }) {
  const { t } = useTranslation('fellows')
  const [search, setSearch] = useState('')
  const asked = useDebounced(search)
  const query = fellowCalls.useListFellowsQuery({
    body: {
      which: 'free',
      limit: SHOWN,
      sort: 'name',
      ...(ownerId === null ? {} : { ownerId }),
      ...(asked === '' ? {} : { search: asked }),
    },
  })
  const data = answerToShow(query)
  return (
    <Section title={t('free')}>
      <div className={styles.free}>
        <p className="quiet">{t('freeHint')}</p>
        <Input
          allowClear
          type="search"
          value={search}
          aria-label={t('freeSearch')}
          placeholder={t('freeSearch')}
          onChange={(event) => setSearch(event.target.value)}
        />
        {data === undefined && (
          <PendingState failure={query.error} onRetry={() => void query.refetch()} rows={4} />
        )}
        {data?.rows.length === 0 && <p className="quiet">{t('freeNone')}</p>}
        {data !== undefined && data.rows.length > 0 && (
          <ul>
            {data.rows.map((row) => (
              <li key={row.id} {...draggable(row, false, holding)}>
                <HoldButton thing={row} isTaken={false} holding={holding} />
                <ThingWords thing={row} />
              </li>
            ))}
          </ul>
        )}
        {data !== undefined && <Remaining count={data.count - data.rows.length} />}
      </div>
    </Section>
  )
}
