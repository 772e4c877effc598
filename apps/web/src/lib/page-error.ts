/** A failure that belongs on the error page, with the status code it shows there (ERR-04). */
export class PageError extends Error {
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PageError";
    this.status = status;
  }
}
