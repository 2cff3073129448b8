import { SaveOutlined } from '@ant-design/icons'
import { Button, Tabs } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Metres } from '#contract/venue/plane.ts'
import type { FloorPlan } from '#contract/venue/venuePlans.ts'
import { pathTo } from '#lib/paths.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import { Locked } from '#ui/form/Locked.tsx'
import { Page } from '#ui/page/Page.tsx'
import { UndoButtons } from '#ui/feedback/undo/UndoButtons.tsx'
import { useConfirmDiscard } from '#ui/dialog/useConfirm.ts'
import { outlineOf } from './drawing/convert.ts'
import type { Frame } from './drawing/frame.ts'
import type { Plan, PlanPicture } from './drawing/plan.ts'
import { cornersToShow, type Surrounding } from './surroundings.ts'
import { FloorDoors } from './FloorDoors.tsx'
import { FloorPanel } from './FloorPanel.tsx'
import { PictureDialog } from './PictureDialog.tsx'
import { PlanConflict } from './PlanConflict.tsx'
import type { Sketch } from './planDraft.ts'
import { PlanNotes } from './PlanNotes.tsx'
import { PlanStage } from './PlanStage.tsx'
import { PlanTools } from './PlanTools.tsx'
import { RoomsPanel } from './RoomsPanel.tsx'
import { SheetZoom } from './SheetZoom.tsx'
import type { Tool } from './tools.ts'
import { usePicture } from './usePicture.ts'
import { usePlanDocument } from './usePlanDocument.ts'
import { usePlanSaving } from './usePlanSaving.ts'
import { usePointerTools } from './usePointerTools.ts'
import { rebasePlan, type Target } from './useSavePlan.ts'
import { viewAround, useZoomableView, type View } from '#map/sheet/useZoomableView.ts'
import { VersionsDialog } from './VersionsDialog.tsx'
import styles from './plans.module.css'

interface Props {
  target: Target
  begun: Sketch
  kept: Sketch | null
  draftKey: string
  surroundings: readonly Surrounding[]
  building: string | null
  isJustSaved: boolean
}
const EMPTY_SHEET = [
  { x: 0, y: 0 },
  { x: 40, y: 25 },
]

