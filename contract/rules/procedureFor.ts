/** A procedure without equipment types applies to all types. */
export const isFor = (
  { equipmentTypeIds }: { equipmentTypeIds: readonly number[] },
  typeId: number,
): boolean => equipmentTypeIds.length === 0 || equipmentTypeIds.includes(typeId)
