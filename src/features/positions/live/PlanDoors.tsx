import {
  CopyOutlined,
  DownOutlined,
  EditOutlined,
  HomeOutlined,
  ImportOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { pathTo } from '#lib/paths.ts'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { menuLink, useMenuLinks } from '#ui/page/menuLinks.tsx'

export function PlanDoors({
  buildingId,
  floorId,
}: {
  buildingId: number | undefined
  floorId: number | undefined
}) {
  const { t } = useTranslation('map')
  const handleClick = useMenuLinks()
  const fresh = (search: Record<string, number | undefined>) =>
    pathTo('floorPlan', { floorId: 'new' }, search)
  const ofFloor =
    floorId === undefined
      ? []
      : [
          menuLink(pathTo('floorPlan', { floorId }), t('editFloor'), <EditOutlined aria-hidden />),
          menuLink(
            fresh({ building: buildingId, from: floorId }),
            t('copyFloor'),
            <CopyOutlined aria-hidden />,
          ),
        ]
  return (
    <DropMenu
      menu={{
        onClick: handleClick,
        items: [
          ...ofFloor,
          ...(buildingId === undefined
            ? []
            : [
                menuLink(
                  fresh({ building: buildingId }),
                  t('drawFloor'),
                  <PlusOutlined aria-hidden />,
                ),
              ]),
          menuLink(fresh({}), t('drawBuilding'), <HomeOutlined aria-hidden />),
          menuLink(pathTo('venueImport'), t('importVenue'), <ImportOutlined aria-hidden />),
        ],
      }}
    >
      <Button>
        {t('plans')} <DownOutlined aria-hidden />
      </Button>
    </DropMenu>
  )
}
