/** Rules on equipment that leaves, idles or runs short. */
import { skipToken } from '@reduxjs/toolkit/query'
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { zones, type ZoneRuleRow } from '#contract/zones.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import { Journal } from '#entities/journal/Journal.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { zoneCalls } from '#entities/visits/calls.ts'
import { inAddress } from '#lib/addressState.ts'
import { asId } from '#lib/ids.ts'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { listAddress, useListAddress } from '#ui/list/listAddress.ts'
import { ColourTag, Count } from '#ui/page/marks.tsx'
import { MissingPanel } from '#ui/panel/MissingPanel.tsx'
import { isElsewhere, useNamedRow } from '#ui/panel/namedRow.ts'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import { ConfirmedDelete } from '#ui/dialog/ConfirmedDelete.tsx'
import { RuleSentence } from './RuleSentence.tsx'
import { ZoneRuleForm } from './ZoneRuleForm.tsx'
import styles from './zones.module.css'

const tabs = ['facts', 'journal'] as const
const address = {
  ...listAddress(['name'], 'name'),
  mode: inAddress.oneOf(['show', 'new'], 'show'),
  tab: inAddress.oneOf(tabs, 'facts'),
  /** The area of a new rule. */
  area: inAddress.id(),
}

export function ZoneRules({ choice }: { choice: ReactNode }) {
  const { t } = useTranslation(['zones', 'titles', 'common'])
  const { state, change, paging, question, linkTo } = useListAddress(address)
  const query = zoneCalls.useListZoneRulesQuery({ body: question })
  const { data } = query
  const mayEdit = useMay('editor|devices')
  // The linked row may be on another page of the list.
  const alone = zoneCalls.useListZoneRulesQuery(
    isElsewhere(state.id, query.data)
      ? { body: { limit: 1, ruleId: asId('zoneRule', state.id) } }
      : skipToken,
  )
  const { row: current, missing } = useNamedRow(state.id, query, alone)
  const readNow = useFetchNow()
  const close = () => change({ id: null, mode: 'show', tab: 'facts', area: null }, { push: true })
  const clear = () => change({ search: '', page: 1 }, { push: true })
  const fetchRow = async (id: number) =>
    (await readNow(zones.listZoneRules, { body: { limit: 1, ruleId: asId('zoneRule', id) } }))
      .rows[0]
  const panel =
    mayEdit && state.mode === 'new' ? (
      <DetailPanel title={t('addRule')} onClose={close}>
        <ZoneRuleForm row={undefined} area={state.area} fetchRow={fetchRow} onDone={close} />
      </DetailPanel>
    ) : current === undefined ? (
      missing && <MissingPanel missing={missing} onClose={close} />
    ) : (
      <DetailPanel
        key={current.id}
        title={<bdi>{current.name}</bdi>}
        under={<Standing row={current} />}
        actions={
          mayEdit && (
            <ConfirmedDelete
              row={current}
              name={current.name}
              hint={t('deleteHint')}
              useDelete={zoneCalls.useDeleteZoneRuleMutation}
              onDeleted={close}
            />
          )
        }
        onClose={close}
        tab={state.tab}
        onTab={(key) => change({ tab: tabs.find((one) => one === key) ?? 'facts' })}
        tabs={[
          {
            key: 'facts',
            label: t('tabFacts'),
            content: mayEdit ? (
              <ZoneRuleForm row={current} fetchRow={fetchRow} onDone={close} />
            ) : (
              <p>
                <Sentence row={current} />
              </p>
            ),
          },
          {
            key: 'journal',
            label: t('tabJournal'),
            content: <Journal entity="zoneRule" entityId={current.id} />,
          },
        ]}
      />
    )
  return (
    <Page
      title={t('titles:zones')}
      hint={data === undefined ? undefined : <Count value={data.count} />}
      panel={panel}
      actions={
        mayEdit && (
          <Button
            type="primary"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => change({ mode: 'new', id: null }, { push: true })}
          >
            {t('addRule')}
          </Button>
        )
      }
      filters={
        <FilterBar
          search={state.search}
          onSearch={(search) => change({ search, page: 1 })}
          searchLabel={t('searchRules')}
          onClear={state.search === '' ? undefined : clear}
          end={choice}
        />
      }
    >
      <EntityTable<ZoneRuleRow>
        label={t('view_alerts')}
        columns={useColumns()}
        query={query}
        paging={paging}
        currentId={state.id}
        linkTo={linkTo}
        onOpen={(row) => change({ id: row.id, mode: 'show' }, { push: true })}
        empty={
          state.search === '' ? (
            <EmptyState title={t('noRules')} hint={t('noRulesHint')} />
          ) : (
            <NothingFound onClear={clear} />
          )
        }
      />
    </Page>
  )
}

const Sentence = ({ row }: { row: ZoneRuleRow }) => (
  <RuleSentence
    kind={row.kind}
    type={row.equipmentType?.name ?? null}
    place={row.area?.name ?? row.location?.name ?? null}
    minimum={row.minimum}
    minutes={row.minutes}
  />
)

function Standing({ row }: { row: ZoneRuleRow }) {
  const { t } = useTranslation('zones')
  if (!row.isActive) return <span className="quiet">{t('off')}</span>
  return row.open === 0 ? (
    <ColourTag soft colour="green">
      {t('nothingOpen')}
    </ColourTag>
  ) : (
    <ColourTag soft colour="orange">
      {t('open', { count: row.open })}
    </ColourTag>
  )
}

function useColumns(): Column<ZoneRuleRow>[] {
  const { t } = useTranslation(['zones', 'common'])
  return [
    {
      key: 'name',
      title: t('common:name'),
      sortable: true,
      render: (row) => (
        <span className={styles.name}>
          <bdi>{row.name}</bdi>
          <span className="quiet">
            <Sentence row={row} />
          </span>
        </span>
      ),
    },
    { key: 'state', title: t('state'), phone: 'aside', render: (row) => <Standing row={row} /> },
  ]
}
