import { EnvironmentOutlined } from '@ant-design/icons'
import { Button, Checkbox, Form, Input, Switch } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Translate } from '#lib/i18n/translate.ts'
import { Link } from 'react-router-dom'
import { devices, type GatewayRow } from '#contract/devices/devices.ts'
import { pathTo } from '#lib/paths.ts'
import { Journal } from '#entities/journal/Journal.tsx'
import { EquipmentPicker, makeReferencePicker } from '#entities/pickers/pickers.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import type { FieldsInWords } from '#ui/dialog/conflict.ts'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { ConfirmedDelete } from '#ui/dialog/ConfirmedDelete.tsx'
import { useCollection } from '#ui/list/useCollection.tsx'
import { ColourTag, When } from '#ui/page/marks.tsx'
import { AddButton } from '#ui/page/AddButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { deviceCalls } from './calls.ts'
import { gatewaysAddress, gatewaysQuestion } from './gatewaysAddress.ts'
import { Clock, ClockMark, Ignored } from './GatewayState.tsx'
import styles from './devices.module.css'

const GatewayTypePicker = makeReferencePicker((body, options) =>
  deviceCalls.useListGatewayTypesQuery(body, options),
)

export function GatewayList({ choice }: { choice: ReactNode }) {
  const { t } = useTranslation(['gateways', 'titles', 'common'])
  const mayEdit = useMay('editor|devices')
  const columns = useColumns()
  const list = useCollection({
    endpoint: devices.listGateways,
    useRows: deviceCalls.useListGatewaysQuery,
    address: gatewaysAddress,
    body: (question, state) => ({ ...question, ...gatewaysQuestion(state) }),
    alone: (id) => ({ limit: 1, ids: [id] }),
    mayAdd: mayEdit,
  })
  const { state, change, close } = list
  const formOf = (row: GatewayRow | undefined) => (
    <GatewayForm key={row?.id ?? 'new'} row={row} fetchRow={list.fetchRow} onDone={close} />
  )
  const panel = list.panel(
    (current) => (
      <DetailPanel
        title={<bdi>{current.equipment.name}</bdi>}
        over={
          <bdi dir="ltr" className="numbers">
            {current.mac}
          </bdi>
        }
        onClose={close}
        under={
          <>
            <Place row={current} />
            <Clock row={current} />
            <Ignored row={current} />
          </>
        }
        actions={<RowActions row={current} onDeleted={close} />}
        tab={state.tab}
        onTab={(key) => change({ tab: key === 'journal' ? 'journal' : 'facts' })}
        tabs={[
          ...(mayEdit ? [{ key: 'facts', label: t('tabFacts'), content: formOf(current) }] : []),
          {
            key: 'journal',
            label: t('tabJournal'),
            content: <Journal entity="gateway" entityId={current.id} />,
          },
        ]}
      />
    ),
    () => (
      <DetailPanel title={t('addGateway')} onClose={close}>
        {formOf(undefined)}
      </DetailPanel>
    ),
  )
  return (
    <Page
      title={t('titles:gateways')}
      hint={list.count}
      panel={panel}
      actions={mayEdit && <AddButton onClick={list.add}>{t('addGateway')}</AddButton>}
      filters={
        <FilterBar
          {...list.filter}
          searchLabel={t('searchGateways')}
          end={<Link to={pathTo('gatewayTypes')}>{t('titles:gatewayTypes')}</Link>}
        >
          {choice}
          <Checkbox
            checked={state.silent}
            onChange={({ target }) => change({ silent: target.checked, page: 1 }, { push: true })}
          >
            {t('onlySilent')}
          </Checkbox>
        </FilterBar>
      }
    >
      <EntityTable<GatewayRow>
        {...list.table}
        label={t('titles:gateways')}
        columns={columns}
        empty={
          state.search === '' && !state.silent ? (
            <EmptyState title={t('noGateways')} hint={t('noGatewaysHint')} />
          ) : (
            <NothingFound onClear={() => change({ search: '', silent: false })} />
          )
        }
      />
    </Page>
  )
}

