/** API keys for machines. A key is shown once, when created. */
import { Form, Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auth } from '#contract/auth/auth.ts'
import { devices, type ApiKey } from '#contract/devices/devices.ts'
import { injectContract } from '#api/api.ts'
import { Journal } from '#entities/journal/Journal.tsx'
import { inAddress } from '#lib/addressState.ts'
import { useFormat } from '#lib/format.tsx'
import { DetailPanel, Facts } from '#ui/panel/DetailPanel.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
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
import { deviceCalls } from './calls.ts'
import { MomentField } from '#ui/dates/MomentField.tsx'
import { FreshKey, KeyTopic, type MadeKey } from './KeyAddresses.tsx'

const { useGetSessionQuery } = injectContract(auth)

const address = {
  ...listAddress(['name', 'expirationDate', 'lastUsedAt'], 'name', 'apiKey'),
  mode: inAddress.oneOf(['show', 'new'], 'show'),
  tab: inAddress.oneOf(['facts', 'journal'], 'facts'),
}

export function ApiKeysPage() {
  const { t } = useTranslation(['gateways', 'titles', 'common'])
  const [fresh, setFresh] = useState<MadeKey | null>(null)
  const columns = useColumns()
  const list = useCollection({
    endpoint: devices.listApiKeys,
    useRows: deviceCalls.useListApiKeysQuery,
    address,
    body: (question) => question,
    alone: (id) => ({ limit: 1, ids: [id] }),
  })
  const { state, change } = list
  const close = () => {
    setFresh(null)
    list.close()
  }
  const formOf = (row: ApiKey | undefined) => (
    <KeyForm
      key={row?.id ?? 'new'}
      row={row}
      fetchRow={list.fetchRow}
      onMade={setFresh}
      onDone={close}
    />
  )
  const panel =
    fresh !== null ? (
      <DetailPanel title={t('keyMade')} onClose={close}>
        <FreshKey made={fresh} />
      </DetailPanel>
    ) : (
      list.panel(
        (current) => (
          <DetailPanel
            title={<bdi>{current.name}</bdi>}
            over={<bdi dir="ltr">…{current.hint}</bdi>}
            onClose={close}
            actions={
              <ConfirmedDelete
                row={current}
                name={current.name}
                hint={t('deleteKeyHint')}
                useDelete={deviceCalls.useDeleteApiKeyMutation}
                onDeleted={close}
              />
            }
            tab={state.tab}
            onTab={(key) => change({ tab: key === 'journal' ? 'journal' : 'facts' })}
            tabs={[
              {
                key: 'facts',
                label: t('tabFacts'),
                content: (
                  <>
                    <KeyFacts row={current} />
                    <KeyTopic topicKey={current.topicKey} isOfNetworks={current.ips.length > 0} />
                    {formOf(current)}
                  </>
                ),
              },
              {
                key: 'journal',
                label: t('tabJournal'),
                content: <Journal entity="apiKey" entityId={current.id} />,
              },
            ]}
          />
        ),
        () => (
          <DetailPanel title={t('addKey')} onClose={close}>
            {formOf(undefined)}
          </DetailPanel>
        ),
      )
    )
  return (
    <Page
      title={t('titles:apiKeys')}
      hint={list.count}
      panel={panel}
      actions={
        <AddButton
          onClick={() => {
            setFresh(null)
            list.add()
          }}
        >
          {t('addKey')}
        </AddButton>
      }
      filters={<FilterBar {...list.filter} searchLabel={t('searchKeys')} />}
    >
      <EntityTable<ApiKey>
        {...list.table}
        label={t('titles:apiKeys')}
        columns={columns}
        empty={
          state.search === '' ? (
            <EmptyState title={t('noKeys')} hint={t('noKeysHint')} />
          ) : (
            <NothingFound onClear={() => change({ search: '' })} />
          )
        }
      />
    </Page>
  )
}

function useColumns(): Column<ApiKey>[] {
  const { t } = useTranslation(['gateways', 'common'])
  const format = useFormat()
  return [
    {
      key: 'name',
      title: t('common:name'),
      sortable: true,
      render: (row) => (
        <>
          <bdi>{row.name}</bdi>{' '}
          <span className="quiet" dir="ltr">
            …{row.hint}
          </span>
        </>
      ),
    },
    {
      key: 'state',
      title: t('common:status'),
      render: (row) =>
        row.isActive ? (
          <ColourTag soft colour="green">
            {t('on')}
          </ColourTag>
        ) : (
          <ColourTag soft colour="orange">
            {t('off')}
          </ColourTag>
        ),
    },
    {
      key: 'expirationDate',
      title: t('expires'),
      sortable: true,
      render: (row) =>
        row.expirationDate === null ? (
          <span className="quiet">{t('common:never')}</span>
        ) : (
          format.calendarDay(row.expirationDate)
        ),
    },
    {
      key: 'calls',
      title: t('thisMonth'),
      align: 'end',
      roomy: true,
      render: ({ RateLimit: { counter, monthLimit } }) => (
        <span className="numbers">
          {format.number(counter)}
          {monthLimit !== null && ` / ${format.number(monthLimit)}`}
        </span>
      ),
    },
    {
      key: 'lastUsedAt',
      title: t('lastUsed'),
      sortable: true,
      phone: 'aside',
      render: (row) => <When at={row.lastUsedAt} />,
    },
    {
      key: 'company',
      title: t('common:company'),
      roomy: true,
      phone: 'hidden',
      render: (row) => <KeyCompany uuid={row.companyUuid} />,
    },
    {
      key: 'createdAt',
      title: t('common:created'),
      roomy: true,
      phone: 'hidden',
      render: (row) => <When at={row.createdAt} as="date" />,
    },
    {
      key: 'updatedAt',
      title: t('common:updated'),
      roomy: true,
      phone: 'hidden',
      render: (row) => <When at={row.updatedAt} as="date" />,
    },
  ]
}

