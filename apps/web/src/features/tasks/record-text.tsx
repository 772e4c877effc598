/** A text of a record as it is typed: line breaks kept, nothing of it is markup. */
export function RecordText({ text }: { text: string }) {
  return (
    <p
      dir="auto"
      className="max-w-(--record-measure) font-record text-record whitespace-pre-wrap [overflow-wrap:anywhere]"
    >
      {text}
    </p>
  );
}
