/** Lines end at a line feed and nowhere else: other separators may stand inside of JSON texts. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of text) {
    // Only the new piece is looked through: a line that runs over many of them costs its length once.
    const [first = "", ...lines] = piece.split("\n");
    rest += first;
    for (const line of lines) {
      yield rest;
      rest = line;
    }
  }
  if (rest !== "") yield rest;
}
