/** Shown by a multiple select for the choices that do not fit. */
export const omittedTags = (omitted: readonly unknown[]) => (
  <bdi dir="ltr">{`+${omitted.length}`}</bdi>
)
