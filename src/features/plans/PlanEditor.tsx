/** A floor that is being drawn: tools, the sheet, and the same in a list with fields. */
import { CompressOutlined, MinusOutlined, PlusOutlined, SaveOutlined } from '@ant-design/icons'
import { Alert, Button, Tabs } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { FloorPlan } from '#contract/venuePlans'
import { pathTo } from '../../lib/paths.ts'
import { useIsPhone } from '../../lib/useMedia.ts'
import { useClaims } from '../../entities/session/useSession.ts'
import { Page } from '../../ui/Page.tsx'
import { UndoButtons } from '../../ui/undo/UndoButtons.tsx'
import { useConfirm, useConfirmDiscard } from '../../ui/useConfirm.ts'
import { useLeaveGuard } from '../../ui/leaving/useLeaveGuard.ts'
import { outlineOf, planFrom } from './drawing/convert.ts'
import { frameAlong, sheetOf } from './drawing/frame.ts'
import type { Plan, PlanPicture } from './drawing/plan.ts'
import type { Frame } from './drawing/frame.ts'
import { cornersToShow, type Surrounding } from './surroundings.ts'
import { FloorDoors } from './FloorDoors.tsx'
import { FloorPanel } from './FloorPanel.tsx'
import { impossibleIn, type Impossible } from './impossible.ts'
import { ImpossibleNote } from './ImpossibleNote.tsx'
import { PictureDialog } from './PictureDialog.tsx'
import { PlanConflict } from './PlanConflict.tsx'
import { dropSketch, type Sketch } from './planDraft.ts'
import { PlanStage } from './PlanStage.tsx'
import { PlanTools } from './PlanTools.tsx'
import { RoomsPanel } from './RoomsPanel.tsx'
import type { Tool } from './tools.ts'
import { useDrawing } from './useDrawing.ts'
import { useKeptSketch } from './useKeptSketch.ts'
import { usePointerTools } from './usePointerTools.ts'
import { usePicture } from './usePicture.ts'
import { lackOf, onto, useSavePlan, type Lack, type Target } from './useSavePlan.ts'
import { around, useView, type View } from './useView.ts'
import { VersionsDialog } from './VersionsDialog.tsx'
import styles from './plans.module.css'

interface Props {
  target: Target
  /** As it is stored, or as a new one begins. */
  begun: Sketch
  /** What this device kept of it. */
  kept: Sketch | null
  draftKey: string
  surroundings: readonly Surrounding[]
  /** The building's name; null: a new one. */
  building: string | null
  isJustSaved: boolean
}
const EMPTY_SHEET = [
  { x: 0, y: 0 },
  { x: 40, y: 25 },
]

