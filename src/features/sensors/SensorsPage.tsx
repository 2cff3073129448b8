import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { sensorStates } from '#contract/rules/sensors.ts'
import { sensors, type SensorRow } from '#contract/sensors.ts'
import { useMay } from '#entities/session/useSession.ts'
import { inAddress } from '#lib/addressState.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { listAddress } from '#ui/list/listAddress.ts'
import { useCollection } from '#ui/list/useCollection.tsx'
import { ColourTag, When } from '#ui/page/marks.tsx'
import { AddButton } from '#ui/page/AddButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import { sensorCalls } from '#entities/calls/sensors.ts'
import { SensorForm } from './SensorForm.tsx'
import { SensorPanel } from './SensorPanel.tsx'
import { SensorTypePicker } from '#entities/pickers/SensorTypePicker.tsx'
import { Sparkline } from './Sparkline.tsx'
import { StateTag } from './StateTag.tsx'
import { useReadingText } from '#entities/sensors/useReadingText.ts'
import styles from './sensors.module.css'

const tabs = ['series', 'alerts', 'facts', 'journal'] as const
const address = {
  ...listAddress(['name', 'lastHeardAt', 'battery'], 'name', 'sensor'),
  state: inAddress.oneOf(['any', ...sensorStates], 'any'),
  type: inAddress.id('sensorType'),
  mode: inAddress.oneOf(['show', 'new'], 'show'),
  device: inAddress.text(),
  measurement: inAddress.text(),
  tab: inAddress.oneOf(tabs, 'series'),
}
const LOW_BATTERY = 15

export function SensorsPage() {
  const { t } = useTranslation(['sensors', 'titles', 'common'])
  const mayEdit = useMay('editor|devices')
  const columns = useColumns()
  const list = useCollection({
    endpoint: sensors.listSensors,
    useRows: sensorCalls.useListSensorsQuery,
    address,
    body: (question, state) => ({
      ...question,
      ...(state.state === 'any' ? {} : { state: state.state }),
      ...(state.type === null ? {} : { typeId: state.type }),
    }),
    alone: (id) => ({ limit: 1, ids: [id] }),
    mayAdd: mayEdit,
  })
  const { state, change, close, fetchRow } = list
  const isNarrowed = state.search !== '' || state.state !== 'any' || state.type !== null
  const clear = () => change({ search: '', state: 'any', type: null, page: 1 }, { push: true })
  const panel = list.panel(
    (current) => (
      <SensorPanel
        key={current.id}
        row={current}
        fetchRow={fetchRow}
        tab={state.tab}
        onTab={(key) => change({ tab: tabs.find((one) => one === key) ?? 'series' })}
        onClose={close}
      />
    ),
    () => (
      <DetailPanel title={t('addSensor')} onClose={close}>
        <SensorForm
          key={`${state.device} ${state.measurement}`}
          row={undefined}
          begun={{ deviceId: state.device, measurement: state.measurement }}
          fetchRow={fetchRow}
          onDone={close}
        />
      </DetailPanel>
    ),
  )
  return (
    <Page
      title={t('titles:sensors')}
      hint={list.count}
      panel={panel}
      actions={mayEdit && <AddButton onClick={list.add}>{t('addSensor')}</AddButton>}
      filters={
        <FilterBar
          {...list.filter}
          searchLabel={t('search')}
          onClear={isNarrowed ? clear : undefined}
          end={<Link to={pathTo('sensorTypes')}>{t('titles:sensorTypes')}</Link>}
        >
          <Select
            className={styles.filter}
            aria-label={t('state')}
            popupMatchSelectWidth={false}
            value={state.state}
            onChange={(next) => change({ state: next, page: 1 }, { push: true })}
            options={[
              { value: 'any' as const, label: t('anyState') },
              ...sensorStates.map((value) => ({
                value,
                label: value === 'tooHigh' ? t('stateOf_tooHigh') : t(`state_${value}`),
              })),
            ]}
          />
          <SensorTypePicker
            className={styles.filter}
            label={t('anyType')}
            value={state.type}
            onChange={(type: number | null) => change({ type, page: 1 }, { push: true })}
          />
        </FilterBar>
      }
    >
      <EntityTable<SensorRow>
        {...list.table}
        label={t('titles:sensors')}
        columns={columns}
        empty={
          isNarrowed ? (
            <NothingFound onClear={clear} />
          ) : (
            <EmptyState
              title={t('none')}
              hint={t('noneHint')}
              action={mayEdit && <Link to={pathTo('apiKeys')}>{t('toKeys')}</Link>}
            />
          )
        }
      />
    </Page>
  )
}

function useColumns(): Column<SensorRow>[] {
  const { t } = useTranslation(['sensors', 'common'])
  const format = useFormat()
  const reading = useReadingText()
  return [
    {
      key: 'name',
      title: t('common:name'),
      sortable: true,
      render: (row) => (
        <span className={styles.name}>
          <bdi>{row.name}</bdi>
          <span className={`quiet ${styles.place}`}>
            <bdi>{row.equipment?.name ?? row.location?.name ?? row.type.name}</bdi>
          </span>
        </span>
      ),
    },
    {
      key: 'value',
      title: t('value'),
      align: 'end',
      render: (row) =>
        row.value === null || row.state === 'notAvailable' ? (
          '—'
        ) : (
          <bdi
            className={`${styles.value} ${row.state === 'silent' ? styles.valueOld : ''} numbers`}
          >
            {reading(row.type, row.value)}
          </bdi>
        ),
    },
    { key: 'state', title: t('state'), phone: 'aside', render: (row) => <StateTag row={row} /> },
    { key: 'recent', title: t('recent'), render: (row) => <Sparkline row={row} /> },
    {
      key: 'lastHeardAt',
      title: t('lastHeard'),
      sortable: true,
      render: (row) => <When at={row.lastHeardAt} />,
    },
    {
      key: 'battery',
      title: t('battery'),
      sortable: true,
      align: 'end',
      roomy: true,
      render: (row) =>
        row.battery === null ? (
          '—'
        ) : row.battery <= LOW_BATTERY ? (
          <ColourTag soft colour="red">
            {format.percent(row.battery)}
          </ColourTag>
        ) : (
          <span className="numbers">{format.percent(row.battery)}</span>
        ),
    },
  ]
}
