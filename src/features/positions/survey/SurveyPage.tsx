/**
 * The site survey for a phone: stand, tap your position, wait half a minute, repeat. Shows coverage
 * and accuracy.
 */
import { skipToken } from '@reduxjs/toolkit/query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { standingSpotFault, type SpotFault } from '#contract/rules/standingSpot.ts'
import { isInside } from '#contract/venue/polygon.ts'
import { isApiFailure } from '#api/http.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { pathTo } from '#lib/paths.ts'
import { useMay } from '#entities/session/useSession.ts'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, ErrorState, LoadingState, PendingState } from '#ui/feedback/states.tsx'
import { rtlsCalls, surveyCalls } from '../calls.ts'
import { FloorStage } from '../venue/FloorStage.tsx'
import { useVenueChoice } from '../venue/useVenueChoice.ts'
import { VenueSelects } from '../venue/VenueSelects.tsx'
import { ListeningCard } from './ListeningCard.tsx'
import { SpotForm } from './SpotForm.tsx'
import { SurveyFacts, SurveyLegend } from './SurveyFacts.tsx'
import { useListening } from './useListening.ts'
import { useSurveyPicture } from './useSurveyPicture.ts'
import type { Spot } from '../venue/RoomSpot.tsx'
import rtlsStyles from '../rtls.module.css'
import styles from './survey.module.css'

const address = {
  building: inAddress.id('building'),
  floor: inAddress.id('floor'),
  tag: inAddress.id('equipment'),
  /** Reports that equipment is not where the map shows it. */
  sighting: inAddress.flag(),
  /** Starts at the map's position. */
  here: inAddress.flag(),
}

export function SurveyPage() {
  const { t } = useTranslation(['siteSurvey', 'map', 'titles'])
  const [state, change] = useAddressState(address)
  const maySurvey = useMay('editor|equipment')
  const venue = useVenueChoice(state)
  const floor = venue.floor?.id === venue.floorMark?.id ? venue.floor : undefined
  const query = surveyCalls.useGetSurveyQuery(
    { params: { floorId: floor?.id ?? 0 } },
    { skip: floor === undefined },
  )
  const survey = query.currentData
  const [spot, setSpot] = useState<Spot | null>(null)
  const [fault, setFault] = useState<SpotFault | null>(null)
  const { listening, begin, end, isBeginning, isAway, notBegun } = useListening()
  const { data: chosen } = rtlsCalls.useListMapEquipmentQuery(
    state.tag === null || !state.sighting ? skipToken : { body: { ids: [state.tag] } },
  )
  const isListening = listening?.state === 'listening'
  const guess = chosen?.rows[0]?.position ?? null
  const [isGuessShown, setIsGuessShown] = useState(false)
  if (state.here && !isGuessShown && guess !== null && floor !== undefined) {
    setIsGuessShown(true)
    if (guess.floorId === floor.id && standingSpotFault(floor, guess) === null)
      setSpot({ longitude: guess.longitude, latitude: guess.latitude })
  }
  const picture = useSurveyPicture(survey, isListening ? listening : spot, isListening)
  const roomOfSpot = useMemo(
    () =>
      spot === null
        ? null
        : (floor?.rooms.findLast(({ outline }) => isInside(outline, spot)) ?? null),
    [spot, floor],
  )
  const name = chosen?.rows[0]?.name
  const isSighting = state.sighting && name !== undefined
  const title = t('titles:siteSurvey')
  const back = {
    to: pathTo('mapping', undefined, {
      floor: venue.floorMark?.id,
      id: state.sighting ? (state.tag ?? undefined) : undefined,
    }),
    label: t('titles:mapping'),
  }

  if (venue.isLoading || venue.floorMark === undefined)
    return (
      <Page title={title} back={back}>
        {isApiFailure(venue.failure) ? (
          <ErrorState failure={venue.failure} onRetry={venue.retry} />
        ) : venue.isLoading ? (
          <LoadingState rows={8} />
        ) : (
          <EmptyState title={t('map:noVenue')} hint={t('map:noVenueHint')} />
        )}
      </Page>
    )

  function touch(at: Spot): void {
    if (isListening || !maySurvey) return
    if (listening !== null) end(false)
    const refused = floor === undefined ? null : standingSpotFault(floor, at)
    setFault(refused)
    // an invalid tap keeps the former spot
    if (refused === null) setSpot(at)
  }
  const goTo = (next: { building?: number; floor?: number }) => {
    setSpot(null)
    setFault(null)
    change({ building: next.building ?? null, floor: next.floor ?? null }, { push: true })
    venue.remember(next)
  }

  const side = (
    <section className={styles.panel} aria-label={title}>
      {isSighting && <h2 className={styles.whereIs}>{t('whereIs', { name })}</h2>}
      {listening !== null && (
        <ListeningCard
          listening={listening}
          isAway={isAway}
          onEnd={(keep) => {
            end(keep)
            if (listening.state !== 'listening') setSpot(null)
          }}
        />
      )}
      {listening?.state !== 'listening' && maySurvey && floor !== undefined && (
        <SpotForm
          floor={floor}
          spot={spot}
          room={roomOfSpot}
          tag={state.tag}
          isSighting={isSighting}
          isGuess={isSighting && state.here}
          fault={fault}
          notBegun={notBegun}
          isBusy={isBeginning}
          onTag={(tag) => change({ tag })}
          onSpot={touch}
          onBegin={(tag, takesOver) => {
            if (spot === null) return
            const kind = isSighting ? 'confirmed' : 'walked'
            void begin({
              ...spot,
              floorId: floor.id,
              equipmentId: tag,
              kind,
              takesOver,
            }).then((hasBegun) => hasBegun && setSpot(null))
          }}
        />
      )}
      {survey === undefined ? (
        <PendingState failure={query.error} onRetry={() => void query.refetch()} />
      ) : (
        floor !== undefined && (
          <SurveyFacts survey={survey} floor={floor} mayEdit={maySurvey} onSpot={touch} />
        )
      )}
    </section>
  )
  return (
    <Page
      title={title}
      back={back}
      filters={
        <div className={rtlsStyles.mapBar}>
          <VenueSelects
            venue={venue}
            onBuilding={(building) => goTo({ building })}
            onFloor={(next) => goTo({ floor: next })}
          />
        </div>
      }
    >
      <FloorStage
        venue={venue}
        picture={picture}
        side={side}
        isPlacing={maySurvey && !isListening}
        onFloor={(next) => goTo({ floor: next })}
        onPick={({ at }) => touch(at)}
      >
        <SurveyLegend />
      </FloorStage>
    </Page>
  )
}
