/** Whether a tag is in an If-None-Match header; weak marks do not matter for reading. */
export function isAmong(etag: string, header: string): boolean {
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}
