import { useFormat } from '#lib/format.tsx'

/** A span to the minute: one time if both ends read the same, one date if it is one day. */
export function FromTo({ from, to }: { from: string; to: string }) {
  const format = useFormat()
  const [start, end] = [format.dateTime(from), format.dateTime(to)]
  return (
    <>
      <time dateTime={from}>{start}</time>
      {start !== end && (
        <>
          {' – '}
          <time dateTime={to}>{format.date(from) === format.date(to) ? format.time(to) : end}</time>
        </>
      )}
    </>
  )
}
