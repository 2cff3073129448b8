export function LineMark({ colour, dash }: { colour: string; dash: string | undefined }) {
  return (
    <svg
      width={LINE_MARK}
      height="8"
      viewBox={`0 0 ${LINE_MARK} 8`}
      aria-hidden="true"
      style={{ flex: 'none', verticalAlign: 'middle', forcedColorAdjust: 'none' }}
    >
      <line
        x1="0"
        y1="4"
        x2={LINE_MARK}
        y2="4"
        stroke={colour}
        strokeWidth="2.5"
        strokeDasharray={dash}
      />
    </svg>
  )
}

/** Pixels. Long enough for the longest dash. */
const LINE_MARK = 28
