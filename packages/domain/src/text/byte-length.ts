/** How many bytes a text has in UTF-8; half a surrogate pair becomes three, as whoever writes it makes of it. */
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
