import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { zones, type ZoneRuleRow } from '#contract/zones.ts'
import { Journal } from '#entities/journal/Journal.tsx'
import { useClaims, useMay } from '#entities/session/useSession.ts'
import { zoneCalls } from '#entities/visits/calls.ts'
import { inAddress } from '#lib/addressState.ts'
import { pathTo } from '#lib/paths.ts'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { listAddress } from '#ui/list/listAddress.ts'
import { useCollection } from '#ui/list/useCollection.tsx'
import { ColourTag } from '#ui/page/marks.tsx'
import { AddButton } from '#ui/page/AddButton.tsx'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import { ConfirmedDelete } from '#ui/dialog/ConfirmedDelete.tsx'
import { RuleSentence } from './RuleSentence.tsx'
import { ZoneRuleForm } from './ZoneRuleForm.tsx'
import styles from './zones.module.css'

const tabs = ['facts', 'journal'] as const
const address = {
  ...listAddress(['name'], 'name', 'zoneRule'),
  mode: inAddress.oneOf(['show', 'new'], 'show'),
  tab: inAddress.oneOf(tabs, 'facts'),
  area: inAddress.id('area'),
}

export function ZoneRules({ choice }: { choice: ReactNode }) {
  const { t } = useTranslation(['zones', 'titles', 'common'])
  const mayEdit = useMay('editor|devices')
  const mayAutomate = useMay('editor|automations')
  const companyId = useClaims()?.companyId ?? 0
  const list = useCollection({
    endpoint: zones.listZoneRules,
    useRows: zoneCalls.useListZoneRulesQuery,
    address,
    body: (question) => question,
    alone: (id) => ({ limit: 1, ruleId: id }),
    mayAdd: mayEdit,
    closed: { area: null },
  })
  const { state, change, close, fetchRow } = list
  const clear = () => change({ search: '', page: 1 }, { push: true })
  const panel = list.panel(
    (current) => (
      <DetailPanel
        key={current.id}
        title={<bdi>{current.name}</bdi>}
        under={<Standing row={current} />}
        actions={
          <>
            {mayAutomate && current.kind !== 'fewer' && current.locationId !== null && (
              <LinkButton
                to={pathTo(
                  'companyTriggeredEventCreate',
                  { companyId },
                  { zoneRuleId: current.id },
                )}
              >
                {t('copyAsAutomation')}
              </LinkButton>
            )}
            {mayEdit && (
              <ConfirmedDelete
                row={current}
                name={current.name}
                hint={t('deleteHint')}
                useDelete={zoneCalls.useDeleteZoneRuleMutation}
                onDeleted={close}
              />
            )}
          </>
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
    ),
    () => (
      <DetailPanel title={t('addRule')} onClose={close}>
        <ZoneRuleForm row={undefined} area={state.area} fetchRow={fetchRow} onDone={close} />
      </DetailPanel>
    ),
  )
  return (
    <Page
      title={t('titles:zones')}
      hint={list.count}
      panel={panel}
      actions={mayEdit && <AddButton onClick={list.add}>{t('addRule')}</AddButton>}
      filters={
        <FilterBar
          {...list.filter}
          searchLabel={t('searchRules')}
          onClear={state.search === '' ? undefined : clear}
          end={choice}
        />
      }
    >
      <EntityTable<ZoneRuleRow>
        {...list.table}
        label={t('view_alerts')}
        columns={useColumns()}
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
