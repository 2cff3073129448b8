import { useMemo } from 'react'
import type { Survey } from '#contract/rtls/siteSurvey.ts'
import { toMovers, frozenFeed } from '#map/movers.ts'
import type { Past } from '../map/MapView.tsx'
import { useMarkerColour } from '../map/useMapLabels.ts'
import type { Spot } from '../venue/RoomSpot.tsx'

const nothingMoves = frozenFeed(toMovers([]))
/** Metres around the user. */
const [HERE, HEARING] = [0.9, 2.4]

export function useSurveyPicture(
  survey: Survey | undefined,
  spot: Spot | null,
  isListening: boolean,
): Past {
  const colourOf = useMarkerColour()
  return useMemo(() => {
    const [done, useless, next, here] = [
      colourOf('green', false),
      colourOf(null, true),
      colourOf('orange', false),
      colourOf('blue', false),
    ]
    return {
      feed: nothingMoves,
      at: null,
      marks: {
        heat: (survey?.covered ?? []).map((at) => ({ at, rank: 0, colour: `${done}70` })),
        circles:
          spot === null ? [] : [{ at: spot, metres: isListening ? HEARING : HERE, colour: here }],
        pins: [
          ...(survey?.points ?? []).map((point) => ({
            at: point,
            label: '',
            colour: point.gateways === 0 ? useless : done,
          })),
          ...(survey?.next ?? []).map((at) => ({ at, label: '', colour: next })),
          ...(spot === null ? [] : [{ at: spot, label: '', colour: here, isBig: true }]),
        ],
      },
    }
  }, [survey, spot, isListening, colourOf])
}
