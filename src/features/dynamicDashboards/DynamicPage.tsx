import { EditOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Pagination } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router-dom'
import type { DynamicDashboard } from '#contract/dashboards/dynamicDashboards.ts'
import { pathTo } from '#lib/paths.ts'
import { DeleteBoard } from '#entities/insight/DeleteBoard.tsx'
import { DetailRows } from '#entities/insight/DetailRows.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { useFormat } from '#lib/format.tsx'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PrintHead } from '#ui/page/PrintHead.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { dynamicCalls } from './calls.ts'
import { draftOf, type WidgetDraft } from './draft.ts'
import { WidgetFace, type Opened } from './WidgetFace.tsx'
import styles from './dynamic.module.css'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'

const SIZE = 50
const shape = {
  widget: inAddress.text(),
  series: inAddress.oneOf(['now', 'before'], 'now'),
  group: inAddress.text(),
  page: inAddress.count(1),
}

export function DynamicPage() {
  const { t } = useTranslation('titles')
  const id = Number(useParams()['dynamicDashboardId'])
  const query = dynamicCalls.useGetDynamicDashboardQuery({ params: { id } })
  const { error, refetch } = query
  const data = answerToShow(query)
  if (data !== undefined) return <Board key={id} board={data} />
  return (
    <Page
      title={t('dynamicDashboards')}
      back={{ to: pathTo('dynamicDashboards'), label: t('dynamicDashboards') }}
    >
      {error === undefined ? (
        <LoadingState />
      ) : (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Board({ board }: { board: DynamicDashboard }) {
  const { t } = useTranslation(['dynamicDashboards', 'titles', 'common', 'dashboards'])
  const navigate = useNavigate()
  const mayEdit = useMay('editor|dashboards')
  const [state, change] = useAddressState(shape)
  const { widgets } = draftOf(board)
  const current = widgets.find(({ id }) => id === state.widget)
  const [remove] = dynamicCalls.useDeleteDynamicDashboardMutation()
  const handleDelete = async () => (await remove({ params: { id: board.id } })).error === undefined
  const editor = pathTo('dynamicDashboardEditor', { dynamicDashboardId: board.id })
  return (
    <Page
      title={board.title}
      back={{ to: pathTo('dynamicDashboards'), label: t('titles:dynamicDashboards') }}
      actions={
        <>
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
            {t('dashboards:print')}
          </Button>
          {mayEdit && (
            <LinkButton type="primary" icon={<EditOutlined aria-hidden />} to={editor}>
              {t('common:edit')}
            </LinkButton>
          )}
          {mayEdit && (
            <DeleteBoard
              name={board.title}
              hint={t('deleteHint')}
              onDelete={handleDelete}
              onDeleted={() => void navigate(pathTo('dynamicDashboards'), { replace: true })}
            />
          )}
        </>
      }
      panel={
        current !== undefined && (
          <WidgetRows
            dashboardId={board.id}
            widget={current}
            opened={{ series: state.series, ...(state.group === '' ? {} : { group: state.group }) }}
            page={state.page}
            onPage={(page) => change({ page })}
            onClose={() =>
              change({ widget: '', group: '', series: 'now', page: 1 }, { push: true })
            }
          />
        )
      }
    >
      <div className={`${styles.dynamic} print-whole`}>
        <PrintHead lines={[]} />
        {widgets.length === 0 && (
          <EmptyState
            title={t('noWidgets')}
            hint={t('noWidgetsHint')}
            action={mayEdit && <Link to={editor}>{t('common:edit')}</Link>}
          />
        )}
        <div className={styles.widgetGrid}>
          {widgets.map((widget) => (
            <div
              key={widget.id}
              className={styles.widgetCell}
              style={{ '--width': widget.width, '--height': widget.height }}
            >
              <SavedWidget
                dashboardId={board.id}
                widget={widget}
                onOpen={({ series, group = '' }) =>
                  change({ widget: widget.id, series, group, page: 1 }, { push: true })
                }
              />
            </div>
          ))}
        </div>
      </div>
    </Page>
  )
}

function SavedWidget({
  dashboardId,
  widget,
  onOpen,
}: {
  dashboardId: number
  widget: WidgetDraft
  onOpen(opened: Opened): void
}) {
  const query = dynamicCalls.useGetWidgetQuery({
    params: { dashboardId, widgetId: widget.id },
  })
  const { error, isFetching, refetch } = query
  const data = answerToShow(query)
  return (
    <WidgetFace
      widget={widget}
      data={data}
      error={error}
      isFetching={isFetching}
      retry={() => void refetch()}
      onOpen={onOpen}
    />
  )
}

function WidgetRows({
  dashboardId,
  widget,
  opened,
  page,
  onPage,
  onClose,
}: {
  dashboardId: number
  widget: WidgetDraft
  opened: Opened
  page: number
  onPage(page: number): void
  onClose(): void
}) {
  const { t } = useTranslation('dashboards')
  const format = useFormat()
  const query = dynamicCalls.useListWidgetRowsQuery({
    params: { dashboardId, widgetId: widget.id, ...opened, limit: SIZE, offset: (page - 1) * SIZE },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  return (
    <DetailPanel
      title={<bdi>{widget.title}</bdi>}
      onClose={onClose}
      under={
        data && (
          <span>
            {t('rowsSay', {
              rows: format.number(data.count),
              value:
                data.value === null ? '–' : format.number(data.value, { maximumFractionDigits: 1 }),
            })}
          </span>
        )
      }
    >
      {data === undefined ? (
        error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {data.rows.length === 0 && <p className="quiet">{t('noRows')}</p>}
          <DetailRows rows={data.rows} />
          {data.count > SIZE && (
            <Pagination
              size="small"
              current={page}
              pageSize={SIZE}
              total={data.count}
              showSizeChanger={false}
              onChange={onPage}
            />
          )}
        </>
      )}
    </DetailPanel>
  )
}
