/** A line ends only at a line feed: other line separators may be inside JSON texts. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of text) {
    // Only the new piece is searched, so a line over many pieces is searched only once.
    const [first = "", ...lines] = piece.split("\n");
    rest += first;
    for (const line of lines) {
      yield rest;
      rest = line;
    }
  }
  if (rest !== "") yield rest;
}
