/** What a field of many choices shows for those that have no room in it. */
export const omittedTags = (omitted: readonly unknown[]) => (
  <bdi dir="ltr">{`+${omitted.length}`}</bdi>
)
