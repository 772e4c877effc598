/**
 * Vectors as bytes that give back exactly the numbers that came: four bytes a number when each survives as a float32,
 * else eight, in the machine's byte order (little endian wherever Postil is meant to run). Which it is follows from the
 * length, because the vector settings know the dimensions.
 */
export function vectorToBytes(vector: readonly number[]): Uint8Array {
  const narrow = Float32Array.from(vector);
  const exact = narrow.every((number, index) => number === vector[index]);
  return new Uint8Array((exact ? narrow : Float64Array.from(vector)).buffer);
}

/** The numbers of a stored vector of so many dimensions. */
export function vectorFromBytes(stored: Uint8Array, dimensions: number): number[] {
  const { buffer } = stored.slice(); // typed arrays of numbers want to begin at a multiple of their width
  const wide = stored.byteLength === dimensions * Float64Array.BYTES_PER_ELEMENT;
  return Array.from(wide ? new Float64Array(buffer) : new Float32Array(buffer));
}
