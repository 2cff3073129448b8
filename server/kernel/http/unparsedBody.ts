/** A request body that is not JSON, for endpoints that say why (`unparsedBody` in the contract). */
export class UnparsedBody {
  constructor(readonly text: string) {}
}
