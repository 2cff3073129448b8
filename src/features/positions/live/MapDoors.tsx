import {
  AimOutlined,
  DownOutlined,
  EllipsisOutlined,
  HeatMapOutlined,
  HistoryOutlined,
  NodeIndexOutlined,
  SlidersOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '#entities/session/useSession.ts'
import { pathTo } from '#lib/paths.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { menuLink, useMenuLinks } from '#ui/page/menuLinks.tsx'

export function MapDoors({
  equipmentId,
  floorId,
}: {
  equipmentId: number | null
  floorId: number | undefined
}) {
  const { t } = useTranslation(['map', 'titles'])
  const isPhone = useIsPhone()
  const handleClick = useMenuLinks()
  const maySurvey = useMay('editor|equipment')
  const mayCalibrate = useMay('editor|devices')
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
          ...(maySurvey
            ? [
                menuLink(
                  pathTo('siteSurvey', undefined, { floor: floorId }),
                  t('titles:siteSurvey'),
                  <AimOutlined aria-hidden />,
                ),
              ]
            : []),
          ...(mayCalibrate
            ? [
                menuLink(
                  pathTo('radioCalibration', undefined, { floor: floorId }),
                  t('titles:radioCalibration'),
                  <SlidersOutlined aria-hidden />,
                ),
              ]
            : []),
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
