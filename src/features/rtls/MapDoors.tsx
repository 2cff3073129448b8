import {
  DownOutlined,
  EllipsisOutlined,
  HeatMapOutlined,
  HistoryOutlined,
  NodeIndexOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { pathTo } from '../../lib/paths.ts'
import { useIsPhone } from '../../lib/useMedia.ts'
import { DropMenu } from '../../ui/DropMenu.tsx'
import { menuLink, useMenuLinks } from '../../ui/menuLinks.tsx'

/** From the map to what it remembers: where things stood, and beside what; of the one that is open. */
export function MapDoors({ equipmentId }: { equipmentId: number | null }) {
  const { t } = useTranslation(['map', 'titles'])
  const isPhone = useIsPhone()
  const handleClick = useMenuLinks()
  const of = equipmentId === null ? {} : { equipmentId }
  return (
    <DropMenu
      menu={{
        onClick: handleClick,
        items: [
          menuLink(
            pathTo('equipmentHeatmap', of),
            t('titles:equipmentHeatmap'),
            <HeatMapOutlined aria-hidden />,
          ),
          menuLink(
            pathTo('nearestEquipment', of),
            t('titles:nearestEquipment'),
            <NodeIndexOutlined aria-hidden />,
          ),
          menuLink(
            pathTo('nearestEquipmentHistory', of),
            t('titles:nearestEquipmentHistory'),
            <HistoryOutlined aria-hidden />,
          ),
        ],
      }}
    >
      {isPhone ? (
        <Button icon={<EllipsisOutlined aria-hidden />} aria-label={t('doors')} />
      ) : (
        <Button>
          {t('doors')} <DownOutlined aria-hidden />
        </Button>
      )}
    </DropMenu>
  )
}
