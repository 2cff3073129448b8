import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Translate } from '#lib/i18n/translate.ts'
import { Link } from 'react-router-dom'
import type { Beacon } from '#contract/rtls/rtlsShapes.ts'
import { rtls } from '#contract/rtls/rtls.ts'
import { pathTo } from '#lib/paths.ts'
import { EquipmentPicker } from '#entities/pickers/pickers.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { inAddress } from '#lib/addressState.ts'
import { useFormat } from '#lib/format.tsx'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import type { FieldsInWords } from '#ui/dialog/conflict.ts'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { listAddress } from '#ui/list/listAddress.ts'
import { useCollection } from '#ui/list/useCollection.tsx'
import { ColourTag, When } from '#ui/page/marks.tsx'
import { AddButton } from '#ui/page/AddButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import { ConfirmedDelete } from '#ui/dialog/ConfirmedDelete.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { beaconCalls } from './calls.ts'

const address = {
  ...listAddress(['mac', 'battery', 'lastHeardAt'], 'mac', 'beacon'),
  mode: inAddress.oneOf(['show', 'new'], 'show'),
}
const LOW = 15

export function BeaconList({ choice }: { choice: ReactNode }) {
  const { t } = useTranslation(['gateways', 'titles', 'common'])
  const mayEdit = useMay('editor|equipment')
  const columns = useColumns()
  const list = useCollection({
    endpoint: rtls.searchBeacons,
    useRows: beaconCalls.useSearchBeaconsQuery,
    address,
    body: (question) => question,
    alone: (id) => ({ limit: 1, ids: [id] }),
    mayOpen: mayEdit,
    mayAdd: mayEdit,
  })
  const { state, change, close } = list
  const formOf = (row: Beacon | undefined) => (
    <BeaconForm key={row?.id ?? 'new'} row={row} fetchRow={list.fetchRow} onDone={close} />
  )
  const panel = list.panel(
    (current) => (
      <DetailPanel
        title={<bdi dir="ltr">{current.mac}</bdi>}
        onClose={close}
        actions={
          <ConfirmedDelete
            row={current}
            name={current.mac}
            hint={t('deleteBeaconHint')}
            useDelete={beaconCalls.useDeleteBeaconMutation}
            onDeleted={close}
          />
        }
      >
        {formOf(current)}
      </DetailPanel>
    ),
    () => (
      <DetailPanel title={t('addBeacon')} onClose={close}>
        {formOf(undefined)}
      </DetailPanel>
    ),
  )
  return (
    <Page
      title={t('titles:gateways')}
      hint={list.count}
      panel={panel}
      actions={mayEdit && <AddButton onClick={list.add}>{t('addBeacon')}</AddButton>}
      filters={
        <FilterBar {...list.filter} searchLabel={t('searchBeacons')}>
          {choice}
        </FilterBar>
      }
    >
      <EntityTable<Beacon>
        {...list.table}
        label={t('view_beacons')}
        columns={columns}
        empty={
          state.search === '' ? (
            <EmptyState title={t('noBeacons')} hint={t('noBeaconsHint')} />
          ) : (
            <NothingFound onClear={() => change({ search: '' })} />
          )
        }
      />
    </Page>
  )
}

function useColumns(): Column<Beacon>[] {
  const { t } = useTranslation(['gateways', 'common'])
  const format = useFormat()
  return [
    {
      key: 'mac',
      title: t('mac'),
      sortable: true,
      render: (row) => (
        <bdi dir="ltr" className="numbers">
          {row.mac}
        </bdi>
      ),
    },
    {
      key: 'equipment',
      title: t('fixedTo'),
      render: (row) =>
        row.equipment === null ? (
          <span className="quiet">{t('free')}</span>
        ) : (
          <Link to={pathTo('mapping', undefined, { id: row.equipment.id })}>
            <bdi>{row.equipment.name}</bdi>
          </Link>
        ),
    },
    {
      key: 'battery',
      title: t('battery'),
      sortable: true,
      align: 'end',
      render: (row) =>
        row.battery === null ? (
          '—'
        ) : row.battery <= LOW ? (
          <ColourTag soft colour="red">
            {format.percent(row.battery)}
          </ColourTag>
        ) : (
          <span className="numbers">{format.percent(row.battery)}</span>
        ),
    },
    {
      key: 'lastHeardAt',
      title: t('lastHeard'),
      sortable: true,
      phone: 'aside',
      render: (row) => <When at={row.lastHeardAt} />,
    },
  ]
}

const sampleMac = 'AC:23:3F:A0:00:01'

interface Values {
  mac: string
  equipmentId: number | null
  measuredPower: number
}
const valuesOf = (row: Beacon | undefined): Values => ({
  mac: row?.mac ?? '',
  equipmentId: row?.equipmentId ?? null,
  measuredPower: row?.measuredPower ?? -59,
})

function describer(t: Translate<['gateways', 'common']>) {
  return (values: Values): FieldsInWords<Values> => ({
    mac: { label: t('mac'), value: values.mac },
    equipmentId: {
      label: t('fixedTo'),
      value: <EquipmentPicker asText value={values.equipmentId} />,
    },
    measuredPower: { label: t('measuredPower'), value: values.measuredPower },
  })
}

function BeaconForm({
  row,
  fetchRow,
  onDone,
}: {
  row: Beacon | undefined
  fetchRow(): Promise<Beacon | undefined>
  onDone(): void
}) {
  const { t } = useTranslation(['gateways', 'common'])
  const [create] = beaconCalls.useCreateBeaconMutation()
  const [update] = beaconCalls.useUpdateBeaconMutation()
  const required = { required: true, message: t('common:required') }
  const bodyOf = ({ equipmentId, ...rest }: Values) => ({
    ...rest,
    equipmentId,
  })
  return (
    <EntityForm<Values>
      initial={valuesOf(row)}
      {...(row === undefined ? {} : { version: row.version })}
      submitLabel={row === undefined ? t('common:create') : t('common:save')}
      onSaved={onDone}
      onCancel={onDone}
      refusals={{ taken: t('taken'), hasBeacon: t('hasBeacon') }}
      onSave={(values, version) =>
        row === undefined || version === undefined
          ? create({ body: bodyOf(values) }).unwrap()
          : update({ params: { id: row.id }, body: { ...bodyOf(values), version } }).unwrap()
      }
      fetchCurrent={async () => {
        const now = await fetchRow()
        return now && { values: valuesOf(now), version: now.version }
      }}
      describe={describer(t)}
    >
      <Form.Item
        name="mac"
        label={t('mac')}
        rules={[
          required,
          { pattern: /^[0-9A-Fa-f]{2}([:-]?[0-9A-Fa-f]{2}){5}$/, message: t('macFault') },
        ]}
      >
        <Input dir="ltr" autoComplete="off" placeholder={sampleMac} />
      </Form.Item>
      <Form.Item name="equipmentId" label={t('fixedTo')} extra={t('fixedToHint')}>
        <EquipmentPicker />
      </Form.Item>
      <Form.Item
        name="measuredPower"
        label={t('measuredPower')}
        extra={t('measuredPowerHint')}
        rules={[required]}
      >
        <NumberInput min={-100} max={-20} addonAfter="dBm" />
      </Form.Item>
    </EntityForm>
  )
}
