export const omittedTags = (omitted: readonly unknown[]) => (
  <bdi dir="ltr">{`+${omitted.length}`}</bdi>
)
