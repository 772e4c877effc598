/** What is wrong with a query text, and at which UTF-16 unit of it. */
export class QueryFault extends Error {
  override readonly name: string = "QueryFault";
  readonly at: number;

  constructor(at: number, detail: string) {
    super(detail);
    this.at = at;
  }
}

/** It is not in the language. */
export class SyntaxFault extends QueryFault {
  override readonly name = "SyntaxFault";
}
