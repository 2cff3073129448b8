/** A procedure and equipment as the server returns them. A test adds its questions. */
export const fridgeCheck = {
  id: 4,
  name: 'Fridge check',
  type: { id: 1, name: 'Round', isTracer: false },
  target: 'equipment',
  equipmentTypeIds: [],
  description: null,
  isActive: true,
  isSigned: false,
  version: 3,
  triggeredEvents: [],
}

export const fridge = {
  id: 5,
  name: 'Fridge 5',
  equipmentId: 'F-5',
  type: { id: 2, name: 'Fridge' },
  location: null,
}
