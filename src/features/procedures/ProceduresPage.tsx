import { PlayCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ProcedureRow } from '#contract/procedures/procedures.ts'
import { procedureTargets } from '#contract/rules/procedureTargets.ts'
import { pathTo } from '#lib/paths.ts'
import { procedureCalls } from '#entities/calls/procedures.ts'
import { ProcedureTypePicker } from '#entities/pickers/pickers.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { inAddress } from '#lib/addressState.ts'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { listAddress, useListAddress } from '#ui/list/listAddress.ts'
import { Count, When } from '#ui/page/marks.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import { ProcedurePanel } from './ProcedurePanel.tsx'
import styles from './procedures.module.css'
import { LinkButton } from '#ui/page/LinkButton.tsx'

const anyTarget = 'any'
const besidePanel = ['name', 'type', 'lastDoneAt', 'perform']
const shape = {
  ...listAddress(['name', 'type', 'updatedAt', 'lastDoneAt'], 'name', 'procedure'),
  types: inAddress.integers(),
  target: inAddress.oneOf([...procedureTargets, anyTarget], anyTarget),
  tab: inAddress.text('facts'),
}

export function ProceduresPage() {
  const { t } = useTranslation('procedures')
  const { state, change, paging, question, linkTo } = useListAddress(shape)
  const mayEdit = useMay('editor|procedures')
  const query = procedureCalls.useListProceduresQuery({
    body: {
      ...question,
      ...(state.types.length === 0 ? {} : { filter: { procedureTypeIds: state.types } }),
      ...(state.target === anyTarget ? {} : { target: state.target }),
    },
  })
  const isNarrowed = state.search !== '' || state.types.length > 0 || state.target !== anyTarget
  const handleClear = () => change({ search: '', types: [], target: anyTarget, page: 1 })
  const columns = useColumns(state.id !== null)
  return (
    <Page
      title={t('title')}
      actions={
        mayEdit && (
          <LinkButton
            type="primary"
            icon={<PlusOutlined aria-hidden />}
            to={pathTo('procedureNew')}
          >
            {t('new')}
          </LinkButton>
        )
      }
      filters={
        <FilterBar
          search={state.search}
          onSearch={(search) => change({ search, page: 1 })}
          searchLabel={t('search')}
          onClear={isNarrowed ? handleClear : undefined}
        >
          <ProcedureTypePicker
            multiple
            label={t('column.type')}
            value={state.types}
            onChange={(types: number[]) => change({ types, page: 1 }, { push: true })}
          />
          <Segmented
            aria-label={t('column.target')}
            value={state.target}
            onChange={(target) => change({ target, page: 1 }, { push: true })}
            options={[anyTarget, 'equipment', 'location'].map((target) => ({
              value: target as typeof state.target,
              label: t(`target.${target as 'any' | 'equipment' | 'location'}`),
            }))}
          />
        </FilterBar>
      }
      panel={
        state.id !== null && (
          <ProcedurePanel
            procedureId={state.id}
            tab={state.tab}
            onTab={(tab) => change({ tab })}
            onClose={() => change({ id: null, tab: 'facts' }, { push: true })}
          />
        )
      }
    >
      <EntityTable<ProcedureRow>
        label={t('title')}
        columns={columns}
        query={query}
        paging={paging}
        currentId={state.id}
        linkTo={linkTo}
        onOpen={(row) => change({ id: row.id }, { push: true })}
        empty={
          isNarrowed ? (
            <NothingFound onClear={handleClear} />
          ) : (
            <EmptyState
              title={t('emptyTitle')}
              hint={t('emptyHint')}
              action={mayEdit && <Link to={pathTo('procedureNew')}>{t('new')}</Link>}
            />
          )
        }
      />
    </Page>
  )
}

function useColumns(isBesidePanel: boolean): Column<ProcedureRow>[] {
  const { t } = useTranslation('procedures')
  const mayPerform = useMay('performer|procedures')
  const columns: Column<ProcedureRow>[] = [
    {
      key: 'name',
      title: t('column.name'),
      sortable: true,
      render: (row) => (
        <>
          <bdi>{row.name}</bdi>
          {!row.isActive && <span className="quiet"> · {t('retired')}</span>}
        </>
      ),
    },
    {
      key: 'type',
      title: t('column.type'),
      sortable: true,
      render: (row) => <bdi>{row.type.name}</bdi>,
    },
    {
      key: 'target',
      title: t('column.target'),
      phone: 'hidden',
      render: (row) => t(`target.${row.target}`),
    },
    {
      key: 'questions',
      title: t('column.questions'),
      align: 'end',
      phone: 'hidden',
      render: (row) => <Count value={row.questionCount} />,
    },
    {
      key: 'automations',
      title: t('column.automations'),
      align: 'end',
      phone: 'hidden',
      render: (row) => <Count value={row.automationCount} />,
    },
    {
      key: 'logs',
      title: t('column.logs'),
      align: 'end',
      phone: 'hidden',
      render: (row) => <Count value={row.logCount} />,
    },
    {
      key: 'lastDoneAt',
      title: t('column.lastDone'),
      sortable: true,
      render: (row) => <When at={row.lastDoneAt} />,
    },
  ]
  if (mayPerform)
    columns.push({
      key: 'perform',
      title: t('column.perform'),
      saysItself: true,
      align: 'end',
      phone: 'aside',
      render: (row) => <PerformLink row={row} />,
    })
  return isBesidePanel ? columns.filter(({ key }) => besidePanel.includes(key)) : columns
}

function PerformLink({ row }: { row: ProcedureRow }) {
  const { t } = useTranslation('procedures')
  if (!row.isActive) return null
  return (
    <Link
      className={styles.performLink}
      to={pathTo('procedurePerform', { procedureId: row.id })}
      aria-label={t('performOne', { procedure: row.name })}
    >
      <PlayCircleOutlined aria-hidden className="turns" /> {t('perform.start')}
    </Link>
  )
}