function useColumns(): Column<GatewayRow>[] {
  const { t } = useTranslation(['gateways', 'common'])
  return [
    {
      key: 'name',
      title: t('common:name'),
      sortable: true,
      render: (row) => <bdi>{row.equipment.name}</bdi>,
    },
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
      key: 'type',
      title: t('common:type'),
      roomy: true,
      render: (row) => <bdi>{row.type.name}</bdi>,
    },
    { key: 'place', title: t('place'), render: (row) => <Place row={row} /> },
    {
      key: 'lastHeardAt',
      title: t('lastReport'),
      sortable: true,
      phone: 'aside',
      render: (row) =>
        row.isActive ? (
          <span className={styles.lastReport}>
            <When at={row.lastHeardAt} />
            <ClockMark row={row} />
          </span>
        ) : (
          <span className="quiet">{t('off')}</span>
        ),
    },
  ]
}

function Place({ row }: { row: GatewayRow }) {
  const { t } = useTranslation('gateways')
  return row.place === null ? (
    <ColourTag soft colour="orange">
      {t('notPlaced')}
    </ColourTag>
  ) : (
    <bdi>{row.place.floorName}</bdi>
  )
}

function RowActions({ row, onDeleted }: { row: GatewayRow; onDeleted(): void }) {
  const { t } = useTranslation('gateways')
  const mayEdit = useMay('editor|devices')
  return (
    <>
      <Link
        to={pathTo('mapping', undefined, {
          id: row.equipment.id,
          ...(row.place === null ? { placing: 1 } : { floor: row.place.floorId }),
        })}
      >
        <Button icon={<EnvironmentOutlined aria-hidden />}>
          {row.place === null ? t('placeOnMap') : t('showOnMap')}
        </Button>
      </Link>
      {mayEdit && (
        <ConfirmedDelete
          row={row}
          name={row.equipment.name}
          hint={t('deleteGatewayHint')}
          useDelete={deviceCalls.useDeleteGatewayMutation}
          onDeleted={onDeleted}
        />
      )}
    </>
  )
}

const sampleMac = 'AC:23:3F:C0:00:01'

interface Values {
  mac: string
  typeId: number | null
  equipmentId: number | null
  correction: number
  isActive: boolean
}
const valuesOf = (row: GatewayRow | undefined): Values => ({
  mac: row?.mac ?? '',
  typeId: row?.type.id ?? null,
  equipmentId: row?.equipment.id ?? null,
  correction: row?.correction ?? 0,
  isActive: row?.isActive ?? true,
})

function describer(t: Translate<['gateways', 'common']>) {
  return (values: Values): FieldsInWords<Values> => ({
    equipmentId: {
      label: t('whichEquipment'),
      value: <EquipmentPicker asText value={values.equipmentId} />,
    },
    mac: { label: t('mac'), value: values.mac },
    typeId: {
      label: t('common:type'),
      value: <GatewayTypePicker label={t('common:type')} asText value={values.typeId} />,
    },
    correction: { label: t('correction'), value: values.correction },
    isActive: {
      label: t('isActive'),
      value: values.isActive ? t('common:yes') : t('common:no'),
    },
  })
}

function GatewayForm({
  row,
  fetchRow,
  onDone,
}: {
  row: GatewayRow | undefined
  fetchRow(): Promise<GatewayRow | undefined>
  onDone(): void
}) {
  const { t } = useTranslation(['gateways', 'common'])
  const [create] = deviceCalls.useCreateGatewayMutation()
  const [update] = deviceCalls.useUpdateGatewayMutation()
  const required = { required: true, message: t('common:required') }
  const bodyOf = ({ typeId, equipmentId, ...rest }: Values) => ({
    ...rest,
    typeId: typeId ?? 0,
    equipmentId: equipmentId ?? 0,
  })
  return (
    <EntityForm<Values>
      initial={valuesOf(row)}
      {...(row === undefined ? {} : { version: row.version })}
      submitLabel={row === undefined ? t('common:create') : t('common:save')}
      onSaved={onDone}
      onCancel={onDone}
      refusals={{ taken: t('taken') }}
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
        name="equipmentId"
        label={t('whichEquipment')}
        extra={t('whichEquipmentHint')}
        rules={[required]}
      >
        <EquipmentPicker />
      </Form.Item>
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
      <Form.Item name="typeId" label={t('common:type')} rules={[required]}>
        <GatewayTypePicker label={t('common:type')} />
      </Form.Item>
      <Form.Item name="correction" label={t('correction')} extra={t('correctionHint')}>
        <NumberInput min={-30} max={30} step={0.5} addonAfter="dB" />
      </Form.Item>
      <Form.Item name="isActive" label={t('isActive')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </EntityForm>
  )
}
