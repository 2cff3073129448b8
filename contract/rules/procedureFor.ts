/** Whether a procedure is for equipment of this type: for those it names, or for any. */
export const isFor = (
  { equipmentTypeIds }: { equipmentTypeIds: readonly number[] },
  typeId: number,
): boolean => equipmentTypeIds.length === 0 || equipmentTypeIds.includes(typeId)
