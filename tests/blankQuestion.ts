/** A question that must be answered and says nothing more: a test adds its id, kind and title. */
export const blankQuestion = {
  help: null,
  required: true,
  answers: [],
  unit: null,
  minimum: null,
  maximum: null,
  numberScore: null,
  visibility: null,
}
