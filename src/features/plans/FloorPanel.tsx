import { FileImageOutlined } from '@ant-design/icons'
import { Button, Checkbox, Slider, Space } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { locationCalls } from '#entities/calls/locations.ts'
import { LocationTreePicker } from '#entities/pickers/LocationTreePicker.tsx'
import { LocationTypePicker } from '#entities/pickers/pickers.tsx'
import type { FloorFacts } from './drawing/commands.ts'
import { GatewayList } from './GatewayList.tsx'
import { NumberField } from './NumberField.tsx'
import { TextField } from './TextField.tsx'
import type { Drawing } from './useDrawing.ts'
import type { PictureState } from './usePicture.ts'
import styles from './plans.module.css'

interface Props {
  drawing: Drawing
  /** The name of a new building. Null if the building exists. */
  buildingName: string | null
  onBuildingName(name: string): void
  makesPlaces: boolean
  onMakesPlaces(makes: boolean): void
  opacity: number
  onOpacity(opacity: number): void
  pictureState: PictureState
  onPicture(): void
  gateway: { equipmentId: number; name: string } | null
  onGateway(gateway: { equipmentId: number; name: string } | null): void
  children?: ReactNode
}

export function FloorPanel(props: Props) {
  const { drawing, buildingName, onBuildingName, makesPlaces, onMakesPlaces } = props
  const { opacity, onOpacity, pictureState, onPicture, gateway, onGateway, children } = props
  const { t } = useTranslation(['plans', 'common', 'entities'])
  const { plan, act } = drawing
  const [nameOf] = locationCalls.useLazyListLocationLevelQuery()
  const change = (facts: FloorFacts, group?: string) =>
    act({ do: 'facts', facts }, group === undefined ? {} : { group })
  async function handlePlace(id: number | null): Promise<void> {
    if (id === null) return void change({ place: null })
    const { data } = await nameOf({ body: { ids: [id] } }, true)
    change({ place: { id, name: data?.rows[0]?.name ?? String(id) } })
  }
  const { picture } = plan
  return (
    <div className={styles.form} data-testid="floor-form">
      {buildingName !== null && (
        <TextField
          label={t('buildingName')}
          maxLength={200}
          value={buildingName}
          onChange={onBuildingName}
        />
      )}
      <TextField
        label={t('floorName')}
        maxLength={200}
        value={plan.name}
        onChange={(value) => change({ name: value }, 'name')}
      />
      <div className={styles.fields}>
        <TextField
          label={t('shortName')}
          maxLength={12}
          value={plan.shortName}
          onChange={(value) => change({ shortName: value }, 'shortName')}
        />
        <NumberField
          label={t('ordinal')}
          value={plan.ordinal}
          min={-200}
          max={200}
          step={1}
          digits={0}
          onChange={(ordinal) => change({ ordinal: Math.round(ordinal) })}
        />
      </div>
      <h3>{t('places')}</h3>
      <div className={styles.field}>
        <span className={styles.label}>{t('floorPlace')}</span>
        <LocationTreePicker
          label={t('floorPlace')}
          value={plan.place?.id ?? null}
          onChange={(id: number | null) => void handlePlace(id ?? null)}
        />
      </div>
      <Checkbox checked={makesPlaces} onChange={(event) => onMakesPlaces(event.target.checked)}>
        {t('makeAllPlaces')}
      </Checkbox>
      {(makesPlaces || plan.rooms.some((room) => room.makesPlace && room.place === null)) && (
        <div className={styles.field}>
          <span className={styles.label}>{t('placeType')}</span>
          <LocationTypePicker
            label={t('placeType')}
            value={plan.placeTypeId}
            onChange={(placeTypeId: number | null) => change({ placeTypeId: placeTypeId ?? null })}
          />
        </div>
      )}
      <h3>{t('picture')}</h3>
      {picture === null ? (
        <p className="quiet">{t('pictureHint')}</p>
      ) : (
        <>
          <p className={styles.fileName}>
            <FileImageOutlined aria-hidden /> <bdi>{picture.name}</bdi>
            {pictureState === 'loading' && <span className="quiet"> {t('common:loading')}</span>}
            {pictureState === 'failed' && <span className="quiet"> {t('pictureFailed')}</span>}
          </p>
          <div className={styles.field}>
            <span className={styles.label}>{t('opacity')}</span>
            <Slider
              ariaLabelForHandle={t('opacity')}
              min={0}
              max={100}
              value={Math.round(opacity * 100)}
              onChange={(value) => onOpacity(value / 100)}
            />
          </div>
          <div className={styles.fields}>
            {(['x', 'y'] as const).map((axis) => (
              <NumberField
                key={axis}
                label={t(`pictureAt.${axis}`)}
                unit={t('metre')}
                value={picture.from[axis]}
                onChange={(value) => {
                  const by = value - picture.from[axis]
                  act({
                    do: 'alignPicture',
                    picture: {
                      ...picture,
                      from: { ...picture.from, [axis]: value },
                      to: { ...picture.to, [axis]: picture.to[axis] + by },
                    },
                  })
                }}
              />
            ))}
          </div>
        </>
      )}
      <Space wrap>
        <Button icon={<FileImageOutlined aria-hidden />} onClick={onPicture}>
          {picture === null ? t('layPicture') : t('layAgain')}
        </Button>
        {picture !== null && (
          <Button onClick={() => act({ do: 'alignPicture', picture: null })}>
            {t('takePicture')}
          </Button>
        )}
      </Space>
      <h3>{t('gateways')}</h3>
      <GatewayList drawing={drawing} gateway={gateway} onGateway={onGateway} />
      <h3>{t('tool.outline')}</h3>
      <p className="quiet">{plan.outline === null ? t('outlineMade') : t('outlineDrawn')}</p>
      {plan.outline !== null && plan.rooms.length > 0 && (
        <div>
          <Button onClick={() => act({ do: 'setOutline', corners: null })}>
            {t('outlineAround')}
          </Button>
        </div>
      )}
      {children}
    </div>
  )
}
