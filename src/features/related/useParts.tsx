import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint.ts'
import type { equipment } from '#contract/equipment/equipment.ts'
import type { Related } from '#contract/related.ts'
import { AutomationCard } from '#entities/automations/AutomationCard.tsx'
import { EquipmentFiles, useFileCount } from '#entities/equipmentFiles/EquipmentFiles.tsx'
import { FellowTree } from '#entities/fellows/FellowTree.tsx'
import { toFilterQuery } from '#entities/filterObject/filterAddress.ts'
import { LogLines } from '#entities/procedureLogs/LogList.tsx'
import { OccurrenceLines } from '#entities/recurrence/OccurrenceList.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { TicketLines } from '#entities/tickets/TicketLines.tsx'
import { pathTo } from '#lib/paths.ts'
import { Remaining } from '#ui/page/marks.tsx'
import { BoardLines, RuleLines, Tracked, UsedLines, Where } from './parts.tsx'

type Detail = Output<typeof equipment.getEquipment>

export interface Part {
  id: string
  title: string
  count?: number | undefined
  all?: { to: string; label: string }
  empty?: string
  content: ReactNode
}

export function useParts(detail: Detail, related: Related): Part[] {
  const { t } = useTranslation(['related', 'titles', 'equipment', 'fellows', 'common'])
  const fileCount = useFileCount(detail.id)
  const keepsItems = useMay('editor|management')
  const { tickets, occurrences, logs, automations, boards, inventory } = related
  const of = { equipment: detail.id }
  const { fellows } = related
  return [
    {
      id: 'place',
      title: t('common:location'),
      content: <Where detail={detail} />,
    },
    {
      id: 'tickets',
      title: t('equipment:tabTickets'),
      count: tickets.count,
      all: {
        to: pathTo('tickets', undefined, { ...of, list: 'all' }),
        label: t('allTickets'),
      },
      empty: t('equipment:noTickets'),
      content: (
        <>
          <p className="quiet">{t('openTickets', { count: related.openTickets })}</p>
          <TicketLines rows={tickets.rows} />
          <Remaining count={tickets.count - tickets.rows.length} />
        </>
      ),
    },
    {
      id: 'schedules',
      title: t('titles:schedules'),
      count: occurrences.count,
      all: {
        to: pathTo('equipmentSchedules', undefined, {
          ...toFilterQuery({ equipmentIds: [detail.id] }),
          id: detail.id,
        }),
        label: t('allSchedules'),
      },
      ...(related.rules.length === 0 && { empty: t('noSchedules') }),
      content: (
        <>
          {occurrences.count === 0 && <p className="quiet">{t('nothingOpen')}</p>}
          <OccurrenceLines rows={occurrences.rows} isOfThing />
          <Remaining count={occurrences.count - occurrences.rows.length} />
          <RuleLines rules={related.rules} />
        </>
      ),
    },
    {
      id: 'performances',
      title: t('equipment:tabLogs'),
      count: logs.count,
      all: { to: pathTo('procedureLogs', undefined, of), label: t('allLogs') },
      empty: t('equipment:noLogs'),
      content: <LogLines {...logs} />,
    },
    {
      id: 'files',
      title: t('files'),
      count: fileCount,
      content: <EquipmentFiles equipmentId={detail.id} />,
    },
    {
      id: 'fellows',
      title: t('titles:fellowEquipment'),
      count: fellows === null ? 0 : fellows.members.length,
      all: {
        to: pathTo('fellowEquipment', { equipmentId: detail.id }),
        label: t('openFellows'),
      },
      empty: t('fellows:nothingBelongs'),
      content: fellows !== null && <FellowTree tree={fellows} currentId={detail.id} />,
    },
    ...(automations === null
      ? []
      : [
          {
            id: 'automations',
            title: t('automations'),
            count: automations.count,
            all: { to: pathTo('automationCenter'), label: t('titles:automationCenter') },
            empty: t('noAutomations'),
            content: (
              <>
                {automations.rows.map((one) => (
                  <AutomationCard key={one.id} automation={one} />
                ))}
                <Remaining count={automations.count - automations.rows.length} />
              </>
            ),
          },
        ]),
    {
      id: 'dashboards',
      title: t('titles:dashboards'),
      count: boards.count,
      all: { to: pathTo('dashboards'), label: t('allDashboards') },
      empty: t('noDashboards'),
      content: <BoardLines {...boards} />,
    },
    {
      id: 'tracking',
      title: t('tagsAndBeacon'),
      count: detail.tags.length + related.beacons.count,
      empty: t('noTagsNoBeacon'),
      content: <Tracked tags={detail.tags} beacons={related.beacons.rows} />,
    },
    {
      id: 'inventory',
      title: t('inventory'),
      count: inventory.count,
      all: { to: pathTo('procedureLogs', undefined, of), label: t('whereUsed') },
      empty: t('noInventory'),
      content: <UsedLines {...inventory} mayOpen={keepsItems} />,
    },
  ]
}
