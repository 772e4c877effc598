/**
 * Stores vectors as bytes without any loss: four bytes per number if every number is an exact float32, otherwise eight, in
 * the machine's byte order (little endian wherever Postil is meant to run). The length tells which form it is, because the
 * vector settings know the dimensions.
 */
export function vectorToBytes(vector: readonly number[]): Uint8Array {
  const Width = surviveAsFloats(vector) ? Float32Array : Float64Array;
  // Uses the runtime's pool for small buffers: a separate allocation takes longer than filling the buffer.
  const bytes = Buffer.allocUnsafe(vector.length * Width.BYTES_PER_ELEMENT);
  const numbers = new Width(bytes.buffer, bytes.byteOffset, vector.length);
  for (let i = 0; i < vector.length; i++) numbers[i] = vector[i] ?? 0;
  return bytes;
}

function surviveAsFloats(vector: readonly number[]): boolean {
  for (let i = 0; i < vector.length; i++) if (Math.fround(vector[i] ?? 0) !== vector[i]) return false;
  return true;
}

/** The numbers of a stored vector with this number of dimensions, without a copy if possible. */
export function numbersOf(stored: Uint8Array, dimensions: number): Float32Array | Float64Array {
  // A typed array of numbers must begin at a multiple of its width.
  const { buffer, byteOffset } = stored.byteOffset % 8 === 0 ? stored : new Uint8Array(stored);
  const wide = stored.byteLength === dimensions * Float64Array.BYTES_PER_ELEMENT;
  return wide ? new Float64Array(buffer, byteOffset, dimensions) : new Float32Array(buffer, byteOffset, dimensions);
}

/** The numbers of a stored vector with this number of dimensions. */
export function vectorFromBytes(stored: Uint8Array, dimensions: number): number[] {
  const numbers = numbersOf(stored, dimensions);
  const vector = new Array<number>(numbers.length); // a loop: Array.from goes through an iterator, ten times slower
  for (let i = 0; i < numbers.length; i++) vector[i] = numbers[i] ?? 0;
  return vector;
}