export function PlanEditor(props: Props) {
  const { target, begun, kept, draftKey, surroundings, building, isJustSaved } = props
  // Includes the texts of later panels, so that none suspends the sheet.
  const { t } = useTranslation(['plans', 'titles', 'common', 'map', 'entities', 'notices'])
  const isPhone = useIsPhone()
  const confirmDiscard = useConfirmDiscard()
  const document = usePlanDocument(begun, kept)
  const { drawing, base, sketch, isDirty } = document
  const { plan } = drawing
  const { floorId } = target
  const [tool, setTool] = useState<Tool>('select')
  const [tab, setTab] = useState(plan.rooms.length === 0 && !isPhone ? 'floor' : 'rooms')
  const [makesPlaces, setMakesPlaces] = useState(false)
  const [opacity, setOpacity] = useState(0.75)
  const [gateway, setGateway] = useState<{ equipmentId: number; name: string } | null>(null)
  const [isAligning, setIsAligning] = useState(false)
  const [showsVersions, setShowsVersions] = useState(false)
  const picture = usePicture(plan.picture)
  const whole = () => wholeOf(plan, surroundings, building === null)
  const looking = useZoomableView(whole())
  const { lookAt } = looking
  const pointer = usePointerTools({
    drawing,
    looking,
    tool,
    gateway,
    makesPlaces,
    isReadOnly: isPhone,
    onGatewayPlaced: () => setGateway(null),
  })
  const begin = (floor: FloorPlan) => lookAt(viewAround(outlineOf(document.begin(floor))))
  const saving = usePlanSaving({
    target,
    document,
    pointer,
    draftKey,
    isJustSaved,
    onLack: (lack) => setTab(lack === 'rooms' ? 'rooms' : 'floor'),
    onImpossible: ({ keys }) => keys.forEach(handleReveal),
    onSaved: begin,
  })
  const hasChosen = drawing.keys.length > 0
  useEffect(() => {
    if (hasChosen) setTab('rooms')
  }, [hasChosen])

  async function handleDiscard(): Promise<void> {
    if (await confirmDiscard()) document.discard()
  }
  function handleAlign(aligned: PlanPicture, next: Frame): void {
    document.align(aligned, next)
    setIsAligning(false)
    const points = [aligned.from, aligned.to, cornerOf(aligned)]
    lookAt(viewAround([...points, ...plan.rooms.flatMap(({ corners }) => corners)]))
  }
  function handleReveal(key: string): void {
    const room = plan.rooms.find((one) => one.key === key)
    if (room !== undefined && !isSeen(room.corners, looking.view))
      lookAt(viewAround(room.corners, 1.5))
  }
  return (
    <Page
      title={floorId === null ? t('newPlan') : t('editFloor', { name: base.plan.name })}
      hint={<bdi>{building ?? sketch.buildingName}</bdi>}
      back={{
        to: pathTo('mapping', undefined, { floor: floorId ?? undefined }),
        label: t('titles:mapping'),
      }}
      actions={
        <>
          <UndoButtons {...drawing} />
          {floorId !== null && (
            <Button onClick={() => setShowsVersions(true)}>{t('versions')}</Button>
          )}
          <Button
            type="primary"
            icon={<SaveOutlined aria-hidden />}
            loading={saving.isSaving}
            disabled={!isDirty && floorId !== null}
            onClick={() => void saving.save()}
          >
            {t('savePlan')}
          </Button>
        </>
      }
    >
      <PlanNotes
        floorId={floorId}
        isRestored={document.isRestored}
        isSaved={saving.isSaved && !isDirty}
        lack={saving.lack}
        impossible={saving.impossible}
        onDiscard={() => void handleDiscard()}
      />
      <Locked isLocked={saving.isSaving} className={styles.editor}>
        {!isPhone && <PlanTools tool={tool} onTool={setTool} />}
        <div className={styles.sheet} dir="ltr">
          <PlanStage
            {...{ plan, tool, pointer, looking, surroundings }}
            keys={drawing.keys}
            picture={{ address: picture.address, opacity }}
            isReadOnly={isPhone}
          />
          <p className={styles.hint} id="plan-stage-hint" dir="auto">
            {tool === 'gateway' && gateway === null ? t('hint.noGateway') : t(`hint.${tool}`)}
          </p>
          {drawing.refused !== null && (
            <p className={styles.refused} role="alert" dir="auto">
              {t(`refused.${drawing.refused}`)}
            </p>
          )}
          <SheetZoom onZoom={looking.zoomBy} onWhole={() => lookAt(whole())} />
        </div>
        <Tabs
          className={styles.side}
          activeKey={tab}
          onChange={setTab}
          items={[
            {
              key: 'rooms',
              label: t('roomsTab'),
              children: (
                <RoomsPanel drawing={drawing} makesPlaces={makesPlaces} onReveal={handleReveal} />
              ),
            },
            {
              key: 'floor',
              label: t('floorTab'),
              children: (
                <FloorPanel
                  drawing={drawing}
                  buildingName={building === null ? sketch.buildingName : null}
                  onBuildingName={document.setBuildingName}
                  makesPlaces={makesPlaces}
                  onMakesPlaces={setMakesPlaces}
                  opacity={opacity}
                  onOpacity={setOpacity}
                  pictureState={picture.state}
                  onPicture={() => setIsAligning(true)}
                  gateway={gateway}
                  onGateway={(next) => {
                    setGateway(next)
                    if (next !== null && !isPhone) setTool('gateway')
                  }}
                >
                  {floorId !== null && target.buildingId !== null && (
                    <FloorDoors
                      floorId={floorId}
                      buildingId={target.buildingId}
                      name={base.plan.name}
                      onDeleted={saving.leaveDeleted}
                    />
                  )}
                </FloorPanel>
              ),
            },
          ]}
        />
      </Locked>
      {isAligning && (
        <PictureDialog
          {...{ plan, surroundings }}
          frame={sketch.frame}
          mayTurn={target.buildingId === null}
          onAlign={handleAlign}
          onClose={() => setIsAligning(false)}
        />
      )}
      {showsVersions && floorId !== null && sketch.version !== null && (
        <VersionsDialog
          floorId={floorId}
          version={base.version ?? sketch.version}
          isDirty={isDirty}
          onRestored={(floor) => {
            begin(floor)
            setShowsVersions(false)
            saving.setIsSaved(true)
          }}
          onClose={() => setShowsVersions(false)}
        />
      )}
      {saving.conflict !== null && (
        <PlanConflict
          mine={plan}
          theirs={saving.conflict}
          onCancel={saving.forgetConflict}
          onKeepMine={(theirs) =>
            void saving.save({ ...sketch, plan: rebasePlan(plan, theirs), version: theirs.version })
          }
          onTakeTheirs={(theirs) => {
            begin(theirs)
            saving.forgetConflict()
          }}
        />
      )}
    </Page>
  )
}

/** The bounds of the plan and its picture; of an empty sheet, its surroundings. */
function wholeOf(plan: Plan, surroundings: readonly Surrounding[], isNewBuilding: boolean): View {
  const { picture: aligned } = plan
  const points = [...outlineOf(plan)]
  if (aligned !== null) points.push(aligned.from, aligned.to, cornerOf(aligned))
  // Surroundings orient the user on an empty sheet, unless they are far away.
  if (points.length < 2) points.push(...cornersToShow(surroundings, !isNewBuilding))
  const isEmpty =
    points.length < 2 || (isNewBuilding && plan.rooms.length === 0 && aligned === null)
  return viewAround(isEmpty ? [...points, ...EMPTY_SHEET] : points)
}

const isSeen = (corners: readonly Metres[], view: View): boolean =>
  corners.every(
    ({ x, y }) => x > view.x && x < view.x + view.wide && -y > view.y && -y < view.y + view.high,
  )

const cornerOf = ({ to, from, width, height }: PlanPicture) => {
  const [x, y] = [(to.x - from.x) / width, (to.y - from.y) / width]
  return { x: to.x + y * height, y: to.y - x * height }
}