function KeyCompany({ uuid, isWhole = false }: { uuid: string; isWhole?: boolean }) {
  const { data } = useGetSessionQuery()
  const name = data?.company.uuid === uuid ? data.company.name : null
  const number = (
    <bdi dir="ltr" className="quiet">
      {uuid}
    </bdi>
  )
  return name === null ? (
    number
  ) : (
    <>
      <bdi>{name}</bdi>
      {isWhole && <> {number}</>}
    </>
  )
}

function KeyFacts({
  row: {
    companyUuid,
    createdAt,
    updatedAt,
    lastUsedAt,
    RateLimit: { counter, monthLimit },
  },
}: {
  row: ApiKey
}) {
  const { t } = useTranslation(['gateways', 'common'])
  const format = useFormat()
  return (
    <Facts
      rows={[
        { label: t('common:company'), value: <KeyCompany uuid={companyUuid} isWhole /> },
        { label: t('common:created'), value: <When at={createdAt} as="dateTime" /> },
        { label: t('common:updated'), value: <When at={updatedAt} as="dateTime" /> },
        { label: t('lastUsed'), value: <When at={lastUsedAt} /> },
        {
          label: t('monthLimit'),
          value: monthLimit === null ? t('noMonthLimit') : format.number(monthLimit),
        },
        { label: t('thisMonth'), value: format.number(counter) },
      ]}
    />
  )
}

interface Values {
  name: string
  ips: string[]
  expirationDate: string | null
  isActive: boolean
  monthLimit: number | null
}
const valuesOf = (row: ApiKey | undefined): Values => ({
  name: row?.name ?? '',
  ips: row?.ips ?? [],
  expirationDate: row?.expirationDate ?? null,
  isActive: row?.isActive ?? true,
  monthLimit: row?.RateLimit.monthLimit ?? null,
})

function KeyForm({
  row,
  fetchRow,
  onMade,
  onDone,
}: {
  row: ApiKey | undefined
  fetchRow(): Promise<ApiKey | undefined>
  onMade(made: MadeKey): void
  onDone(): void
}) {
  const { t } = useTranslation(['gateways', 'common'])
  const [create] = deviceCalls.useCreateApiKeyMutation()
  const [update] = deviceCalls.useUpdateApiKeyMutation()
  const [isMade, setIsMade] = useState(false)
  const format = useFormat()
  return (
    <EntityForm<Values>
      initial={valuesOf(row)}
      {...(row === undefined ? {} : { version: row.version })}
      submitLabel={row === undefined ? t('common:create') : t('common:save')}
      onSaved={() => {
        if (row !== undefined) onDone()
      }}
      onCancel={onDone}
      onSave={async (values, version) => {
        if (row !== undefined && version !== undefined)
          await update({ params: { id: row.id }, body: { ...values, version } }).unwrap()
        else if (!isMade) {
          const fresh = await create({ body: values }).unwrap()
          setIsMade(true)
          onMade(fresh)
        }
      }}
      fetchCurrent={async () => {
        const now = await fetchRow()
        return now && { values: valuesOf(now), version: now.version }
      }}
      describe={(values) => ({
        name: { label: t('common:name'), value: values.name },
        ips: { label: t('networks'), value: values.ips.join(', ') },
        expirationDate: {
          label: t('expires'),
          value: values.expirationDate && format.calendarDay(values.expirationDate),
        },
        monthLimit: { label: t('monthLimit'), value: values.monthLimit },
        isActive: {
          label: t('isActive'),
          value: values.isActive ? t('common:yes') : t('common:no'),
        },
      })}
    >
      <Form.Item
        name="name"
        label={t('common:name')}
        rules={[
          { required: true, whitespace: true, message: t('common:required') },
          { max: 200, message: t('common:tooLong', { max: 200 }) },
        ]}
      >
        <Input autoComplete="off" dir="auto" />
      </Form.Item>
      <Form.Item name="ips" label={t('networks')} extra={t('networksHint')}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ', '\n']} />
      </Form.Item>
      <Form.Item
        name="expirationDate"
        label={t('expires')}
        normalize={(value: string) => (value === '' ? null : value)}
      >
        <MomentField kind="day" isWide />
      </Form.Item>
      <Form.Item
        name="monthLimit"
        label={t('monthLimit')}
        extra={t('monthLimitHint')}
        normalize={(value: number | null | undefined) => value ?? null}
      >
        <NumberInput min={1} max={2_000_000_000} style={{ inlineSize: '100%' }} />
      </Form.Item>
      <Form.Item name="isActive" label={t('isActive')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </EntityForm>
  )
}
