/** CRC-32 of two texts that stand one behind the other, from the CRC-32 of each, without reading them again. */

/**
 * The checksum of `first` followed by `second`, where the second is `size` bytes long (Mark Adler's method of zlib's
 * crc32_combine: appending n zero bytes is a linear map over GF(2), squared log2(n) times).
 */
export function crcOfParts(first: number, second: number, size: number): number {
  if (size === 0) return first;
  let crc = first;
  // Appending one zero bit; squared to two bits, to four, then to whole bytes.
  let map = square(square(ONE_ZERO_BIT));
  for (let left = size; left > 0; left = Math.floor(left / 2)) {
    map = square(map);
    if (left % 2 === 1) crc = apply(map, crc);
  }
  return (crc ^ second) >>> 0;
}

/** Column n is what bit n of the checksum becomes. */
type BitMap = readonly number[];

const POLYNOMIAL = 0xedb88320;
const ONE_ZERO_BIT: BitMap = [POLYNOMIAL, ...Array.from({ length: 31 }, (_, n) => 2 ** n)];

function apply(map: BitMap, vector: number): number {
  let sum = 0;
  for (let bits = vector >>> 0, n = 0; bits !== 0; bits >>>= 1, n++) if ((bits & 1) === 1) sum ^= map[n] ?? 0;
  return sum >>> 0;
}

function square(map: BitMap): BitMap {
  return map.map((column) => apply(map, column));
}
