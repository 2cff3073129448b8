import { DeleteOutlined } from '@ant-design/icons'
import { Button, Input, Segmented, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { cardRanges } from '#contract/dashboards/periods.ts'
import { groupings, measures, WIDGET, widgetIcons } from '#contract/dashboards/dynamicDashboards.ts'
import { FilterObjectEditor } from '#entities/filterObject/FilterObjectEditor.tsx'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import type { WidgetDraft } from './draft.ts'
import { iconOf } from './widgetIcons.tsx'
import styles from './dynamic.module.css'

export function WidgetPanel({
  widget,
  onChange,
  onClose,
  onRemove,
}: {
  widget: WidgetDraft
  onChange(patch: Partial<WidgetDraft>): void
  onClose(): void
  onRemove(): void
}) {
  const { t } = useTranslation(['dynamicDashboards', 'common', 'dashboards'])
  const { dataSource } = widget
  const source = (patch: Partial<WidgetDraft['dataSource']>) =>
    onChange({ dataSource: { ...dataSource, ...patch } })
  return (
    <DetailPanel
      title={t(`kind.${widget.kind}`)}
      onClose={onClose}
      actions={
        <Button danger type="text" icon={<DeleteOutlined aria-hidden />} onClick={onRemove}>
          {t('common:remove')}
        </Button>
      }
    >
      <div className={styles.widgetFields}>
        <label>
          {t('title')}
          <Input
            dir="auto"
            autoFocus
            maxLength={200}
            value={widget.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        </label>
        <label>
          {t('icon')}
          <Select
            aria-label={t('icon')}
            value={widget.icon}
            onChange={(icon) => onChange({ icon })}
            options={widgetIcons.map((icon) => ({
              value: icon,
              label: (
                <>
                  {iconOf[icon]} {t(`icons.${icon}`)}
                </>
              ),
            }))}
          />
        </label>
        <label>
          {t('infoField')}
          <Input.TextArea
            dir="auto"
            rows={2}
            maxLength={1_000}
            value={widget.info}
            onChange={(event) => onChange({ info: event.target.value })}
          />
        </label>
        <label>
          {t('measureField')}
          <Select
            aria-label={t('measureField')}
            value={dataSource.measure}
            onChange={(measure) =>
              source({
                measure,
                ...(measure === 'scheduleDone' ? { groupBy: 'period' as const } : {}),
              })
            }
            options={measures.map((measure) => ({
              value: measure,
              label: t(`measure.${measure}`),
            }))}
          />
        </label>
        <div>
          <Segmented
            aria-label={t('dashboards:field.range')}
            value={dataSource.range}
            onChange={(range) => source({ range })}
            options={cardRanges.map((range) => ({
              value: range,
              label: t(`dashboards:range.${range}`),
            }))}
          />
        </div>
        {widget.kind === 'barChart' && (
          <>
            <label>
              {t('groupField')}
              <Select
                aria-label={t('groupField')}
                value={dataSource.groupBy}
                onChange={(groupBy) => source({ groupBy })}
                options={groupings.map((groupBy) => ({
                  value: groupBy,
                  label: t(`groupBy.${groupBy}`),
                  disabled: dataSource.measure === 'scheduleDone' && groupBy !== 'period',
                }))}
              />
            </label>
            <label className={styles.widgetSwitch}>
              <Switch
                size="small"
                disabled={dataSource.groupBy === 'period'}
                checked={dataSource.compare && dataSource.groupBy !== 'period'}
                onChange={(compare) => source({ compare })}
                aria-label={t('compare')}
              />
              {t('compare')}
            </label>
          </>
        )}
        <div>
          <p className="quiet">{t('filter')}</p>
          <FilterObjectEditor value={dataSource.filter} onChange={(filter) => source({ filter })} />
        </div>
        <div className={styles.dynamicFacts}>
          <label>
            {t('width')}
            <NeededNumber
              precision={0}
              min={WIDGET.narrowest}
              max={WIDGET.columns}
              value={widget.width}
              aria-label={t('width')}
              onChange={(width) => onChange({ width })}
            />
          </label>
          <label>
            {t('height')}
            <NeededNumber
              precision={0}
              min={1}
              max={WIDGET.rows}
              value={widget.height}
              aria-label={t('height')}
              onChange={(height) => onChange({ height })}
            />
          </label>
        </div>
      </div>
    </DetailPanel>
  )
}
