/** Files that tasks take from the object store. */

/** The name of a file by its key: keys end in a checksum (SHA-256, hexadecimal), which says nothing to people. */
export function fileNameOfKey(key: string): string {
  return (key.split('/').pop() ?? key).replace(/\.[0-9a-f]{64}$/, '');
}
