import { useFormat } from '#lib/format.tsx'

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
