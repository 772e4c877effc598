/** The fault of a query text, and the UTF-16 unit at which it is. */
export class QueryFault extends Error {
  override readonly name: string = "QueryFault";
  readonly at: number;

  constructor(at: number, detail: string) {
    super(detail);
    this.at = at;
  }
}

/** The text does not follow the grammar. */
export class SyntaxFault extends QueryFault {
  override readonly name = "SyntaxFault";
}