export function PlanEditor(props: Props) {
  const { target, begun, kept, draftKey, surroundings, building, isJustSaved } = props
  // Also the words of what opens beside the sheet, so that nothing is put away while they come.
  const { t } = useTranslation(['plans', 'titles', 'common', 'map', 'entities', 'notices'])
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const claims = useClaims()
  const confirm = useConfirm()
  const confirmDiscard = useConfirmDiscard()
  const drawing = useDrawing((kept ?? begun).plan)
  const { plan } = drawing
  const [base, setBase] = useState(begun)
  const [frame, setFrame] = useState((kept ?? begun).frame)
  const [version, setVersion] = useState((kept ?? begun).version)
  const [buildingName, setBuildingName] = useState((kept ?? begun).buildingName)
  const [isRestored, setIsRestored] = useState(kept !== null)
  const [tool, setTool] = useState<Tool>('select')
  const [tab, setTab] = useState(plan.rooms.length === 0 && !isPhone ? 'floor' : 'rooms')
  const [makesPlaces, setMakesPlaces] = useState(false)
  const [opacity, setOpacity] = useState(0.75)
  const [gateway, setGateway] = useState<{ equipmentId: number; name: string } | null>(null)
  const [isAligning, setIsAligning] = useState(false)
  const [showsVersions, setShowsVersions] = useState(false)
  const [lack, setLack] = useState<Lack | null>(null)
  const [impossible, setImpossible] = useState<{ of: Plan; faults: Impossible[] } | null>(null)
  const [isSaved, setIsSaved] = useState(isJustSaved)
  const picture = usePicture(plan.picture)
  const whole = (): View => {
    const { picture: aligned } = plan
    const points = [...outlineOf(plan)]
    if (aligned !== null) points.push(aligned.from, aligned.to, cornerOf(aligned))
    // Of an empty sheet what lies around says where one is; but not another house far off.
    if (points.length < 2) points.push(...cornersToShow(surroundings, building !== null))
    const isEmpty =
      points.length < 2 || (building === null && plan.rooms.length === 0 && aligned === null)
    return around(isEmpty ? [...points, ...EMPTY_SHEET] : points)
  }
  const looking = useView(whole())
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
  // What is chosen on the sheet stands with its fields beside it.
  const hasChosen = drawing.keys.length > 0
  useEffect(() => {
    if (hasChosen) setTab('rooms')
  }, [hasChosen])
  const { save, isSaving, conflict, forgetConflict } = useSavePlan(target)
  const isDirty = plan !== base.plan || buildingName !== base.buildingName
  const sketch = useMemo(
    (): Sketch => ({ plan, frame, version, buildingName }),
    [plan, frame, version, buildingName],
  )
  const isKept = useKeptSketch(claims, draftKey, isDirty ? sketch : null)
  const leaveFreely = useLeaveGuard(
    (isDirty || pointer.isUnfinished) && !isSaving,
    pointer.isUnfinished
      ? { hint: t('unfinishedLeave'), isKept: false }
      : isKept
        ? { hint: t('keptLeave'), isKept }
        : undefined,
  )

  function begin(floor: FloorPlan): void {
    const next = frameAlong(floor.outline)
    const drawn = planFrom(floor, sheetOf(next))
    // New places go on being made as before.
    const from = { ...drawn, placeTypeId: plan.placeTypeId }
    setBase({ plan: from, frame: next, version: floor.version, buildingName: '' })
    setFrame(next)
    setVersion(floor.version)
    setBuildingName('')
    setIsRestored(false)
    drawing.restart(from)
    lookAt(around(outlineOf(from)))
  }
  async function handleSave(what: Sketch = sketch): Promise<void> {
    setIsSaved(false)
    const missing = lackOf(what, target)
    setLack(missing)
    if (missing !== null) return setTab(missing === 'rooms' ? 'rooms' : 'floor')
    const faults = impossibleIn(what.plan, base.plan)
    setImpossible({ of: what.plan, faults })
    const [first] = faults
    if (first !== undefined) {
      drawing.choose(first.keys)
      return first.keys.forEach(handleReveal)
    }
    // Unfinished, it is no part of the plan: it must not go without a word.
    if (
      pointer.isUnfinished &&
      !(await confirm({
        title: t('unfinishedTitle'),
        hint: t('unfinishedHint'),
        okText: t('saveWithout'),
      }))
    )
      return
    pointer.forget()
    const saved = await save(what)
    if (saved === null) return
    if (claims !== null) dropSketch(claims, draftKey)
    if (target.floorId === null) {
      leaveFreely()
      await navigate(pathTo('floorPlan', { floorId: saved.id }, { saved: 1 }), { replace: true })
      return
    }
    begin(saved)
    setIsSaved(true)
  }
  async function handleDiscard(): Promise<void> {
    if (!(await confirmDiscard())) return
    setFrame(begun.frame)
    setVersion(begun.version)
    setBuildingName(begun.buildingName)
    setBase(begun)
    setIsRestored(false)
    drawing.restart(begun.plan)
  }
  function handleAlign(aligned: PlanPicture, next: Frame): void {
    setFrame(next)
    drawing.act({ do: 'alignPicture', picture: aligned })
    setIsAligning(false)
    const points = [aligned.from, aligned.to, cornerOf(aligned)]
    lookAt(around([...points, ...plan.rooms.flatMap(({ corners }) => corners)]))
  }
  function handleReveal(key: string): void {
    const room = plan.rooms.find((one) => one.key === key)
    const { view } = looking
    const isSeen = room?.corners.every(
      ({ x, y }) => x > view.x && x < view.x + view.wide && -y > view.y && -y < view.y + view.high,
    )
    if (room !== undefined && isSeen === false) lookAt(around(room.corners, 1.5))
  }
  const floorId = target.floorId
  const mapLink = (
    <Link to={pathTo('mapping', undefined, { floor: floorId ?? undefined })}>{t('seeOnMap')}</Link>
  )
  return (
    <Page
      title={floorId === null ? t('newPlan') : t('editFloor', { name: base.plan.name })}
      hint={<bdi>{building ?? buildingName}</bdi>}
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
            loading={isSaving}
            disabled={!isDirty && floorId !== null}
            onClick={() => void handleSave()}
          >
            {t('savePlan')}
          </Button>
        </>
      }
    >
      <div className={styles.notes}>
        {isRestored && (
          <Alert
            type="info"
            showIcon
            title={t('keptDraft')}
            action={
              <Button size="small" onClick={() => void handleDiscard()}>
                {t('keptDiscard')}
              </Button>
            }
          />
        )}
        {isSaved && !isDirty && (
          <Alert type="success" showIcon title={t('saved')} action={mapLink} role="status" />
        )}
        {lack !== null && <Alert type="warning" showIcon title={t(`lack.${lack}`)} />}
        {impossible !== null && impossible.of === plan && impossible.faults.length > 0 && (
          <ImpossibleNote faults={impossible.faults} />
        )}
        {isPhone && <Alert type="info" showIcon title={t('phoneHint')} />}
      </div>
      <div className={styles.editor}>
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
          <div className={styles.zoom}>
            <Button
              icon={<PlusOutlined aria-hidden />}
              aria-label={t('zoomIn')}
              onClick={() => looking.zoomBy(0.7)}
            />
            <Button
              icon={<MinusOutlined aria-hidden />}
              aria-label={t('zoomOut')}
              onClick={() => looking.zoomBy(1.4)}
            />
            <Button
              icon={<CompressOutlined aria-hidden />}
              aria-label={t('wholePlan')}
              onClick={() => lookAt(whole())}
            />
          </div>
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
                  buildingName={building === null ? buildingName : null}
                  onBuildingName={setBuildingName}
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
                      onDeleted={async () => {
                        if (claims !== null) dropSketch(claims, draftKey)
                        leaveFreely()
                        await navigate(pathTo('mapping'), { replace: true })
                      }}
                    />
                  )}
                </FloorPanel>
              ),
            },
          ]}
        />
      </div>
      {isAligning && (
        <PictureDialog
          {...{ plan, frame, surroundings }}
          mayTurn={target.buildingId === null}
          onAlign={handleAlign}
          onClose={() => setIsAligning(false)}
        />
      )}
      {showsVersions && floorId !== null && version !== null && (
        <VersionsDialog
          floorId={floorId}
          version={base.version ?? version}
          isDirty={isDirty}
          onRestored={(floor) => {
            begin(floor)
            setShowsVersions(false)
            setIsSaved(true)
          }}
          onClose={() => setShowsVersions(false)}
        />
      )}
      {conflict !== null && (
        <PlanConflict
          mine={plan}
          theirs={conflict}
          onCancel={forgetConflict}
          onKeepMine={() =>
            void handleSave({ ...sketch, plan: onto(plan, conflict), version: conflict.version })
          }
          onTakeTheirs={() => {
            begin(conflict)
            forgetConflict()
          }}
        />
      )}
    </Page>
  )
}

/** The end of its lower edge. */
const cornerOf = ({ to, from, width, height }: PlanPicture) => {
  const [x, y] = [(to.x - from.x) / width, (to.y - from.y) / width]
  return { x: to.x + y * height, y: to.y - x * height }
}
