/**
 * The length of a text in UTF-8 bytes. Half a surrogate pair counts as three, because encoders replace it by a
 * character of three bytes.
 */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    const isPair = unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    if (isPair) at++;
    bytes += unit < 0x800 ? 1 : 2;
  }
  return bytes;
}
